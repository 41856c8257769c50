// Counts against a plain count of what bugs.search finds for the same caller. SEED repeats a run.
import { expect, it } from 'vitest'
import { addBugs, addCustomField, inStore, type BugPlan } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createRandom } from '../../../test/simulation/moves.js'
import { fieldTypes } from '../../setup/field-types.js'
import { createTracker } from '../../tracker/tracker.js'
import type { Bug, BugsCountInput, BugsSearchInput } from '@trackerkit/types'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
type Random = ReturnType<typeof createRandom>

const oneDay = 86_400_000
const asked = 20

/** Bugs of all kinds; some can be seen by few. */
async function addRandomBugs(world: World, random: Random): Promise<void> {
  await inStore(world.store, async (tx) => {
    await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['small', 'LARGE'])
  })
  const plans = Array.from({ length: 40 }, () => randomBug(world, random))
  await addBugs(world.store, world.clock.now(), plans)
}

function randomBug({ clock }: World, { pick, upTo }: Random): BugPlan {
  const isClosed = upTo(3) === 0
  const product = pick(['Widgets', 'Gadgets', 'Vault'])
  const created = new Date(clock.now().getTime() - upTo(50) * oneDay)
  return {
    product,
    ...(product === 'Widgets' && { component: pick(['UI', 'Core']), version: pick(['1.0', '2.0']) }),
    status: isClosed ? 'RESOLVED' : pick(['CONFIRMED', 'IN_PROGRESS']),
    resolution: isClosed ? pick(['FIXED', 'INVALID']) : '',
    creator: pick(['alice', 'bob', 'eve']),
    assigned_to: pick(['alice', 'ivan', 'eve']),
    cc: upTo(4) === 0 ? ['eve'] : [],
    groups: upTo(3) === 0 ? ['secret'] : [],
    keywords: pick([[], ['crash'], ['crash', 'regression']]),
    custom: pick<Readonly<Record<string, string>>>([{}, { cf_size: 'small' }, { cf_size: 'LARGE' }]),
    columns: { creation_time: created, last_change_time: new Date(created.getTime() + upTo(20) * oneDay) },
  }
}

const fields = [
  'product',
  'component',
  'version',
  'target_milestone',
  'status',
  'resolution',
  'priority',
  'severity',
  'platform',
  'op_sys',
  'assigned_to',
  'creator',
  'is_open',
  'keywords',
  'cf_size',
] as const

const criteria: readonly BugsSearchInput[] = [
  {},
  { status: '__open__' },
  { product: ['Widgets', 'Vault'] },
  { product: 'Widgets', resolution: 'FIXED' },
  { assigned_to: 'eve@example.com' },
  { keywords: 'crash' },
  { summary: 'blinks', component: ['UI', 'Safe'] },
  { f1: 'priority', o1: 'notequals', v1: 'High', f2: 'bug_severity', o2: 'equals', v2: 'major', n2: 1 },
]

const valuesOf = (bug: Bug, field: (typeof fields)[number]): string[] => {
  const value = bug[field]
  return Array.isArray(value) && value.length === 0 ? [''] : [value].flat().map(String)
}

/** How many bugs have each value, or pair of values. */
function plainCounts(bugs: readonly Bug[], keysOf: (bug: Bug) => readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const key of bugs.flatMap(keysOf)) counts[key] = (counts[key] ?? 0) + 1
  return counts
}

/** The same form of a table, without what is zero. */
function inCells(x: readonly string[], y: readonly string[], counts: readonly (readonly number[])[]) {
  const names = y.length === 0 ? [''] : y.map((name) => ` / ${name}`)
  const cells = counts.flatMap((row, at) => row.map((count, column) => [`${x[at]}${names[column]}`, count] as const))
  return Object.fromEntries(cells.filter(([, count]) => count > 0))
}

function startOf(time: Date, over: 'day' | 'week' | 'month'): string {
  const date = new Date(time)
  if (over === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return over === 'month' ? `${date.toISOString().slice(0, 7)}-01` : date.toISOString().slice(0, 10)
}

/** The callers. */
const people = ['eve', 'alice', 'ivan', null] as const

onAnyStore('bugs.count', (open) => {
  it(`counts by one field and by two as a look at all bugs does that the caller may see (seed ${seed})`, async () => {
    const world = await open()
    const random = createRandom(seed)
    await addRandomBugs(world, random)
    for (let n = 0; n < asked; n++) {
      const [who, wanted, x] = [random.pick(people), random.pick(criteria), random.pick(fields)]
      const y = random.upTo(3) === 0 ? undefined : random.pick(fields)
      const { bugs } = await world.as(who).bugs.search({ ...wanted, limit: 0 })
      const plain = plainCounts(bugs, (bug) =>
        valuesOf(bug, x).flatMap((one) => (y ? valuesOf(bug, y).map((other) => `${one} / ${other}`) : [one])),
      )
      const counted = await world.as(who).bugs.count({ ...wanted, x, ...(y && { y }) })
      const { total, counts } = counted
      const about = { who, wanted, x, y }
      expect({ ...about, total, cells: inCells(counted.x, counted.y, counts) }).toEqual({
        ...about,
        total: bugs.length,
        cells: plain,
      })
      expect(counts.map((row) => row.length)).toEqual(counted.x.map(() => (y ? counted.y.length : 1)))
    }
  })

  it(`counts by days, weeks and months, empty ones included, like a scan of all bugs (seed ${seed})`, async () => {
    const world = await open()
    const random = createRandom(seed)
    await addRandomBugs(world, random)
    for (let n = 0; n < asked; n++) {
      const [who, wanted] = [random.pick(people), random.pick(criteria)]
      const over = random.pick(['day', 'week', 'month'] as const)
      const time = random.pick(['creation_time', 'last_change_time'] as const)
      const x = random.pick([undefined, ...fields])
      const { bugs } = await world.as(who).bugs.search({ ...wanted, limit: 0 })
      const plain = plainCounts(bugs, (bug) =>
        (x ? valuesOf(bug, x) : ['']).map((value) => `${startOf(bug[time], over)} ${value}`.trim()),
      )
      const {
        total,
        buckets = [],
        ...counted
      } = await world.as(who).bugs.count({ ...wanted, over, time, ...(x && { x }) })
      const names = x ? counted.x : ['']
      const cells = buckets.flatMap(({ start, counts }) =>
        counts.map((count, at) => [`${start} ${names[at]}`.trim(), count] as const),
      )
      const told = Object.fromEntries(cells.filter(([, count]) => count > 0))
      expect({ who, wanted, over, time, x, total, told }).toEqual({
        who,
        wanted,
        over,
        time,
        x,
        total: bugs.length,
        told: plain,
      })
      const starts = buckets.map(({ start }) => start)
      const length = { day: 1, week: 7, month: 31 }[over]
      const next = starts.map((start) => startOf(new Date(Date.parse(start) + length * oneDay), over))
      expect(starts.slice(1)).toEqual(next.slice(0, -1))
    }
  })

  it('lists values in the configured order, people by login, and merges components of the same name', async () => {
    const world = await open()
    await world.tracker.asSystem().components.create({
      product: 'Gadgets',
      name: 'ui',
      description: 'Its own',
      default_assignee: 'bob@example.com',
    })
    await addBugs(world.store, world.clock.now(), [
      { status: 'RESOLVED', resolution: 'FIXED', component: 'UI', assigned_to: 'bob' },
      { status: 'IN_PROGRESS', product: 'Gadgets', component: 'ui', assigned_to: 'alice' },
      { status: 'UNCONFIRMED', component: 'Core', assigned_to: 'bob' },
    ])
    const { count } = world.as('alice').bugs
    expect(await count({ x: 'bug_status', y: 'assigned_to' })).toEqual({
      total: 3,
      x: ['UNCONFIRMED', 'IN_PROGRESS', 'RESOLVED'],
      y: ['alice@example.com', 'bob@example.com'],
      counts: [
        [0, 1],
        [1, 0],
        [0, 1],
      ],
    })
    const { x, counts } = await count({ x: 'component' })
    expect(counts.map(([n], at) => [x[at], n])).toEqual([
      ['Core', 1],
      ['ui', 2],
    ])
    expect(await count({ x: 'is_open' })).toEqual({ total: 3, x: ['true', 'false'], y: [], counts: [[2], [1]] })
    expect(await count({ status: 'VERIFIED' })).toEqual({ total: 0, x: [], y: [], counts: [] })
    expect((await world.as(null).bugs.count({ x: 'creator' })).x).toEqual(['alice'])
  })

  it('reveals nothing of hidden bugs, not even values that only these have', async () => {
    const [world, other] = [await open(), await open()]
    const shown: BugPlan = { id: 1, keywords: ['crash'] }
    const hidden = { groups: ['secret'], creator: 'ivan', assigned_to: 'ivan' }
    const longAgo = new Date(Date.UTC(1971, 3, 5))
    await addBugs(world.store, world.clock.now(), [shown])
    await addBugs(other.store, other.clock.now(), [
      shown,
      { id: 2, product: 'Vault', ...hidden, keywords: ['regression'], columns: { creation_time: longAgo } },
      { id: 3, status: 'RESOLVED', resolution: 'INVALID', component: 'Core', version: '2.0', ...hidden },
    ])
    for (const who of ['eve', null]) {
      for (const x of fields.slice(0, -1)) {
        for (const more of [{}, { y: 'component' }, { over: 'day' as const }]) {
          const input: BugsCountInput = { x, ...more }
          expect([input, await other.as(who).bugs.count(input)]).toEqual([input, await world.as(who).bugs.count(input)])
        }
      }
    }
    expect(await other.as('ivan').bugs.count({ x: 'product' })).toMatchObject({ total: 3, x: ['Vault', 'Widgets'] })
  })

  it('recounts after a change by any tracker, and within a transaction', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{}])
    const priorities = async () => (await world.as('alice').bugs.count({ x: 'priority' })).x
    expect(await priorities()).toEqual(['Normal'])
    const second = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    await second.as({ login: 'alice@example.com' }).bugs.update({ ids: [id], priority: 'High' })
    expect(await priorities()).toEqual(['High'])
    const undone = world.tracker.transaction(async (tx) => {
      const { bugs } = tx.as({ login: 'alice@example.com' })
      await bugs.update({ ids: [id], priority: 'Low' })
      expect((await bugs.count({ x: 'priority' })).x).toEqual(['Low'])
      throw new Error('undo it')
    })
    await expect(undone).rejects.toThrow('undo it')
    await second.as({ login: 'alice@example.com' }).bugs.update({ ids: [id], severity: 'minor' })
    expect(await priorities()).toEqual(['High'])
  })

  it('reads no bug again until one has changed, and shares no cached counts between users', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{}, { groups: ['secret'] }])
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const totalFor = async (name: string) => {
      const { total } = await tracker
        .as({ login: `${name}@example.com` })
        .bugs.count({ x: 'status', product: 'Widgets' })
      return total
    }
    expect([await totalFor('eve'), await totalFor('ivan')]).toEqual([1, 2])
    queries.length = 0
    expect([await totalFor('eve'), await totalFor('ivan')]).toEqual([1, 2])
    expect(queries).not.toContain('bugs')
  })

  it('refuses fields that nothing is counted by, and inputs that say two things', async () => {
    const world = await open()
    await world.tracker.asSystem().parameters.update({ parameters: { useqacontact: false } })
    const refused: [BugsCountInput, string, string][] = [
      [{ x: 'summary' }, 'invalid_field_name', 'x'],
      [{ x: 'constructor' }, 'invalid_field_name', 'x'],
      [{ x: 'qa_contact' }, 'invalid_field_name', 'x'],
      [{ x: 'status', y: 'cf_none' }, 'invalid_field_name', 'y'],
      [{ y: 'status' }, 'param_invalid', 'y'],
      [{ x: 'status', y: 'product', over: 'day' }, 'param_invalid', 'y'],
      [{ over: 'hour' as 'day' }, 'param_invalid', 'over'],
      [{ x: 'status', f1: 'nonsense', o1: 'equals', v1: 'x' }, 'invalid_field_name', 'f1'],
    ]
    for (const [input, code, field] of refused)
      await expect(world.as('alice').bugs.count(input)).rejects.toMatchObject({ code, data: { field } })
  })

  it('refuses more than a thousand periods, though not because of hidden bugs', async () => {
    const world = await open()
    const longAgo = { creation_time: new Date(Date.UTC(2000, 1, 1)) }
    await addBugs(world.store, world.clock.now(), [{}, { groups: ['secret'], columns: longAgo, creator: 'ivan' }])
    await expect(world.as('ivan').bugs.count({ over: 'day' })).rejects.toMatchObject({
      code: 'too_many_groups',
      number: 1449,
      data: { field: 'over', limit: 1000 },
    })
    expect(await world.as('eve').bugs.count({ over: 'day' })).toMatchObject({ total: 1, buckets: [{ counts: [1] }] })
    expect((await world.as('ivan').bugs.count({ over: 'month' })).total).toBe(2)
  })
})
