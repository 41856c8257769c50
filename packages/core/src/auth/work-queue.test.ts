import { expect, it } from 'vitest'
import { createWorkQueue } from './work-queue.js'

/** A task that ends when it is told to. */
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
  const outcomes = [queue.run(first.run, 'a'), queue.run(second.run, 'a'), queue.run(other.run, 'b')]
  expect([second.isRunning, other.isRunning]).toEqual([false, true])
  first.end()
  await outcomes[0]
  await settled()
  expect(second.isRunning).toBe(true)
  second.end()
  other.end()
  await Promise.all(outcomes)
})

it('a work queue goes on after a task that failed', async () => {
  const queue = createWorkQueue({ atOnce: 1, waiting: 1 })
  const failing = queue.run(async () => Promise.reject(new Error('no')), 'a')
  const next = queue.run(async () => 'yes', 'a')
  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})
