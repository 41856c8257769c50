import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { openDemo } from './fill.js'
import { planDemo } from './plan.js'

/** Everything that the administrator sees of the bugs. */
async function everything(now: Date) {
  const tracker = await openDemo(memoryStore(), now)
  const admin = tracker.as({ login: 'admin@example.com' })
  const { bugs } = await admin.bugs.search({})
  const ids = bugs.map((bug) => bug.id)
  const [{ bugs: histories }, { bugs: comments }] = [
    await admin.bugs.history({ ids }),
    await admin.comments.get({ ids }),
  ]
  await tracker.close()
  return { bugs, histories, comments }
}

it('the demo tracker is the same each time, and as varied as a tracker in use', async () => {
  const now = new Date('2026-06-01T00:00:00Z')
  const { bugs, histories, comments } = await everything(now)
  expect(bugs).toHaveLength(200)
  expect(new Set(bugs.map((bug) => bug.summary)).size).toBe(200)
  const values = (of: (bug: (typeof bugs)[number]) => unknown) => new Set(bugs.map(of)).size
  expect(values((bug) => bug.product)).toBe(3)
  expect(values((bug) => bug.component)).toBe(9)
  expect(values((bug) => bug.status)).toBe(4)
  expect(values((bug) => bug.resolution)).toBe(6)
  expect(values((bug) => bug.creator)).toBe(8)
  expect(bugs.some((bug) => bug.depends_on.length > 0)).toBe(true)
  const times = bugs.map((bug) => bug.creation_time.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBeGreaterThan(new Date('2025-05-31T00:00:00Z').getTime())
  expect(Math.max(...bugs.map((bug) => bug.last_change_time.getTime()))).toBeLessThan(now.getTime())
  expect(Object.values(comments).flatMap((one) => one.comments).length).toBeGreaterThan(400)
  expect(histories.flatMap((bug) => bug.history).length).toBeGreaterThan(200)

  expect(await everything(now)).toEqual({ bugs, histories, comments })
})

it('the events of the demo tracker happen in order, within a year', () => {
  const times = planDemo().map((event) => event.at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(365 * 24 * 60)
})
