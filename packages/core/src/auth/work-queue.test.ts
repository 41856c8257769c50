import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue.js'

/** Creates a task that ends on request. */
function createTask() {
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const task = { isRunning: false, end: () => end(), run: () => ((task.isRunning = true), ended) }
  return task
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a work queue runs as many tasks at once as it may, lets some wait in their order, and refuses the others at once', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 2 })
  const tasks = Array.from({ length: 5 }, createTask)
  const outcomes = tasks.map((task) => queue.run(task.run))
  await expect(outcomes[4]).rejects.toMatchObject({ code: 'too_busy' })
  const running = () => tasks.map((task) => task.isRunning)
  expect(running()).toEqual([true, true, false, false, false])
  tasks[1]?.end()
  await outcomes[1]
  await settled()
  expect(running()).toEqual([true, true, true, false, false])
  for (const task of tasks) task.end()
  await Promise.all(outcomes.slice(0, 4))
  expect(running()).toEqual([true, true, true, true, false])
  await expect(queue.run(async () => 'free again')).resolves.toBe('free again')
})

it('a work queue runs tasks with the same key one after another, and lets others pass them', async () => {
  const queue = createWorkQueue({ atOnce: 2, waiting: 2 })
  const [first, second, other] = [createTask(), createTask(), createTask()]
  const outcomes = [
    queue.run(first.run, { key: 'a' }),
    queue.run(second.run, { key: 'a' }),
    queue.run(other.run, { key: 'b' }),
  ]
  expect([second.isRunning, other.isRunning]).toEqual([false, true])
  first.end()
  await outcomes[0]
  await settled()
  expect(second.isRunning).toBe(true)
  second.end()
  other.end()
  await Promise.all(outcomes)
})

it('a work queue continues after a task that failed', async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 1 })
  const failing = queue.run(async () => Promise.reject(new Error('no')), { key: 'a' })
  const next = queue.run(async () => 'yes', { key: 'a' })
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})

it('a work queue lets a share of one group wait, and keeps places for preferred tasks', async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 4, ofGroup: 2, kept: 1 })
  const tasks = Array.from({ length: 5 }, createTask)
  const [running, ...others] = tasks.map(({ run }) => run)
  const run = (index: number, turn: Parameters<typeof queue.run>[1]) =>
    queue.run(others[index] as () => Promise<void>, turn)
  const outcomes = [queue.run(running as () => Promise<void>), run(0, { group: 'crowd' }), run(1, { group: 'crowd' })]
  const crowded = { code: 'too_many_attempts' }
  await expect(queue.run(async () => undefined, { group: 'crowd' })).rejects.toMatchObject(crowded)
  await expect(queue.run(async () => undefined, { group: 'crowd', isPreferred: true })).rejects.toMatchObject(crowded)
  outcomes.push(run(2, { group: 'other' }))
  await expect(queue.run(async () => undefined)).rejects.toMatchObject({ code: 'too_busy' })
  outcomes.push(run(3, { group: 'other', isPreferred: true }))
  await expect(queue.run(async () => undefined, { isPreferred: true })).rejects.toMatchObject({ code: 'too_busy' })
  for (const task of tasks) task.end()
  await Promise.all(outcomes)
})

it('a work queue runs a share of one group at once, and lets others pass the rest of it', async () => {
  const queue = createWorkQueue({ atOnce: 3, waiting: 4, ofGroupAtOnce: 2 })
  const tasks = Array.from({ length: 5 }, createTask)
  const groups = ['crowd', 'crowd', 'crowd', 'other', 'other']
  const outcomes = tasks.map(({ run }, index) => queue.run(run, { group: groups[index] }))
  const running = () => tasks.map((task) => task.isRunning)
  expect(running()).toEqual([true, true, false, true, false])
  tasks[3]?.end()
  await outcomes[3]
  await settled()
  expect(running()).toEqual([true, true, false, true, true])
  for (const task of tasks) task.end()
  await Promise.all(outcomes)
})

it('a work queue begins all tasks that one task kept waiting', async () => {
  const queue = createWorkQueue({ atOnce: 3, waiting: 4, ofGroupAtOnce: 1 })
  const [first, sameKey, sameGroup] = [createTask(), createTask(), createTask()]
  const outcomes = [
    queue.run(first.run, { key: 'a', group: 'crowd' }),
    queue.run(sameKey.run, { key: 'a' }),
    queue.run(sameGroup.run, { group: 'crowd' }),
  ]
  expect([sameKey.isRunning, sameGroup.isRunning]).toEqual([false, false])
  first.end()
  await outcomes[0]
  await settled()
  expect([sameKey.isRunning, sameGroup.isRunning]).toEqual([true, true])
  for (const task of [sameKey, sameGroup]) task.end()
  await Promise.all(outcomes)
})
