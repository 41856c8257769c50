// Bugs as answers show them, loaded for many at once.
import { slicesOf } from '../../../kernel/collections.js'
import { isPromise } from '../../../kernel/is-promise.js'
import type { Call, Person } from '../../../call/context.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import { together } from '../../../kernel/together.js'
import { inFlagOrder } from '../../flags/flag.js'
import type { Reader } from '../../../schema/index.js'
import { compareText, type Awaitable } from '../../../store/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import { loadPeople } from '../../users/load-people.js'
import type { Bug } from '../fields/bug.js'
import { findVisibleIds, type BugRow } from '../../../access/find-bugs.js'
import { visibleBugs } from '../../../access/visibility.js'
import type { BugRelatedRows } from '../fields/related-rows.js'
import type { BugPlan, BugSets } from '../fields/view-context.js'
import { loadOnRequest, type OnRequest } from './on-request.js'
import { planBugs, viewBug, type BugViewOptions } from './view.js'

/**
 * Shows bugs that the caller may see, in the order of `rows`, each with the fields that `filter` wants: with a filter that cuts,
 * the bugs hold only those. A few selects for up to 500 bugs; others are served before the next 500.
 */
export async function loadBugViews(
  tx: Reader,
  call: Call,
  rows: readonly BugRow[],
  filter: FieldFilter,
  options: BugViewOptions = {},
): Promise<Bug[]> {
  const plan = planBugs(call, filter, options)
  return viewInSlices(tx, plan, rows, (slice) => loadRelatedRows(tx, plan, slice))
}

/** A row with its related rows, those of the relations that the plan wants. */
export type LoadedBug = BugRow & BugRelatedRows

/** The visible ones among the bugs with these IDs. */
export function selectBugs(tx: Reader, plan: BugPlan, ids: readonly number[]): Awaitable<LoadedBug[]> {
  const where = { and: [{ col: 'id', in: ids } as const, visibleBugs(plan.call)] }
  return tx.select({ from: 'bugs', where, columns: plan.columns, with: plan.with })
}

/**
 * The bugs with these IDs, all of which the caller may see, in their order. Other calls are served between slices of 500.
 */
export async function loadBugs(tx: Reader, plan: BugPlan, ids: readonly number[]): Promise<LoadedBug[]> {
  const rows: LoadedBug[] = []
  for (const slice of slicesOf(ids)) {
    const rest = plan.call.timeBudget.step()
    if (rest) await rest
    const where = { col: 'id', in: slice } as const
    const read = await tx.select({ from: 'bugs', where, columns: plan.columns, with: plan.with })
    const byId = new Map(read.map((row) => [row.id, row]))
    for (const id of slice) rows.push(byId.get(id) as LoadedBug)
  }
  return rows
}

/** Shows bugs that `selectBugs` or `loadBugs` has loaded, in their order. */
export function viewLoadedBugs(tx: Reader, plan: BugPlan, rows: readonly LoadedBug[]): Promise<Bug[]> {
  return viewInSlices(tx, plan, rows, (slice) => slice)
}

/** @param listsOf returns the related rows of each of the bugs */
async function viewInSlices<R extends BugRow>(
  tx: Reader,
  plan: BugPlan,
  rows: readonly R[],
  listsOf: (slice: readonly R[]) => Awaitable<readonly BugRelatedRows[]>,
): Promise<Bug[]> {
  const bugs: Bug[] = []
  for (const slice of slicesOf(rows)) {
    const rest = plan.call.timeBudget.step()
    if (rest) await rest
    const loading = listsOf(slice)
    const lists = isPromise(loading) ? await loading : loading
    const sharing = loadShared(tx, plan, slice, lists)
    const shared = isPromise(sharing) ? await sharing : sharing
    for (const [index, row] of slice.entries())
      bugs.push(viewBug(row, plan, setsOf(row.id, lists[index] ?? {}, plan.call, shared)))
  }
  return bugs
}

async function loadRelatedRows(tx: Reader, plan: BugPlan, rows: readonly BugRow[]): Promise<readonly BugRelatedRows[]> {
  if (Object.keys(plan.with).length === 0) return rows.map(() => ({}))
  const where = { col: 'id', in: rows.map((row) => row.id) } as const
  const found = await tx.select({ from: 'bugs', where, columns: ['id'], with: plan.with })
  const byBug = new Map(found.map((row) => [row.id, row]))
  return rows.map((row) => byBug.get(row.id) ?? {})
}

/** Data that several bugs share: people, related bugs and what is loaded on request. */
type Shared = readonly [people: BugSets['people'], related: BugSets['related'], onRequest: OnRequest | undefined]

function loadShared(
  tx: Reader,
  plan: BugPlan,
  rows: readonly BugRow[],
  lists: readonly BugRelatedRows[],
): Awaitable<Shared> {
  const { call, sets } = plan
  const relatedTo = relatedIds(plan, rows, lists)
  const isOnRequest = sets.has('tags') || sets.has('seen')
  return together(
    () => (sets.has('people') ? loadPeople(tx, call, peopleOf(rows, lists)) : nobody),
    () => (relatedTo.size > 0 ? findVisibleIds(tx, call, relatedTo) : noBugs),
    () => (isOnRequest ? loadOnRequest(tx, plan, rows) : undefined),
  )
}

const nobody = new Map<number, Person>()
const noBugs = new Map<number, boolean>()

const none: readonly never[] = []

function setsOf(id: number, lists: BugRelatedRows, { catalogue }: Call, shared: Shared): BugSets {
  const { aliases = none, blocks = none, cc = none, custom_values = none, depends_on = none } = lists
  const { flags = none, groups = none, keywords = none, see_also = none } = lists
  const [people, related, onRequest] = shared
  const blocked = blocks.map(({ bug_id }) => bug_id)
  const blockers = depends_on.map(({ depends_on_id }) => depends_on_id)
  return {
    aliases: sorted(aliases, byFoldedAlias),
    groups: groups.length === 0 ? none : catalogue.groups.among(groups.map(({ group_id }) => group_id)),
    keywords: keywords.length === 0 ? none : catalogue.keywords.among(keywords.map(({ keyword_id }) => keyword_id)),
    tags: onRequest?.tags.get(id) ?? none,
    seen: onRequest?.seen.get(id),
    cc: cc.length === 0 ? none : sorted(peopleIn(people, cc), byLogin),
    flags: flags.length === 0 ? none : inFlagOrder(catalogue, flags.filter(isOfBug)),
    blocks: openFirst(blocked, related),
    depends_on: openFirst(blockers, related),
    see_also: sorted(
      see_also.filter((link) => link.local_bug_id === null || related.has(link.local_bug_id)),
      byId,
    ),
    customValues: sorted(custom_values, byId),
    related,
    people,
  }
}

/** Most lists have one member or none. */
function sorted<T>(list: readonly T[], compare: (a: T, b: T) => number): readonly T[] {
  return list.length < 2 ? list : list.toSorted(compare)
}

function byId(a: { readonly id: number }, b: { readonly id: number }): number {
  return a.id - b.id
}

function byFoldedAlias(a: { readonly alias_folded: string }, b: { readonly alias_folded: string }): number {
  return compareText(a.alias_folded, b.alias_folded)
}

function byLogin(a: Person, b: Person): number {
  return compareText(a.login_folded, b.login_folded)
}

function isOfBug({ attachment_id }: { readonly attachment_id: number | null }): boolean {
  return attachment_id === null
}

function peopleIn(people: ReadonlyMap<number, Person>, rows: readonly { readonly user_id: number }[]): Person[] {
  const found: Person[] = []
  for (const { user_id } of rows) {
    const person = people.get(user_id)
    if (person) found.push(person)
  }
  return found
}

/** Visible bugs only, open ones first, then by id. */
function openFirst(ids: readonly number[], related: ReadonlyMap<number, boolean>): number[] {
  return ids.filter((id) => related.has(id)).sort((a, b) => Number(related.get(b)) - Number(related.get(a)) || a - b)
}

/** All people named by the bugs and their data. */
function peopleOf(rows: readonly BugRow[], lists: readonly BugRelatedRows[]): Set<number> {
  const ids = new Set<number | null>()
  for (const bug of rows) ids.add(bug.assigned_to_id).add(bug.creator_id).add(bug.qa_contact_id)
  for (const { cc = none, flags = none } of lists) {
    for (const { user_id } of cc) ids.add(user_id)
    for (const { setter_id, requestee_id } of flags) ids.add(setter_id).add(requestee_id)
  }
  ids.delete(null)
  return ids as Set<number>
}

/** Every bug that the batch refers to, visible or not. */
function relatedIds(
  { sets, customFields }: BugPlan,
  rows: readonly BugRow[],
  lists: readonly BugRelatedRows[],
): Set<number> {
  const ids = new Set<number | null>()
  if (sets.has('related')) for (const { dupe_of } of rows) ids.add(dupe_of)
  const holdBugs = new Set(customFields.flatMap(({ id, type }) => (type === fieldTypes.bugId ? [id] : [])))
  for (const { blocks = none, depends_on = none, see_also = none, custom_values = none } of lists) {
    for (const { bug_id } of blocks) ids.add(bug_id)
    for (const { depends_on_id } of depends_on) ids.add(depends_on_id)
    for (const { local_bug_id } of see_also) ids.add(local_bug_id)
    for (const { field_id, number } of custom_values) if (holdBugs.has(field_id)) ids.add(number)
  }
  ids.delete(null)
  return ids as Set<number>
}
