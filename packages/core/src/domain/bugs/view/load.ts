// Bugs as answers show them, loaded for many at once.
import { groupBy, slicesOf } from '../../../kernel/collections.js'
import type { Call, Person } from '../../../call/context.js'
import type { FieldFilter } from '../../../kernel/field-filter.js'
import { together } from '../../../kernel/together.js'
import { inFlagOrder } from '../../flags/flag.js'
import type { Reader, Row, Where } from '../../../schema/index.js'
import { compareText, type Awaitable } from '../../../store/index.js'
import { fieldTypes } from '../../../setup/standard-fields.js'
import { marksOf } from '../../marks/set.js'
import { loadPeople } from '../../users/load-people.js'
import type { Bug } from '../fields/bug.js'
import { findVisibleIds, type BugRow } from '../../../access/find-bugs.js'
import type { BugPlan, BugSets } from '../fields/view-context.js'
import { planBugs, viewBug, type BugViewOptions } from './view.js'

/**
 * Shows bugs that the caller may see, in the order of `rows`, each with the fields that `filter` wants: with a filter that cuts,
 * the bugs hold only those. One select for each set of the bugs that is wanted, for up to 500 bugs; others are served before the
 * next 500.
 */
export async function loadBugViews(
  tx: Reader,
  call: Call,
  rows: readonly BugRow[],
  filter: FieldFilter,
  options: BugViewOptions = {},
): Promise<Bug[]> {
  return viewBugs(tx, planBugs(call, filter, options), rows)
}

/** The same by a plan. The rows need no other columns than those of the plan. */
export async function viewBugs(tx: Reader, plan: BugPlan, rows: readonly BugRow[]): Promise<Bug[]> {
  const bugs: Bug[] = []
  for (const slice of slicesOf(rows)) {
    const rest = plan.call.timeBudget.step()
    if (rest) await rest
    const sets = await loadSets(tx, plan, slice)
    for (const row of slice) bugs.push(viewBug(row, plan, sets))
  }
  return bugs
}

/** One batch of bugs, and the wanted data. */
interface Batch {
  readonly tx: Reader
  readonly plan: BugPlan
  readonly bugs: readonly BugRow[]
  readonly ofBugs: { readonly col: 'bug_id'; readonly in: readonly number[] }
}

const none = new Map<number, never>()
const nothing = { tags: none, seen: none }

async function loadSets(tx: Reader, plan: BugPlan, bugs: readonly BugRow[]): Promise<BugSets> {
  const batch: Batch = { tx, plan, bugs, ofBugs: { col: 'bug_id', in: bugs.map((bug) => bug.id) } }
  const { sets } = plan
  const { catalogue } = plan.call
  const [aliases, cc, flags, dependencies, links, customValues, groups, keywords, onRequest] = await together(
    () => (sets.has('aliases') ? rowsOf(batch, 'bug_aliases') : []),
    () => (sets.has('cc') ? rowsOf(batch, 'bug_cc') : []),
    () => (sets.has('flags') && catalogue.flagTypes.size > 0 ? loadFlags(batch) : []),
    () => (sets.has('dependencies') ? loadDependencies(batch) : []),
    () => (sets.has('see_also') ? rowsOf(batch, 'bug_see_also') : []),
    () => (plan.customFields.length > 0 ? loadCustomValues(batch) : []),
    () => (sets.has('groups') && bugs.some((bug) => bug.group_count > 0) ? rowsOf(batch, 'bug_groups') : []),
    () => (sets.has('keywords') && catalogue.keywords.size > 0 ? rowsOf(batch, 'bug_keywords') : []),
    () => (sets.has('tags') || sets.has('seen') ? loadOnRequest(batch) : nothing),
  )
  const relatedTo = relatedIds(batch, dependencies, links, customValues)
  const [people, related] = await together(
    () => (sets.has('people') ? loadPeople(tx, plan.call, peopleOf(batch, cc, flags)) : none),
    () => (relatedTo.size > 0 ? findVisibleIds(tx, plan.call, relatedTo) : none),
  )
  return {
    aliases: perBug(aliases),
    groups: inOrderOf(catalogue.groups, groups, (row) => row.group_id),
    keywords: inOrderOf(catalogue.keywords, keywords, (row) => row.keyword_id),
    ...onRequest,
    cc: ccOf(cc, people),
    flags: perBug(inFlagOrder(catalogue, flags)),
    ...dependenciesOf(dependencies, related),
    see_also: perBug(links.filter((link) => link.local_bug_id === null || related.has(link.local_bug_id))),
    customValues: perBug(customValues),
    related,
    people,
  }
}

type SetEntity = 'bug_aliases' | 'bug_cc' | 'bug_groups' | 'bug_keywords' | 'bug_see_also'

function rowsOf<E extends SetEntity>({ tx, ofBugs }: Batch, from: E): Awaitable<Row<E>[]> {
  return tx.select({ from, where: ofBugs as Where<E> })
}

function loadFlags({ tx, ofBugs }: Batch): Awaitable<Row<'flags'>[]> {
  return tx.select({ from: 'flags', where: { and: [ofBugs, { col: 'attachment_id', eq: null }] } })
}

/** All people named by the bugs and their data. */
function peopleOf({ bugs }: Batch, cc: readonly Row<'bug_cc'>[], flags: readonly Row<'flags'>[]): Set<number> {
  const ids = new Set<number | null>()
  for (const bug of bugs) ids.add(bug.assigned_to_id).add(bug.creator_id).add(bug.qa_contact_id)
  for (const row of cc) ids.add(row.user_id)
  for (const flag of flags) ids.add(flag.setter_id).add(flag.requestee_id)
  ids.delete(null)
  return ids as Set<number>
}

/** By login name. */
function ccOf(rows: readonly Row<'bug_cc'>[], people: ReadonlyMap<number, Person>): BugSets['cc'] {
  const lists = new Map<number, Person[]>()
  for (const [bugId, ofBug] of groupBy(rows, (row) => row.bug_id)) {
    const users = ofBug.flatMap((row) => people.get(row.user_id) ?? [])
    lists.set(
      bugId,
      users.sort((a, b) => compareText(a.login_folded, b.login_folded)),
    )
  }
  return lists
}

/** Both directions. */
function loadDependencies({ tx, ofBugs }: Batch): Awaitable<Row<'bug_dependencies'>[]> {
  return tx.select({ from: 'bug_dependencies', where: { or: [ofBugs, { col: 'depends_on_id', in: ofBugs.in }] } })
}

/** Visible bugs only, open ones first, then by id. */
function dependenciesOf(
  rows: readonly Row<'bug_dependencies'>[],
  related: ReadonlyMap<number, boolean>,
): Pick<BugSets, 'depends_on' | 'blocks'> {
  const openFirst = (a: number, b: number) => Number(related.get(b)) - Number(related.get(a)) || a - b
  const visible = rows.filter((row) => related.has(row.bug_id) && related.has(row.depends_on_id))
  return {
    depends_on: perBug(visible.toSorted((a, b) => openFirst(a.depends_on_id, b.depends_on_id))),
    blocks: groupBy(
      visible.toSorted((a, b) => openFirst(a.bug_id, b.bug_id)),
      (row) => row.depends_on_id,
    ),
  }
}

function loadCustomValues({ tx, plan, ofBugs }: Batch): Awaitable<Row<'custom_values'>[]> {
  const ofFields = { col: 'field_id', in: plan.customFields.map((field) => field.id) } as const
  return tx.select({ from: 'custom_values', where: { and: [ofBugs, ofFields] } })
}

/** Every bug that the batch refers to, visible or not. */
function relatedIds(
  { plan, bugs }: Batch,
  dependencies: readonly Row<'bug_dependencies'>[],
  links: readonly Row<'bug_see_also'>[],
  customValues: readonly Row<'custom_values'>[],
): Set<number> {
  const ids = new Set<number | null>()
  for (const row of dependencies) ids.add(row.bug_id).add(row.depends_on_id)
  for (const link of links) ids.add(link.local_bug_id)
  if (plan.sets.has('related')) for (const bug of bugs) ids.add(bug.dupe_of)
  const holdBugs = new Set(plan.customFields.flatMap(({ id, type }) => (type === fieldTypes.bugId ? [id] : [])))
  for (const value of customValues) if (holdBugs.has(value.field_id)) ids.add(value.number)
  ids.delete(null)
  return ids as Set<number>
}

/** Together, so that responses without them do not wait for each. */
async function loadOnRequest(batch: Batch): Promise<Pick<BugSets, 'tags' | 'seen'>> {
  const { sets } = batch.plan
  const [tags, seen] = await Promise.all([
    sets.has('tags') ? loadTags(batch) : none,
    sets.has('seen') ? loadSeen(batch) : none,
  ])
  return { tags, seen }
}

/** The caller's own tags. */
async function loadTags({ tx, plan, ofBugs }: Batch): Promise<BugSets['tags']> {
  const { user } = plan.call.who
  if (!user) return new Map()
  const tags = await tx.select({
    from: 'personal_tags',
    where: { col: 'user_id', eq: user.id },
    order: [{ col: 'name_folded' }],
  })
  if (tags.length === 0) return new Map()
  const where = { and: [{ col: 'tag_id', in: tags.map((tag) => tag.id) } as const, ofBugs] }
  return inOrderOf(tags, await tx.select({ from: 'bug_tags', where }), (row) => row.tag_id)
}

/** The times up to which the caller has seen the bugs. */
async function loadSeen({ tx, plan, ofBugs }: Batch): Promise<BugSets['seen']> {
  const { user } = plan.call.who
  if (!user) return new Map()
  const where = marksOf(user.id, ofBugs.in)
  const rows = await tx.select({ from: 'bug_marks', where, columns: ['bug_id', 'seen_until'] })
  return new Map(rows.flatMap(({ bug_id, seen_until }) => (seen_until ? [[bug_id, seen_until] as const] : [])))
}

/** For each bug the things that its rows name, in the order in which `things` come. */
function inOrderOf<T extends { readonly id: number }, R extends { readonly bug_id: number }>(
  things: Iterable<T>,
  rows: readonly R[],
  idOf: (row: R) => number,
): ReadonlyMap<number, T[]> {
  if (rows.length === 0) return none
  const rowsOf = groupBy(rows, idOf)
  const lists = new Map<number, T[]>()
  for (const thing of things) {
    for (const { bug_id } of rowsOf.get(thing.id) ?? []) {
      const list = lists.get(bug_id)
      if (list) list.push(thing)
      else lists.set(bug_id, [thing])
    }
  }
  return lists
}

function perBug<R extends { readonly bug_id: number }>(rows: readonly R[]): Map<number, R[]> {
  return groupBy(rows, (row) => row.bug_id)
}
