// Random people file and change bugs at random, the same on every store. SIMULATION=50000 makes it long, SEED repeats a run.
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { expect, it } from 'vitest'
import { addCustomField, addFlagType, inStore } from '../../test/bug-rows.js'
import { at } from '../../test/bugs.js'
import { createTestClock } from '../../test/harness.js'
import { expectConsistency } from '../../test/kept-columns.js'
import { furnish } from '../../test/world.js'
import { isTrackerError } from '../errors.js'
import type { Operations } from '../face.js'
import type { EntityName } from '../schema/index.js'
import { fieldTypes } from '../seed/fields.js'
import type { Store } from '../store/index.js'
import { createTracker, type Tracker } from '../tracker.js'
import type { Bug } from './bug.js'

const length = Number(process.env['SIMULATION'] ?? 400)
const seed = Number(process.env['SEED'] ?? 20_260_301)

type Random = <T>(choices: readonly T[]) => T

function createRandom(start: number): { readonly pick: Random; readonly upTo: (n: number) => number } {
  let state = start >>> 0
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
  const upTo = (n: number) => Math.floor(next() * n)
  return { upTo, pick: (choices) => choices[upTo(choices.length)] as (typeof choices)[number] }
}

const people = ['admin', 'alice', 'bob', 'ivan', 'eve', 'carl'] as const
const places = [
  { product: 'Widgets', component: 'UI', version: '1.0' },
  { product: 'Widgets', component: 'Core', version: '2.0' },
  { product: 'Gadgets', component: 'Main', version: 'unspecified' },
  { product: 'Vault', component: 'Safe', version: '1' },
]

interface Move {
  readonly who: string
  readonly run: (as: Operations) => Promise<unknown>
}

/** What somebody does next. Much of it is refused. */
function nextMove(random: ReturnType<typeof createRandom>, bugs: number): Move {
  const { pick, upTo } = random
  const who = pick(people)
  const bug = () => 1 + upTo(bugs + 1)
  const some = <T>(make: () => T) => Array.from({ length: upTo(3) }, make)
  const user = () => at(pick(people))
  const keywords = () => some(() => pick(['crash', 'regression']))
  const fields: readonly (() => object)[] = [
    () => ({ priority: pick(['High', 'Low', '---', 'nonsense']) }),
    () => ({ summary: `Summary ${upTo(5)}`, whiteboard: pick(['', 'w', 'ß']) }),
    () => ({ status: pick(['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED']) }),
    () => ({ status: 'RESOLVED', resolution: pick(['FIXED', 'INVALID', 'DUPLICATE']) }),
    () => ({ status: pick(['CONFIRMED', 'UNCONFIRMED']) }),
    () => ({ resolution: pick(['FIXED', 'WONTFIX', '']) }),
    () => ({ dupe_of: bug() }),
    () => ({ cc: { add: some(user), remove: some(user) } }),
    () => ({ keywords: pick([{ add: keywords(), remove: keywords() }, { set: keywords() }]) }),
    () => ({ depends_on: pick([{ add: some(bug), remove: some(bug) }, { set: some(bug) }]) }),
    () => ({ blocks: pick([{ add: some(bug), remove: some(bug) }, { set: some(bug) }]) }),
    () => ({ see_also: { add: some(() => String(bug())), remove: some(() => `show_bug.cgi?id=${bug()}`) } }),
    () => ({ alias: pick([{ add: [`a${upTo(8)}`] }, { remove: [`a${upTo(8)}`] }, { set: [`A${upTo(8)}`] }, '']) }),
    () => ({ groups: pick([{ add: ['secret'] }, { remove: ['secret'] }]) }),
    () => ({ assigned_to: user(), qa_contact: pick([user(), '']) }),
    () => ({ reset_assigned_to: true, reset_qa_contact: true }),
    () => ({ ...pick(places), target_milestone: pick(['---', 'M1']) }),
    () => ({ comment: { body: pick(['', 'Said', 'Ünïcode 🐞']), is_private: pick([true, false]) } }),
    () => ({ work_time: pick([0.1, 1.25, -0.5]), estimated_time: upTo(10) }),
    () => ({ remaining_time: upTo(9) / 4, deadline: pick(['2026-07-01', '']) }),
    () => ({ cf_bug: pick([bug(), null]), cf_many: some(() => pick(['x', 'y'])) }),
    () => ({ flags: [{ name: 'ask', status: pick(['?', '+', '-', 'X']), requestee: pick([user(), undefined]) }] }),
    () => ({ comment_is_private: { [1 + upTo(3 * bugs + 1)]: pick([true, false]) } }),
    () => ({ is_cc_accessible: pick([true, false]), is_creator_accessible: pick([true, false]) }),
  ]
  const change = () => Object.assign({}, ...Array.from({ length: 1 + upTo(3) }, () => pick(fields)())) as object
  if (upTo(8) === 0) {
    const { status: _status, dupe_of: _dupeOf, ...rest } = change() as Record<string, unknown>
    const plain = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'string'))
    const links = { depends_on: some(bug), cc: some(user), keywords: keywords(), description: pick(['', 'It does']) }
    const input = { summary: 'New', ...plain, ...pick(places), ...pick([links, {}]) }
    return { who, run: (as) => as.bugs.create(input) }
  }
  const ids = pick([[bug()], [bug()], [bug(), bug(), `a${upTo(8)}`]])
  const input = change()
  return { who, run: (as) => as.bugs.update({ ids, ...input }) }
}

async function openTracker(store: Store) {
  const clock = createTestClock()
  const logger = { warn: () => undefined, error: () => undefined }
  const tracker = await createTracker({ store, clock: clock.now, logger, checkAnswers: true })
  await furnish(store, clock.now())
  await inStore(store, async (tx) => {
    await addFlagType(tx, { name: 'ask' })
    await addCustomField(tx, { name: 'cf_bug', type: fieldTypes.bugId })
    await addCustomField(tx, { name: 'cf_many', type: fieldTypes.multiSelect }, ['x', 'y'])
  })
  return { store, tracker, clock }
}

/** What came of it: the answer, or which error about what. */
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
  'last_visits',
]

async function dump(store: Store): Promise<Record<string, unknown>> {
  return inStore(store, async (tx) => {
    const all: Record<string, unknown> = {}
    for (const from of kept) all[from] = await tx.select({ from })
    return all
  })
}

it(`[STATE-04] ${length} random moves from seed ${seed} leave stores alike and bugs consistent`, async () => {
  const random = createRandom(seed)
  const worlds = [await openTracker(memoryStore()), await openTracker(sqliteStore(':memory:'))] as const
  const births = new Map<number, Bug>()
  for (let step = 0; step < length; step++) {
    const move = nextMove(random, births.size)
    for (const { clock } of worlds) clock.advance(1)
    const [first, second] = [await outcome(worlds[0].tracker, move), await outcome(worlds[1].tracker, move)]
    expect(second, `step ${step}`).toEqual(first)
    const made = first as { readonly id?: number }
    if (made.id !== undefined) births.set(made.id, await seeAll(worlds[0].tracker, made.id))
  }
  expect(await dump(worlds[1].store)).toEqual(await dump(worlds[0].store))
  const { tracker, store } = worlds[0]
  await expectConsistency(store)
  await expectAcyclic(store)
  for (const [id, birth] of births) expect(await replay(tracker, birth)).toEqual(told(await seeAll(tracker, id)))
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
        left = left.filter(([, to]) => left.some(([from]) => from === to))
      }
      expect(left).toEqual([])
    }
    const groups = await tx.select({ from: 'bug_groups' })
    const controls = await tx.select({ from: 'group_controls' })
    for (const bug of bugs) {
      const control = controls.find((one) => one.product_id === bug.product_id)
      const isIn = groups.some((one) => one.bug_id === bug.id)
      expect(isIn || control?.member_control !== 'mandatory').toBe(true)
      expect(isIn && control === undefined).toBe(false)
    }
  })
}

const lists = ['cc', 'keywords', 'groups', 'alias', 'depends_on', 'blocks', 'see_also', 'cf_many'] as const

/** What of a bug follows from its history. */
function told(bug: Bug): Record<string, unknown> {
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

/** The bug as it was filed, with everything that its history tells done to it. */
async function replay(tracker: Tracker, birth: Bug): Promise<Record<string, unknown>> {
  const state = told(birth)
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
