import { expect, it } from 'vitest'
import { onEveryStore } from '../../test/harness.js'
import { createTimeBudget } from './time-budget.js'

it('an operation is ended when its time is up', () => {
  let milliseconds = 0
  const budget = createTimeBudget({ stopwatch: () => milliseconds, timeoutSeconds: 10 }, 'search_too_expensive')
  milliseconds = 9_000
  expect(() => budget.step()).not.toThrow()
  milliseconds = 10_000
  expect(() => budget.step()).toThrow(expect.objectContaining({ code: 'search_too_expensive' }) as Error)
})

onEveryStore('an operation past its timeout', (world) => {
  /** Opens a tracker for which, once it is `slow`, a second passes at each look at the clock. */
  async function openSlow() {
    const speed = { slow: false }
    let milliseconds = 0
    const stopwatch = () => (milliseconds += speed.slow ? 1000 : 0)
    return { ...(await world({ testing: { stopwatch }, timeoutSeconds: 3 })), speed }
  }

  it('is not assumed because a clock has been set', async () => {
    let now = new Date('2026-03-01T12:00:00Z')
    const { as } = await world({ testing: { clock: () => (now = new Date(now.getTime() + 60_000)) } })
    await expect(as('alice').bugs.search({ creator: 'alice@example.com' })).resolves.toMatchObject({ bugs: [] })
  })

  it('ends with a separate error for searches', async () => {
    const { as, speed } = await openSlow()
    speed.slow = true
    await expect(as('alice').bugs.search({ creator: 'alice@example.com' })).rejects.toMatchObject({
      code: 'search_too_expensive',
    })
  })

  it('ends before it has written anything that would stay', async () => {
    const { as, speed } = await openSlow()
    const alice = as('alice')
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const { id } = await alice.bugs.create(bug)
    speed.slow = true
    await expect(
      alice.bugs.update({ ids: [id], summary: 'It glows', comment: { body: 'Now.' } }),
    ).rejects.toMatchObject({ code: 'operation_timeout' })
    speed.slow = false
    const { bugs } = await alice.bugs.get({ ids: [id] })
    expect(bugs).toMatchObject([{ summary: 'It blinks' }])
    const { bugs: commented } = await alice.comments.get({ ids: [id] })
    expect(commented[String(id)]?.comments).toHaveLength(1)
  })

  it('does not limit calls of the embedding program', async () => {
    const { tracker, speed } = await openSlow()
    speed.slow = true
    await expect(tracker.asSystem().bugs.search({ creator: 'alice@example.com' })).resolves.toMatchObject({ bugs: [] })
  })
})

it('an operation that computes for long lets others run in between', async () => {
  let milliseconds = 0
  const budget = createTimeBudget({ stopwatch: () => milliseconds, timeoutSeconds: 10 })
  expect(budget.step()).toBeUndefined()
  milliseconds = 1000
  const others: string[] = []
  setImmediate(() => others.push('another request'))
  await budget.step()
  expect(others).toEqual(['another request'])
  expect(budget.step()).toBeUndefined()
})

it('operations that compute for long together let others run in between as one does', async () => {
  let milliseconds = 0
  const done: number[] = []
  const work = async (name: number) => {
    const budget = createTimeBudget({ stopwatch: () => milliseconds, timeoutSeconds: 10 })
    milliseconds += 1000
    await budget.step()
    done.push(name)
  }
  const all = Promise.all([1, 2, 3].map(work))
  for (let before = 0; before < 3; before = done.length) {
    await new Promise((resolve) => setImmediate(resolve))
    expect(done.length - before).toBeLessThan(2)
  }
  await all
})
