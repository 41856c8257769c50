import { expect, it } from 'vitest'
import { addBugs, type BugPlan } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

/** 10 waits for 11 and 12, these for 13, that for 14; 8 waits for 9, and that for 10. 12 is closed. */
const around: readonly BugPlan[] = [
  { id: 10, summary: 'Middle', depends_on: [11, 12], alias: ['middle'] },
  { id: 11, depends_on: [13] },
  { id: 12, depends_on: [13], status: 'RESOLVED', resolution: 'FIXED' },
  { id: 13, depends_on: [14] },
  { id: 14 },
  { id: 9, depends_on: [10] },
  { id: 8, depends_on: [9] },
  { id: 7, summary: 'Unrelated' },
]

async function add(world: World, plans: readonly BugPlan[]) {
  await addBugs(world.store, world.clock.now(), plans)
}

/** The numbers of the bugs in their order, and the dependencies as `waits > for`. */
async function graph(world: World, who: string | null, input: Parameters<ReturnType<World['as']>['bugs']['graph']>[0]) {
  const { bugs, edges, cut } = await world.as(who).bugs.graph(input)
  return {
    ids: bugs.map(({ id }) => id),
    edges: edges.map((edge) => `${edge.blocks} > ${edge.depends_on}`),
    cut,
  }
}

onAnyStore('bugs.graph', (open) => {
  it('returns the bugs in both directions to the requested depth, nearest first, with all dependencies between them', async () => {
    const world = await open()
    await add(world, around)
    expect(await graph(world, 'alice', { id: 10, depth: 1 })).toEqual({
      ids: [10, 11, 12, 9],
      edges: ['10 > 11', '10 > 12', '9 > 10'],
      cut: false,
    })
    expect((await graph(world, 'alice', { id: 10, depth: 2 })).ids).toEqual([10, 11, 12, 9, 13, 8])
    const all = ['10 > 11', '10 > 12', '9 > 10', '11 > 13', '12 > 13', '8 > 9', '13 > 14']
    expect(await graph(world, 'alice', { id: 'middle' })).toEqual({
      ids: [10, 11, 12, 9, 13, 8, 14],
      edges: all,
      cut: false,
    })
    expect(await graph(world, 'alice', { id: 7, depth: 5 })).toEqual({ ids: [7], edges: [], cut: false })
  })

  it('returns the summary, status and assignee of each bug', async () => {
    const world = await open()
    await add(world, around)
    const { bugs } = await world.as('alice').bugs.graph({ id: 12, depth: 1 })
    expect(bugs[0]).toEqual({
      id: 12,
      summary: 'It blinks',
      status: 'RESOLVED',
      resolution: 'FIXED',
      is_open: false,
      assigned_to: at('bob'),
      priority: 'Normal',
      severity: 'major',
      target_milestone: '---',
    })
    const { bugs: anonymous } = await world.as(null).bugs.graph({ id: 12, depth: 1 })
    expect(anonymous[0]?.assigned_to).toBe('bob')
  })

  it('leaves out closed bugs and the ways through them when open ones are wanted, but never the bug itself', async () => {
    const world = await open()
    await add(world, [...around, { id: 20, depends_on: [12] }])
    expect((await graph(world, 'alice', { id: 10, open_only: true, depth: 1 })).ids).toEqual([10, 11, 9])
    expect((await graph(world, 'alice', { id: 20, open_only: true, depth: 5 })).ids).toEqual([20])
    expect((await graph(world, 'alice', { id: 12, open_only: true, depth: 1 })).ids).toEqual([12, 13, 10, 20])
  })

  it('answers as if bugs that the caller may not see did not exist, and follows no way through them [GEN-28]', async () => {
    const world = await open()
    await add(world, [
      { id: 1, depends_on: [2, 3] },
      { id: 2 },
      { id: 3, depends_on: [4], groups: ['secret'] },
      { id: 4 },
    ])
    expect(await graph(world, 'ivan', { id: 1 })).toEqual({
      ids: [1, 2, 3, 4],
      edges: ['1 > 2', '1 > 3', '3 > 4'],
      cut: false,
    })
    for (const who of ['eve', null])
      expect(await graph(world, who, { id: 1 })).toEqual({ ids: [1, 2], edges: ['1 > 2'], cut: false })
    const error = (id: number | string) =>
      world
        .as('eve')
        .bugs.graph({ id })
        .catch((caught: unknown) => caught)
    expect(await error(3)).toMatchObject({ code: 'bug_id_does_not_exist' })
    expect(String(await error(3)).replace('3', '99')).toBe(String(await error(99)))
  })

  it('returns at most 200 bugs of both directions and marks a longer list, without counting hidden ones', async () => {
    const world = await open()
    const ids = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
    const below = ids(1000, 150)
    const hidden = ids(3000, 60)
    await add(world, [
      ...below.map((id) => ({ id })),
      ...hidden.map((id) => ({ id, groups: ['secret'] })),
      { id: 1, depends_on: [...below, ...hidden] },
      ...ids(2000, 49).map((id) => ({ id, depends_on: [1] })),
    ])
    const exactly = await graph(world, 'eve', { id: 1, depth: 5 })
    expect([exactly.ids.length, exactly.edges.length, exactly.cut]).toEqual([200, 199, false])
    await add(world, [{ id: 2500, depends_on: [1] }])
    const more = await graph(world, 'eve', { id: 1, depth: 1 })
    expect([more.ids.length, more.cut, more.ids.at(-1)]).toEqual([200, true, 2500])
    expect(more.ids).not.toContain(1149)
    const both = await graph(world, 'ivan', { id: 1, depth: 5 })
    expect([both.ids.length, both.cut, both.ids.filter((id) => id >= 2000 && id < 3000).length]).toEqual([
      200,
      true,
      50,
    ])
  })

  it('returns the 2,000 dependencies of the nearest bugs of a graph in which everything depends on everything', async () => {
    const world = await open()
    const ids = Array.from({ length: 200 }, (_, index) => 1000 + index)
    await add(
      world,
      ids.map((id) => ({ id, depends_on: ids.filter((other) => other > id) })),
    )
    const { ids: found, edges, cut } = await graph(world, 'alice', { id: 1100 })
    expect([found.length, new Set(edges).size, cut]).toEqual([200, 2000, true])
    const of = (id: number) => edges.filter((edge) => edge.split(' > ').includes(String(id))).length
    expect([found.slice(0, 12).map(of), of(1199) < 20]).toEqual([[...found.slice(0, 10).map(() => 199), 65, 11], true])
  })

  it('runs one statement for each step and direction, regardless of the number of bugs', async () => {
    const world = await open()
    const chain = (from: number) =>
      Array.from({ length: 6 }, (_, step) => ({ id: from + step, depends_on: [from + step + 1] }))
    await add(world, [...chain(100), ...chain(200), { id: 106, depends_on: [300] }, { id: 206, depends_on: [300] }])
    await add(world, [{ id: 300, depends_on: [400, 500] }, ...chain(400), ...chain(500), { id: 406 }, { id: 506 }])
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const alice = tracker.as({ login: at('alice') })
    await alice.bugs.graph({ id: 300, depth: 1 })
    const asked = async (depth: number) => {
      queries.length = 0
      const { bugs } = await alice.bugs.graph({ id: 300, depth })
      return { bugs: bugs.length, selects: queries.filter((from) => from.startsWith('bug')).toSorted() }
    }
    for (const depth of [1, 3, 5]) {
      // The bug itself, then one for each direction of each step; and the dependencies between all of them.
      const selects = [...Array.from({ length: 2 * depth }, () => 'bugs'), 'bugs'].toSorted()
      expect(await asked(depth)).toEqual({ bugs: 1 + 4 * depth, selects: ['bug_dependencies', ...selects] })
    }
    expect(queries.length).toBeLessThanOrEqual(15)
    await tracker.close()
  })

  it.each([
    [{ id: 10, depth: 0 }, 'number_too_small', 'depth'],
    [{ id: 10, depth: 6 }, 'number_too_large', 'depth'],
    [{ id: 10, depth: 1.5 }, 'param_must_be_numeric', 'depth'],
    [{ id: 'nobody' }, 'improper_bug_id_field_value', 'id'],
  ])('refuses %j', async (input, code, field) => {
    const world = await open()
    await expect(world.as('alice').bugs.graph(input)).rejects.toMatchObject({ code, data: { field } })
  })
})
