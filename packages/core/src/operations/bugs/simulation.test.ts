// Random people file and change bugs at random, the same on every store. SIMULATION=50000 makes it long (`npm run simulate`),
// SEED repeats a run.
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at } from '../../../test/bugs.js'
import { expectConsistency } from '../../../test/kept-columns.js'
import { createRandom, nextMove, type Move } from '../../../test/simulation/moves.js'
import { expectVisibility } from '../../../test/simulation/visibility.js'
import { openSimulation } from '../../../test/simulation/world.js'
import { isTrackerError } from '../../kernel/errors.js'
import type { EntityName } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import type { Tracker } from '../../tracker/tracker.js'
import type { Bug } from '../../domain/bugs/fields/bug.js'

const length = Number(process.env['SIMULATION'] ?? 400)
const seed = Number(process.env['SEED'] ?? 20_260_301)

/** Returns the result, or the code and message of the error. */
async function outcome(tracker: Tracker, { who, run }: Move): Promise<unknown> {
  try {
    return await run(tracker.as({ login: at(who) }))
  } catch (error) {
    if (isTrackerError(error)) return { code: error.code, message: error.message }
    throw error
  }
}

const kept: readonly EntityName[] = [
  'bugs',
  'bug_aliases',
  'bug_cc',
  'bug_groups',
  'bug_keywords',
  'bug_dependencies',
  'bug_see_also',
  'custom_values',
  'bug_history',
  'comments',
  'flags',
  'bug_marks',
]

async function dump(store: Store): Promise<Record<string, unknown>> {
  return inStore(store, async (tx) => {
    const all: Record<string, unknown> = {}
    for (const from of kept) all[from] = await tx.select({ from })
    return all
  })
}

it(`${length} random operations from seed ${seed} leave all stores alike and bugs consistent [STATE-04]`, async () => {
  const random = createRandom(seed)
  const worlds = [await openSimulation(memoryStore()), await openSimulation(sqliteStore(':memory:'))] as const
  const births = new Map<number, Bug>()
  let refused = 0
  for (let step = 0; step < length; step++) {
    const move = nextMove(random, births.size)
    for (const { clock } of worlds) clock.advance(1)
    const [first, second] = [await outcome(worlds[0].tracker, move), await outcome(worlds[1].tracker, move)]
    expect(second, `step ${step}`).toEqual(first)
    const made = first as { readonly id?: number }
    if ('code' in made) refused++
    if (move.isBirth && made.id !== undefined) births.set(made.id, await seeAll(worlds[0].tracker, made.id))
  }
  expect(await dump(worlds[1].store)).toEqual(await dump(worlds[0].store))
  expect(refused, 'Enough moves should come to something').toBeLessThan(length * 0.8)
  for (const world of worlds) await expectVisibility(world)
  const { tracker, store } = worlds[0]
  await expectConsistency(store)
  await expectAcyclic(store)
  for (const [id, birth] of births)
    expect(await replay(tracker, birth)).toEqual(replayableFields(await seeAll(tracker, id)))
  for (const world of worlds) await world.tracker.close()
}, 1_000_000)

async function seeAll(tracker: Tracker, id: number): Promise<Bug> {
  const { bugs } = await tracker.asSystem(at('admin')).bugs.get({ ids: [id] })
  return bugs[0] as Bug
}

/** Links lead round in no circle, and a bug of a product is in the groups that it must be in, and in no others. */
async function expectAcyclic(store: Store): Promise<void> {
  await inStore(store, async (tx) => {
    const bugs = await tx.select({ from: 'bugs' })
    const dependencies = await tx.select({ from: 'bug_dependencies' })
    const waits = dependencies.map(({ bug_id, depends_on_id }) => [bug_id, depends_on_id] as const)
    const duplicates = bugs.flatMap(({ id, dupe_of }) => (dupe_of === null ? [] : [[id, dupe_of] as const]))
    for (const links of [waits, duplicates]) {
      let left = links
      for (let before = -1; before !== left.length;) {
        before = left.length
        const starts = new Set(left.map(([from]) => from))
        left = left.filter(([, to]) => starts.has(to))
      }
      expect(left).toEqual([])
    }
    const isIn = new Set((await tx.select({ from: 'bug_groups' })).map((row) => `${row.bug_id} ${row.group_id}`))
    const controls = await tx.select({ from: 'group_controls' })
    for (const { id } of await tx.select({ from: 'groups' })) {
      for (const bug of bugs) {
        const control = controls.find((one) => one.group_id === id && one.product_id === bug.product_id)
        const must = control?.member_control === 'mandatory'
        const may = control !== undefined && control.member_control !== 'na'
        const is = isIn.has(`${bug.id} ${id}`)
        expect(is ? may : !must, `bug ${bug.id}, group ${id}`).toBe(true)
      }
    }
  })
}

const lists = ['cc', 'keywords', 'groups', 'alias', 'depends_on', 'blocks', 'see_also', 'cf_many'] as const

/** Returns the fields of a bug that follow from its history. */
function replayableFields(bug: Bug): Record<string, unknown> {
  const { flags, creation_time: _time, last_change_time: _last, update_token: _token, ...rest } = bug
  const sorted = lists.map((field): [string, unknown] => [
    field,
    (bug[field] as readonly unknown[]).map(String).toSorted(compare),
  ])
  const plain = Object.entries(rest).filter(
    ([field]) => !/_detail$|^(is_open|actual_time|dupe_of|classification|cf_.*)$/.test(field),
  )
  const texts = flags.map((flag) => `${flag.name}${flag.status}${flag.requestee ? `(${flag.requestee})` : ''}`)
  return Object.fromEntries<unknown>([...plain, ...sorted, ['flags', texts.toSorted(compare)]])
}

/** Applies the history of a bug to its state when filed. */
async function replay(tracker: Tracker, birth: Bug): Promise<Record<string, unknown>> {
  const state = replayableFields(birth)
  const { bugs } = await tracker.asSystem(at('admin')).bugs.history({ ids: [birth.id] })
  for (const { field_name, removed, added } of bugs[0]?.history.flatMap((entry) => entry.changes) ?? []) {
    const field = field_name === 'flagtypes.name' ? 'flags' : field_name
    const before = state[field]
    if (Array.isArray(before)) {
      const gone = items(removed)
      const left = (before as string[]).filter((item) => {
        const index = gone.indexOf(item)
        if (index >= 0) gone.splice(index, 1)
        return index < 0
      })
      if (gone.length > 0) throw new Error(`${field} of bug ${birth.id} lost ${gone.join()}, which it did not have`)
      state[field] = [...left, ...items(added)].toSorted(compare)
    } else if (before !== undefined) {
      state[field] = typed(before, added)
    }
  }
  return state
}

function typed(before: unknown, text: string): unknown {
  if (typeof before === 'number') return Number(text)
  if (typeof before === 'boolean') return text === '1'
  return text === '' && before !== '' && /^\d{4}-/.test(String(before)) ? null : text
}

function items(list: string): string[] {
  return list === '' ? [] : list.split(', ')
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
