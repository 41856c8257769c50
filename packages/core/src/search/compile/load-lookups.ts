// What a search needs to know from the store before it is a predicate: whose ids names stand for, and the like.
import { hidesMailHosts, shownLogin, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import { createBudget, type Budget } from '../condition/budget.js'
import { always, never } from '../condition/columns.js'
import type { ChangesWanted, Lookup, PeopleWanted } from '../condition/pending.js'
import { textMatcher } from '../operators/text.js'
import { visitMatcher, type Visit } from '../operators/visits.js'
import type { CompiledSearch } from './compile.js'
import { fill, keyOf, type Answers, type Key } from './fill.js'
import { mostRowsAtOnce, readValues } from './read-values.js'

type Tag = Pick<Row<'personal_tags'>, 'id' | 'name'>
type Person = Pick<Row<'users'>, 'id' | 'login' | 'login_folded' | 'real_name'>
export type ChangeRow = Pick<Row<'bug_history'>, 'id' | 'field' | 'removed' | 'added'>

/** Leaves the bugs that a caller may not see out of changes. */
export type WithoutHiddenBugs = (tx: Reader, call: Call, changes: readonly ChangeRow[]) => Promise<ChangeRow[]>

/** What lookups give, all those of a kind in one select where they can share it. What is asked of changes may hang on people. */
export async function loadLookups(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  { lookups, visibleCandidates }: CompiledSearch,
): Promise<Answers> {
  const keys = await loadIds(tx, call, lookups)
  const answers = { keys, candidates: fill(visibleCandidates, { keys, candidates: never }) }
  const budget = createBudget()
  for (const one of ofKind(lookups, 'changes'))
    keys.set(keyOf(one), await findChanges(tx, call, withoutHiddenBugs, one, fill(one.where, answers), budget))
  for (const one of ofKind(lookups, 'values'))
    keys.set(keyOf(one), await readValues(tx, call, one, fill(one.where, answers), budget))
  return answers
}

/** The ids that hang on nothing else. */
async function loadIds(tx: Reader, call: Call, lookups: readonly Lookup[]): Promise<Map<string, readonly Key[]>> {
  const keys = new Map<string, readonly Key[]>()
  const answer = (one: Lookup, rows: readonly { readonly id: number }[]) => {
    const ids = rows.map(({ id }) => id)
    keys.set(keyOf(one), ids)
  }
  const [ofPeople, ofVisits, ofTags] = [ofKind(lookups, 'people'), ofKind(lookups, 'visits'), ofKind(lookups, 'tags')]
  const people = ofPeople.length > 0 ? await loadPeople(tx, call, ofPeople) : []
  for (const one of ofPeople) answer(one, whoIsMeant(call, one, people))
  for (const one of ofKind(lookups, 'users'))
    answer(one, await tx.select({ from: 'users', where: one.where, columns: ['id'] }))
  const visits = ofVisits.length > 0 ? await loadVisits(tx, call) : []
  const tags = ofTags.length > 0 ? await loadTags(tx, call) : []
  for (const one of ofVisits) answer(one, visits.filter(visitMatcher(one, call)))
  for (const one of ofTags) {
    const matches = textMatcher(one.comparison, one.values, one.field)
    answer(
      one,
      tags.filter(({ name }) => matches(name)),
    )
  }
  return keys
}

function ofKind<K extends Lookup['kind']>(lookups: readonly Lookup[], kind: K) {
  return lookups.filter((one): one is Extract<Lookup, { readonly kind: K }> => one.kind === kind)
}

async function loadTags(tx: Reader, { who }: Call): Promise<Tag[]> {
  if (!who.user) return []
  return tx.select({ from: 'personal_tags', where: { col: 'user_id', eq: who.user.id }, columns: ['id', 'name'] })
}

async function loadVisits(tx: Reader, { who }: Call): Promise<Visit[]> {
  if (!who.user) return []
  const own: Where<'last_visits'> = { col: 'user_id', eq: who.user.id }
  const visits = await tx.select({ from: 'last_visits', where: own })
  const bugs = await tx.select({
    from: 'bugs',
    where: { some: 'visits', where: own },
    columns: ['id', 'last_change_time'],
  })
  const changed = new Map(bugs.map((bug) => [bug.id, bug.last_change_time]))
  return visits.flatMap(({ bug_id, last_visit_ts }) => {
    const at = changed.get(bug_id)
    return at ? [{ id: bug_id, visited: last_visit_ts, changed: at }] : []
  })
}

/**
 * Everybody who may be meant. An index narrows it where logins or parts of them are given, but not by the part of a login that
 * the caller does not get to see.
 */
async function loadPeople(tx: Reader, call: Call, wanted: readonly PeopleWanted[]): Promise<Person[]> {
  const columns = ['id', 'login', 'login_folded', 'real_name'] as const
  const where = { or: wanted.map((one) => mayBeMeant(one, hidesMailHosts(call))) }
  return tx.select({ from: 'users', where, columns })
}

function mayBeMeant({ by, comparison, values }: PeopleWanted, hidesHosts: boolean): Where<'users'> {
  if (by === 'login' && comparison === 'equals')
    return { col: 'login_folded', in: values.map((value) => fold(value.trim())) }
  if (by === 'login' && hidesHosts) return always
  const col = by === 'login' ? 'login_folded' : 'real_name_folded'
  if (comparison === 'substring' || comparison === 'word')
    return { or: values.map((value) => ({ col, contains: fold(value) })) }
  return { and: [] }
}

/**
 * Which of these people are meant. Somebody is found by the whole login, and by parts of as much of it as the caller gets to
 * see: parts of an address that is not shown could be guessed one by one.
 * @throws invalid_username
 */
function whoIsMeant(call: Call, wanted: PeopleWanted, people: readonly Person[]): Person[] {
  const { by, comparison, values, field, mustExist } = wanted
  const matches = textMatcher(comparison, values, field)
  const logins = new Set(values.map((value) => fold(value.trim())))
  const isMeant = (person: Person): boolean => {
    if (by === 'real_name') return matches(person.real_name)
    if (comparison === 'equals') return logins.has(person.login_folded)
    if (!hidesMailHosts(call)) return matches(person.login)
    return matches(shownLogin(call, person.login)) || (comparison === 'substring' && logins.has(person.login_folded))
  }
  const found = people.filter(isMeant)
  if (mustExist && found.length === 0)
    throw new TrackerError('object_does_not_exist', { kind: 'user', field, value: values[0] })
  return found
}

/**
 * Every change that comes into question is read, whatever it names: fewer would be by what hidden bugs are called.
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
