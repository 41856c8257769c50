import { memoryStore } from '@trackerkit/adapter-memory'
import { expect, it } from 'vitest'
import { openDemo } from './fill.js'
import { planDemo } from './plan.js'
import { loginOf, people } from './setting.js'

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
  expect(values((bug) => bug.creator)).toBe(9)
  expect(bugs.some((bug) => bug.depends_on.length > 0)).toBe(true)
  const times = bugs.map((bug) => bug.creation_time.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBeGreaterThan(new Date('2025-05-31T00:00:00Z').getTime())
  expect(Math.max(...bugs.map((bug) => bug.last_change_time.getTime()))).toBeLessThan(now.getTime())
  expect(Object.values(comments).flatMap((one) => one.comments).length).toBeGreaterThan(400)
  expect(histories.flatMap((bug) => bug.history).length).toBeGreaterThan(200)

  expect(await everything(now)).toEqual({ bugs, histories, comments })
})

it('the demo tracker has something for its administrator in every part of the dashboard', async () => {
  const tracker = await openDemo(memoryStore(), new Date('2026-06-01T00:00:00Z'))
  const admin = tracker.as({ login: 'admin@example.com' })
  const assigned = await admin.bugs.search({ assigned_to: 'admin@example.com', status: '__open__' })
  expect(assigned.bugs).toHaveLength(6)
  const dates = assigned.bugs.flatMap(({ deadline }) => deadline ?? [])
  expect(dates.toSorted()).toEqual(['2026-06-04', '2026-06-13'])
  const requests = async (criteria: object) => (await admin.requests.get(criteria)).requests.map(({ name }) => name)
  expect((await requests({ requestee: 'admin@example.com' })).toSorted()).toEqual(['needinfo', 'review'])
  expect(await requests({ setter: 'admin@example.com' })).toEqual(['needinfo'])
  expect((await admin.bugs.search({ creator: 'admin@example.com', status: '__open__' })).bugs.length).toBeGreaterThan(1)
  expect((await admin.savedSearches.get()).saved_searches).toHaveLength(3)
  const { milestones } = await admin.milestones.get({ product: 'Harbor', names: ['3.3', '3.4'] })
  expect(milestones.map(({ start_date, due_date }) => [start_date, due_date])).toEqual([
    ['2026-04-18', '2026-06-13'],
    ['2026-06-13', '2026-08-08'],
  ])
  const { bugs: next } = await admin.bugs.search({ target_milestone: '3.3', include_fields: ['is_open'] })
  expect(next.filter(({ is_open }) => !is_open).length / next.length).toBe(0.6)
  const restricted = await admin.bugs.search({
    bug_group: 'security',
    include_fields: ['id', 'creator', 'assigned_to'],
  })
  const [{ id, creator, assigned_to } = { id: 0, creator: '', assigned_to: '' }] = restricted.bugs
  const logins = Object.keys(people).map((name) => loginOf(name))
  const other = logins.find((login) => ![creator, assigned_to, loginOf('grace')].includes(login))
  await expect(tracker.as({ login: other ?? '' }).bugs.get({ ids: [id] })).rejects.toThrow(/does not exist/)
  await tracker.close()
})

it('the events of the demo tracker happen in order, within a year', () => {
  const times = planDemo().map((event) => event.at)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times.at(-1)).toBeLessThan(365 * 24 * 60)
})
