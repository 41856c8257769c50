// The course of bugs against what was seen at the end of each day. SEED repeats a run.
import { expect, it } from 'vitest'
import { addBugs, type BugPlan } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createRandom } from '../../../test/simulation/moves.js'
import { createTracker } from '../../tracker/tracker.js'
import type { BugsSearchInput, BugsTrendInput } from '@trackerkit/types'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
type Random = ReturnType<typeof createRandom>

const oneDay = 86_400
const days = 12

interface Seen {
  readonly isOpen: boolean
  readonly hours: number
}

/** The bugs at the end of each day, and how often each was opened and closed on it. */
interface Diary {
  readonly date: string
  readonly bugs: ReadonlyMap<number, Seen>
  readonly opened: readonly number[]
  readonly closed: readonly number[]
}

async function allBugs({ tracker }: World): Promise<Map<number, Seen>> {
  const { bugs } = await tracker.asSystem().bugs.search({ include_fields: ['id', 'is_open', 'remaining_time'] })
  return new Map(bugs.map(({ id, is_open, remaining_time = 0 }) => [id, { isOpen: is_open, hours: remaining_time }]))
}

/** People file, close, reopen and work on bugs, some of which few may see. */
async function live(world: World, random: Random): Promise<Diary[]> {
  await world.tracker.asSystem().parameters.update({ parameters: { timetrackinggroup: 'editbugs' } })
  const diary: Diary[] = []
  let before = await allBugs(world)
  for (let day = 0; day < days; day++) {
    const [opened, closed]: [number[], number[]] = [[], []]
    for (let step = random.upTo(4); step > 0; step--) {
      await act(world, random, [...before.keys()])
      const after = await allBugs(world)
      for (const [id, { isOpen }] of after) {
        if (isOpen && !before.get(id)?.isOpen) opened.push(id)
        if (!isOpen && before.get(id)?.isOpen) closed.push(id)
      }
      before = after
      world.clock.advance(60)
    }
    diary.push({ date: world.clock.now().toISOString().slice(0, 10), bugs: before, opened, closed })
    if (day < days - 1) world.clock.advance(oneDay)
  }
  return diary
}

async function act(world: World, { pick, upTo }: Random, ids: readonly number[]): Promise<void> {
  const admin = world.tracker.asSystem('ivan@example.com')
  const place = pick([
    { product: 'Widgets', component: 'UI', version: '1.0' },
    { product: 'Vault', component: 'Safe', version: '1' },
  ])
  const what = ids.length < 2 ? 0 : upTo(5)
  const id = pick(ids)
  if (what === 0) await admin.bugs.create({ ...place, summary: 'New', estimated_time: upTo(9) })
  // Imported, perhaps closed, with nothing said of how it came to be so.
  else if (what === 1) await addBugs(world.store, world.clock.now(), [odd(upTo(2) === 0)])
  else if (what === 2) await admin.bugs.update({ ids: [id], remaining_time: upTo(900) / 100 })
  else {
    const { bugs } = await admin.bugs.get({ ids: [id] })
    const way = bugs[0]?.is_open
      ? { status: 'RESOLVED', resolution: pick(['FIXED', 'INVALID']) }
      : pick([{ status: 'CONFIRMED' }, { resolution: 'WORKSFORME' }, { status: 'VERIFIED' }])
    await admin.bugs.update({ ids: [id], ...way })
  }
}

const odd = (isClosed: boolean): BugPlan => ({
  ...(isClosed && { status: 'RESOLVED', resolution: 'FIXED' }),
  groups: isClosed ? ['secret'] : [],
  columns: { remaining_time: 2.5 },
})

const criteria: readonly BugsSearchInput[] = [
  {},
  { product: 'Widgets' },
  { status: '__closed__' },
  { resolution: 'FIXED', component: ['UI', 'Safe'] },
]

onAnyStore('bugs.trend', (open) => {
  it(`returns the counts at the end of each day of the bugs that match today (seed ${seed})`, async () => {
    const world = await open()
    const diary = await live(world, createRandom(seed))
    for (const wanted of criteria)
      for (const who of ['ivan', 'eve', null]) {
        const { bugs } = await world.as(who).bugs.search({ ...wanted, include_fields: ['id'] })
        const found = new Set(bugs.map(({ id }) => id))
        const plain = diary.map(({ date, bugs: all, opened, closed }) => ({
          start: date,
          opened: opened.filter((id) => found.has(id)).length,
          closed: closed.filter((id) => found.has(id)).length,
          open: [...all].filter(([id, { isOpen }]) => isOpen && found.has(id)).length,
          ...(who === 'ivan' && { remaining_time: hoursOf([...all].filter(([id]) => found.has(id))) }),
        }))
        const { over, points } = await world.as(who).bugs.trend({ ...wanted, hours: true })
        const first = plain.findIndex(({ start }) => start === points[0]?.start)
        const about = { who, wanted }
        expect({ ...about, over, points }).toEqual({
          ...{ ...about, over: 'day' },
          points: found.size === 0 ? [] : plain.slice(first),
        })
        for (const { opened, open: left } of plain.slice(0, Math.max(first, 0)))
          expect([about, opened, left]).toEqual([about, 0, 0])
        const late = await world
          .as(who)
          .bugs.trend({ ...wanted, over: 'day', from: new Date('2026-03-08'), hours: true })
        expect({ ...about, late: late.points }).toEqual({
          ...about,
          late: points.filter(({ start }) => start >= '2026-03-08'),
        })
        const early = await world
          .as(who)
          .bugs.trend({ ...wanted, over: 'day', until: new Date('2026-03-06T12:00:00Z'), hours: true })
        expect({ ...about, early: early.points }).toEqual({
          ...about,
          early: points.filter(({ start }) => start <= '2026-03-06'),
        })
      }
  })

  it('puts days together to weeks from Monday and to months, of a few points unless asked otherwise', async () => {
    const world = await open()
    const created = { creation_time: new Date('2025-12-30T23:00:00Z') }
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ columns: created }, { columns: created }])
    await world.as('alice').bugs.update({ ids: [id], status: 'RESOLVED', resolution: 'FIXED' })
    const { bugs } = world.as('alice')
    const weeks = await bugs.trend({ over: 'week' })
    expect([weeks.points.length, weeks.points[0], weeks.points.at(-1)]).toEqual([
      9,
      { start: '2025-12-29', opened: 2, closed: 0, open: 2 },
      { start: '2026-02-23', opened: 0, closed: 1, open: 1 },
    ])
    expect(await bugs.trend({ over: 'month', from: new Date('2026-02-14') })).toEqual({
      over: 'month',
      points: [
        { start: '2026-02-01', opened: 0, closed: 0, open: 2 },
        { start: '2026-03-01', opened: 0, closed: 1, open: 1 },
      ],
    })
    expect(await bugs.trend({ days: 2 })).toEqual({
      over: 'day',
      points: [
        { start: '2026-02-28', opened: 0, closed: 0, open: 2 },
        { start: '2026-03-01', opened: 0, closed: 1, open: 1 },
      ],
    })
    expect(await bugs.trend({ over: 'week', until: new Date('2026-01-14') })).toEqual({
      over: 'week',
      points: weeks.points.slice(0, 3),
    })
    const inSameMonth = { over: 'month', from: new Date('2026-01-14'), until: new Date('2026-01-02') } as const
    expect((await bugs.trend(inSameMonth)).points).toEqual([{ start: '2026-01-01', opened: 0, closed: 0, open: 2 }])
    expect(await bugs.trend({ from: new Date('2026-02-14'), until: new Date('2026-02-13') })).toEqual({
      over: 'day',
      points: [],
    })
    expect((await bugs.trend({})).over).toBe('day')
    world.clock.advance(oneDay * 300)
    expect((await bugs.trend({})).over).toBe('week')
    world.clock.advance(oneDay * 600)
    expect((await bugs.trend({})).over).toBe('month')
    expect((await bugs.trend({ until: new Date('2026-01-31') })).over).toBe('day')
    expect(await bugs.trend({ status: 'VERIFIED' })).toEqual({ over: 'day', points: [] })
    await expect(bugs.trend({ over: 'day', creation_time: new Date(0), from: new Date(0) })).resolves.toBeDefined()
    world.clock.advance(oneDay * 300)
    await expect(bugs.trend({ over: 'day' })).rejects.toMatchObject({
      code: 'too_many_groups',
      data: { field: 'over' },
    })
  })

  it('reveals nothing of hidden bugs, not even when the first was filed', async () => {
    const [world, other] = [await open(), await open()]
    const longAgo = { creation_time: new Date('2026-01-05') }
    await addBugs(world.store, world.clock.now(), [{ id: 1 }])
    await addBugs(other.store, other.clock.now(), [
      { id: 1 },
      { id: 2, groups: ['secret'], creator: 'ivan', columns: longAgo },
      { id: 3, groups: ['secret'], creator: 'ivan', assigned_to: 'ivan', columns: longAgo },
    ])
    await other
      .as('ivan')
      .bugs.update({ ids: [2, 3], status: 'RESOLVED', resolution: 'FIXED', assigned_to: 'ivan@example.com' })
    for (const who of ['eve', null]) {
      const inputs: BugsTrendInput[] = [
        {},
        { over: 'week' },
        { product: 'Widgets', from: new Date(0) },
        { hours: true },
      ]
      for (const input of inputs)
        expect([input, await other.as(who).bugs.trend(input)]).toEqual([input, await world.as(who).bugs.trend(input)])
    }
    expect((await other.as('ivan').bugs.trend({ over: 'month' })).points[0]).toMatchObject({ opened: 2, open: 2 })
  })

  it('runs as many queries for many bugs as for few, and none until a bug changes', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const asked = async () => {
      queries.length = 0
      await tracker.as({ login: 'alice@example.com' }).bugs.trend({ product: 'Widgets' })
      return queries.filter((entity) => entity.startsWith('bug')).length
    }
    await addBugs(world.store, world.clock.now(), [{}])
    const ofOne = await asked()
    expect([ofOne > 0, await asked()]).toEqual([true, 0])
    const { id } = await tracker
      .as({ login: 'alice@example.com' })
      .bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' })
    await addBugs(
      world.store,
      world.clock.now(),
      Array.from({ length: 30 }, () => ({})),
    )
    expect([id > 0, await asked()]).toEqual([true, ofOne])
  })
})

function hoursOf(seen: readonly (readonly [number, Seen])[]): number {
  return Math.round(seen.reduce((sum, [, { hours }]) => sum + hours, 0) * 100) / 100
}
