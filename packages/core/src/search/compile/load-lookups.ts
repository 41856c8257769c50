// Runs the lookups a search needs before it becomes a predicate, for example IDs of names.
import type { Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import { createBudget, type Budget } from '../condition/budget.js'
import { never } from '../condition/columns.js'
import type { ChangesWanted, Lookup, Named, NamesWanted, TagsWanted, VisitsWanted } from '../condition/pending.js'
import { visitMatcher, type Visit } from '../operators/visits.js'
import type { CompiledSearch } from './compile.js'
import { fill, keyOf, type Answers, type Key } from './fill.js'
import { findPeople } from './find-people.js'
import { findOwnComponents } from '../../domain/follows/own-components.js'
import { createLook, filterRows } from './look.js'
import { mostRowsAtOnce, readValues } from './read-values.js'

export type ChangeRow = Pick<Row<'bug_history'>, 'id' | 'field' | 'removed' | 'added'>

/** Leaves the bugs that a caller may not see out of changes. */
export type WithoutHiddenBugs = (tx: Reader, call: Call, changes: readonly ChangeRow[]) => Promise<ChangeRow[]>

/**
 * Returns the results of lookups. Lookups of one kind share a select where possible. Lookups of changes may depend on
 * those of users.
 */
export async function loadLookups(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  { lookups, visibleCandidates }: CompiledSearch,
): Promise<Answers> {
  const budget = createBudget(call.timeBudget)
  const keys = await loadIds(tx, call, lookups, budget)
  const answers = { keys, candidates: fill(visibleCandidates, { keys, candidates: never }) }
  for (const one of ofKind(lookups, 'changes'))
    keys.set(keyOf(one), await findChanges(tx, call, withoutHiddenBugs, one, fill(one.where, answers), budget))
  for (const one of ofKind(lookups, 'values'))
    keys.set(keyOf(one), await readValues(tx, call.now, one, fill(one.where, answers), budget))
  return answers
}

/** The ids that hang on nothing else. */
async function loadIds(
  tx: Reader,
  call: Call,
  lookups: readonly Lookup[],
  budget: Budget,
): Promise<Map<string, readonly Key[]>> {
  const keys = new Map<string, readonly Key[]>()
  const answer = (one: Lookup, rows: readonly { readonly id: number }[]) => {
    const ids = rows.map(({ id }) => id)
    keys.set(keyOf(one), ids)
  }
  const [ofPeople, ofVisits, ofTags] = [ofKind(lookups, 'people'), ofKind(lookups, 'visits'), ofKind(lookups, 'tags')]
  const people = ofPeople.length > 0 ? await findPeople(tx, call, ofPeople, budget) : []
  for (const [one, ids] of people) keys.set(keyOf(one), ids)
  for (const one of ofKind(lookups, 'users'))
    answer(one, await tx.select({ from: 'users', where: one.where, columns: ['id'] }))
  const visits = ofVisits.length > 0 ? await loadVisits(tx, call) : []
  const tags = ofTags.length > 0 ? await loadTags(tx, call) : []
  for (const one of ofVisits) answer(one, await findVisits(visits, one, call, budget))
  for (const one of ofTags) answer(one, await findNamed(tags, one, budget))
  for (const one of ofKind(lookups, 'own components')) answer(one, await findOwnComponents(tx, call))
  for (const one of ofKind(lookups, 'names')) answer(one, await findNamed([...one.choices()], one, budget))
  return keys
}

function findNamed(all: readonly Named[], wanted: TagsWanted | NamesWanted, budget: Budget): Promise<Named[]> {
  const look = createLook(wanted, budget.passSteps)
  return filterRows(all, ({ name }) => look(name))
}

/** Characters of a time as it is written. */
const lengthOfTime = 19

async function findVisits(visits: readonly Visit[], wanted: VisitsWanted, call: Call, budget: Budget) {
  const isWanted = visitMatcher(wanted, call)
  const steps = lengthOfTime * wanted.values.reduce((sum, value) => sum + value.length, 1)
  return filterRows(visits, (visit) => {
    const rest = budget.passSteps(steps)
    return rest ? rest.then(() => isWanted(visit)) : isWanted(visit)
  })
}

function ofKind<K extends Lookup['kind']>(lookups: readonly Lookup[], kind: K) {
  return lookups.filter((one): one is Extract<Lookup, { readonly kind: K }> => one.kind === kind)
}

async function loadTags(tx: Reader, { who }: Call): Promise<Named[]> {
  if (!who.user) return []
  return tx.select({ from: 'personal_tags', where: { col: 'user_id', eq: who.user.id }, columns: ['id', 'name'] })
}

async function loadVisits(tx: Reader, { who }: Call): Promise<Visit[]> {
  if (!who.user) return []
  const own: Where<'bug_marks'> = {
    and: [{ col: 'user_id', eq: who.user.id }, { not: { col: 'last_visit_ts', eq: null } }],
  }
  const visits = await tx.select({ from: 'bug_marks', where: own })
  const bugs = await tx.select({
    from: 'bugs',
    where: { some: 'marks', where: own },
    columns: ['id', 'last_change_time'],
  })
  const changed = new Map(bugs.map((bug) => [bug.id, bug.last_change_time]))
  return visits.flatMap(({ bug_id, last_visit_ts }) => {
    const at = changed.get(bug_id)
    return at && last_visit_ts ? [{ id: bug_id, visited: last_visit_ts, changed: at }] : []
  })
}

/**
 * Reads every possible change, whatever bugs it names: a narrower choice would depend on names of hidden bugs.
 * @throws search_too_much_text
 */
async function findChanges(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  wanted: ChangesWanted,
  where: PlainWhere,
  budget: Budget,
): Promise<number[]> {
  const texts = wanted.texts.map((text) => ({ ...text, folded: new Set(text.values.map(fold)) }))
  const isMeant = (change: ChangeRow) =>
    texts.every(({ side, folded, isNegated }) => folded.has(fold(change[side])) !== isNegated)
  const query = {
    from: 'bug_history',
    by: ['id'],
    where,
    columns: ['id', 'field', 'removed', 'added'],
    limit: mostRowsAtOnce,
  }
  const found: number[] = []
  for await (const rows of pagesOf(tx, query)) {
    budget.takeRows(rows.length, wanted)
    const changes = await withoutHiddenBugs(tx, call, rows as unknown as readonly ChangeRow[])
    found.push(...changes.filter(isMeant).map((change) => change.id))
  }
  return found
}
