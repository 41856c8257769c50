// Boards against what bugs.search finds for the same caller. SEED repeats a run.
import { expect, it } from 'vitest'
import { addBugs, addCustomField, inStore, type BugPlan } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createRandom } from '../../../test/simulation/moves.js'
import { fieldTypes } from '../../setup/field-types.js'
import { createTracker } from '../../tracker/tracker.js'
import type { Bug, BugsBoardInput, BugsSearchInput } from '@trackerkit/types'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
type Random = ReturnType<typeof createRandom>

const asked = 40
const people = ['eve', 'alice', 'ivan', null] as const

async function addRandomBugs(world: World, random: Random): Promise<void> {
  await inStore(world.store, async (tx) => {
    await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['small', 'LARGE'])
  })
  await addBugs(
    world.store,
    world.clock.now(),
    Array.from({ length: 40 }, () => randomBug(world, random)),
  )
}

function randomBug({ clock }: World, { pick, upTo }: Random): BugPlan {
  const isClosed = upTo(3) === 0
  const product = pick(['Widgets', 'Gadgets', 'Vault'])
  return {
    product,
    ...(product === 'Widgets' && { component: pick(['UI', 'Core']), version: pick(['1.0', '2.0']) }),
    status: isClosed ? 'RESOLVED' : pick(['CONFIRMED', 'IN_PROGRESS']),
    resolution: isClosed ? pick(['FIXED', 'INVALID']) : '',
    creator: pick(['alice', 'bob', 'eve']),
    assigned_to: pick(['alice', 'ivan', 'eve']),
    groups: upTo(3) === 0 ? ['secret'] : [],
    custom: pick<Readonly<Record<string, string>>>([{}, { cf_size: 'small' }, { cf_size: 'LARGE' }]),
    columns: { last_change_time: new Date(clock.now().getTime() - upTo(1000) * 60_000) },
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
  'assigned_to',
  'creator',
  'is_open',
  'cf_size',
] as const

const criteria: readonly BugsSearchInput[] = [
  {},
  { status: '__open__' },
  { product: ['Widgets', 'Vault'] },
  { assigned_to: 'eve@example.com' },
  { summary: 'blinks', component: ['UI', 'Safe'] },
  { quicksearch: 'blinks' },
  { f1: 'priority', o1: 'notequals', v1: 'High' },
]

const valueOf = (bug: Bug, field: (typeof fields)[number]) => String(bug[field])

onAnyStore('bugs.board', (open) => {
  it(`has the bugs of a search in their cells, and nothing else, for every caller (seed ${seed})`, async () => {
    const world = await open()
    const random = createRandom(seed)
    await addRandomBugs(world, random)
    for (let n = 0; n < asked; n++) {
      const [who, wanted, columns] = [random.pick(people), random.pick(criteria), random.pick(fields)]
      const rows = random.upTo(2) === 0 ? undefined : random.pick(fields)
      const order = random.pick([undefined, 'assigned_to', 'bug_id DESC'])
      const sort = order ?? 'priority,last_change_time DESC'
      const { bugs } = await world.as(who).bugs.search({ ...wanted, order: sort, limit: 0 })
      const input = { ...wanted, columns, ...(rows && { rows }), ...(order && { order }) }
      const board = await world.as(who).bugs.board(input)
      const cellOf = (bug: Bug) => [valueOf(bug, columns), rows ? valueOf(bug, rows) : null]
      const about = { who, input }
      const found = board.cells.map(({ column, row, bugs: cards }) => [column, row, cards.map(({ id }) => id)])
      const expected = new Map<string, [unknown, unknown, number[]]>()
      for (const bug of bugs) {
        const [column, row] = cellOf(bug)
        const cell = expected.get(`${column}/${row}`) ?? [column, row, []]
        cell[2].push(bug.id)
        expected.set(`${column}/${row}`, cell)
      }
      const sorted = (cells: readonly unknown[][]) => cells.toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
      expect({ ...about, cells: sorted(found) }).toEqual({ ...about, cells: sorted([...expected.values()]) })
      expect(board.cells.every(({ count, bugs: cards }) => count === cards.length)).toBe(true)
      expect([board.total, board.more_columns, board.more_rows]).toEqual([bugs.length, 0, 0])
      const counts = board.columns.map(({ value, count }) => [value, count])
      expect(counts).toEqual(
        board.columns.map(({ value }) => [value, bugs.filter((bug) => cellOf(bug)[0] === value).length]),
      )
    }
  })

  it('shows active statuses, priorities and milestones without bugs, and open statuses first', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    await system.parameters.update({ parameters: { usetargetmilestone: true } })
    await system.milestones.create({ product: 'Widgets', name: 'M8' })
    await system.milestones.create({ product: 'Widgets', name: 'M9', is_active: false })
    await system.milestones.create({ product: 'Vault', name: 'Secret' })
    await addBugs(world.store, world.clock.now(), [{ status: 'RESOLVED', resolution: 'FIXED' }])
    const valuesOf = async (input: BugsBoardInput) =>
      (await world.as('eve').bugs.board(input)).columns.map(({ value, count }) => `${value} ${count}`)
    expect(await valuesOf({})).toEqual(['UNCONFIRMED 0', 'CONFIRMED 0', 'IN_PROGRESS 0', 'RESOLVED 1', 'VERIFIED 0'])
    expect(await valuesOf({ columns: 'priority' })).toContain('High 0')
    expect(await valuesOf({ columns: 'target_milestone', product: ['Widgets', 'Vault'] })).toEqual([
      '--- 1',
      'M1 0',
      'M8 0',
    ])
    expect(await valuesOf({ columns: 'component' })).toEqual(['UI 1'])
  })

  it('reveals nothing of hidden bugs', async () => {
    const [world, other] = [await open(), await open()]
    const hidden = { groups: ['secret'], creator: 'ivan', assigned_to: 'ivan' }
    await addBugs(world.store, world.clock.now(), [{ id: 1 }])
    await addBugs(other.store, other.clock.now(), [
      { id: 1 },
      { id: 2, product: 'Vault', ...hidden },
      { id: 3, status: 'RESOLVED', resolution: 'INVALID', component: 'Core', ...hidden },
    ])
    for (const who of ['eve', null]) {
      for (const columns of ['product', 'status', 'assigned_to', 'component', 'resolution']) {
        for (const more of [{}, { rows: 'creator' }]) {
          const input = { columns, ...more }
          expect([input, await other.as(who).bugs.board(input)]).toEqual([input, await world.as(who).bugs.board(input)])
        }
      }
    }
    expect(await other.as('ivan').bugs.board({ columns: 'product' })).toMatchObject({ total: 3 })
  })

  it('names people by their real names, and merges components of the same name', async () => {
    const world = await open()
    const system = world.tracker.asSystem()
    await system.users.update({ names: ['bob@example.com'], full_name: 'Bob Stone' })
    const component = { description: 'Its own', default_assignee: 'bob@example.com' }
    await system.components.create({ product: 'Gadgets', name: 'ui', ...component })
    await addBugs(world.store, world.clock.now(), [
      { component: 'UI', assigned_to: 'bob' },
      { product: 'Gadgets', component: 'ui', assigned_to: 'bob' },
    ])
    const { columns, rows, cells } = await world.as('alice').bugs.board({ columns: 'component', rows: 'assigned_to' })
    expect(columns).toMatchObject([{ count: 2 }])
    expect(rows).toEqual([{ value: 'bob@example.com', name: 'Bob Stone', count: 2 }])
    expect(cells).toMatchObject([{ row: 'bob@example.com', count: 2, bugs: [{}, {}] }])
  })

  it('cuts columns, rows and cards, prefers values with bugs, and counts what is left out', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const names = Array.from({ length: 25 }, (_, n) => `size ${String(n).padStart(2, '0')}`)
      await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, names)
    })
    const plan = (n: number): BugPlan => ({ custom: { cf_size: `size ${n}` } })
    await addBugs(world.store, world.clock.now(), [...Array.from({ length: 60 }, () => plan(24)), plan(23)])
    const board = await world.as('alice').bugs.board({ columns: 'cf_size', include_fields: ['id'] })
    expect(board.columns).toHaveLength(20)
    expect(board.columns.slice(-2).map(({ value, count }) => [value, count])).toEqual([
      ['size 23', 1],
      ['size 24', 60],
    ])
    expect(board.more_columns).toBe(5)
    expect(board.cells.map(({ count, bugs }) => [count, bugs.length])).toEqual([
      [1, 1],
      [60, 50],
    ])
    expect(board.cells[0]?.bugs).toEqual([{ id: 61 }])
    const few = await world.as('alice').bugs.board({ columns: 'is_open', rows: 'cf_size', limit: 3 })
    expect(few.rows).toHaveLength(20)
    expect(few.cells.reduce((sum, { bugs }) => sum + bugs.length, 0)).toBe(3)
    expect(few.cells.reduce((sum, { count }) => sum + count, 0)).toBe(61)
  })

  it('has cards in every cell where there are many bugs', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['small', 'LARGE'])
    })
    const many = Array.from({ length: 70 }, (): BugPlan => ({ assigned_to: 'eve', custom: { cf_size: 'LARGE' } }))
    await addBugs(world.store, world.clock.now(), [
      { id: 1, assigned_to: 'bob', custom: { cf_size: 'small' } },
      ...many,
    ])
    for (const rows of ['assigned_to', 'cf_size']) {
      const board = await world
        .as('alice')
        .bugs.board({ rows, order: 'bug_id DESC', limit: 20, include_fields: ['id'] })
      const shown = new Map(board.cells.map(({ count, bugs }) => [count, bugs.length]))
      expect([shown.get(1), shown.get(70)]).toEqual([1, 19])
      const ids = board.cells.flatMap(({ count, bugs }) => (count > 1 ? bugs.map(({ id }) => id) : []))
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    }
  })

  it('accepts the names that bugs, metadata and counts have for a field, in any case', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, ['small', 'LARGE'])
    })
    await addBugs(world.store, world.clock.now(), [{ custom: { cf_size: 'small' } }])
    const { bugs } = world.as('alice')
    const same = { status: ['bug_status', 'Bug_Status'], priority: ['Priority'], cf_size: ['CF_Size'] }
    for (const [columns, names] of Object.entries(same))
      for (const name of names) {
        expect([name, await bugs.board({ columns: name })]).toEqual([name, await bugs.board({ columns })])
        expect([name, await bugs.count({ x: name })]).toEqual([name, await bugs.count({ x: columns })])
      }
  })

  it('has no limit for values without bugs', async () => {
    const world = await open()
    const names = Array.from({ length: 1001 }, (_, n) => `size ${n}`)
    await inStore(world.store, async (tx) => {
      await addCustomField(tx, { name: 'cf_size', type: fieldTypes.singleSelect }, names)
    })
    await addBugs(world.store, world.clock.now(), [{ custom: { cf_size: 'size 700' } }])
    const { columns, more_columns } = await world.as('alice').bugs.board({ columns: 'cf_size' })
    expect([columns.length, more_columns]).toEqual([20, 981])
    expect(columns.at(-1)).toEqual({ value: 'size 700', name: 'size 700', count: 1 })
  })

  it('names people by what is left of their logins where that is the same', async () => {
    const world = await open()
    const system = world.tracker.asSystem('admin@example.com')
    await system.users.create({ email: 'bob@example.org', full_name: 'Another Bob' })
    await addBugs(world.store, world.clock.now(), [{ id: 1, assigned_to: 'bob' }, { id: 2 }])
    await system.bugs.update({ ids: [2], assigned_to: 'bob@example.org' })
    const { columns } = await world.as(null).bugs.board({ columns: 'assigned_to' })
    expect(columns).toEqual([{ value: 'bob', name: 'bob', count: 2 }])
  })

  it('takes one statement for each column that has bugs, and six', async () => {
    const world = await open()
    const statuses = ['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS']
    await addBugs(
      world.store,
      world.clock.now(),
      statuses.flatMap((status) => Array.from({ length: 30 }, () => ({ status }))),
    )
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const { bugs } = tracker.as({ login: 'alice@example.com' })
    await bugs.board({})
    queries.length = 0
    const include_fields = ['id', 'summary', 'priority', 'assigned_to_detail'] as const
    await bugs.board({ product: 'Widgets', rows: 'assigned_to', include_fields })
    expect(queries.length).toBeLessThanOrEqual(statuses.length + 6)
  })

  it('uses the order of a saved search', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{ id: 1 }, { id: 2 }])
    const { bugs, savedSearches } = world.as('alice')
    await savedSearches.save({ name: 'Newest', query: 'product=Widgets&order=bug_id%20DESC' })
    const { cells } = await bugs.board({ savedsearch: 'Newest', include_fields: ['id'] })
    expect(cells).toMatchObject([{ bugs: [{ id: 2 }, { id: 1 }] }])
  })

  it('rejects fields without a single value, unknown fields and large limits', async () => {
    const world = await open()
    const rejected: [BugsBoardInput, string, number, string][] = [
      [{ columns: 'keywords' }, 'param_invalid', 53, 'columns'],
      [{ columns: 'summary' }, 'param_invalid', 53, 'columns'],
      [{ rows: 'cc' }, 'param_invalid', 53, 'rows'],
      [{ rows: 'constructor' }, 'invalid_field_name', 108, 'rows'],
      [{ limit: 51 }, 'number_too_large', 54, 'limit'],
      [{ limit: 201, rows: 'status' }, 'number_too_large', 54, 'limit'],
      [{ limit: 0 }, 'number_too_small', 55, 'limit'],
      [{ f1: 'nonsense', o1: 'equals', v1: 'x' }, 'invalid_field_name', 108, 'f1'],
    ]
    for (const [input, code, number, field] of rejected)
      await expect(world.as('alice').bugs.board(input)).rejects.toMatchObject({ code, number, data: { field } })
  })
})
