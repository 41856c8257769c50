// What a search needs to know from the store before it can become a predicate: whose ids names stand for, and the like.
import { hidesMailHosts, shownLogin, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { fold, pagesOf, type PlainWhere } from '../../store/index.js'
import { createBudget, type Budget } from '../condition/budget.js'
import { always } from '../condition/columns.js'
import { textMatcher } from '../operators/text.js'
import { mostRowsAtOnce, readValues, type Key } from './read-values.js'
import type { ChangesWanted, Lookup, PeopleWanted, Scope, ValuesWanted } from '../condition/scope.js'

type Tag = Pick<Row<'personal_tags'>, 'id' | 'name'>
type Visit = ReturnType<Lookup['visits']>[number]
type Person = Pick<Row<'users'>, 'id' | 'login' | 'login_folded' | 'real_name'>
export type ChangeRow = Pick<Row<'bug_history'>, 'id' | 'field' | 'removed' | 'added'>

/** Leaves the bugs that a caller may not see out of changes. */
export type WithoutHiddenBugs = (tx: Reader, call: Call, changes: readonly ChangeRow[]) => Promise<ChangeRow[]>

/**
 * Runs `work`, which turns a search into a predicate, until it has everything that it looks up: each run says what it lacks,
 * which is then loaded, all things of a kind in one select. Most searches lack nothing or only people.
 */
export async function resolveLookups<T>(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  work: (scope: Scope) => T,
): Promise<T> {
  const [people, users, visits, tags] = [
    memo<PeopleWanted, number>(),
    memo<Where<'users'>, number>(),
    memo<'own', Visit>(),
    memo<'own', Tag>(),
  ]
  const [changes, values] = [memo<ChangesWanted, number>(), memo<ValuesWanted, Key>()]
  const lookup: Lookup = {
    people: (wanted) => people.recall(wanted),
    users: (where) => users.recall(where),
    visits: () => visits.recall('own'),
    tags: () => tags.recall('own'),
    changes: (wanted) => changes.recall(wanted),
    values: (wanted) => values.recall(wanted as unknown as ValuesWanted),
  }
  const memos = [people, users, visits, tags, changes, values]
  const budget = createBudget()
  const firsts = [
    () => people.fill((wanted) => findPeople(tx, call, wanted)),
    () => users.fill((all) => each(all, (where) => findUsers(tx, where))),
    () => visits.fill((all) => each(all, () => loadVisits(tx, call))),
    () => tags.fill((all) => each(all, () => loadTags(tx, call))),
  ]
  for (;;) {
    const result = work({ ...call, lookup, candidates: always })
    if (memos.every((memo) => memo.isComplete())) return result
    let lacked = false
    for (const fill of firsts) lacked = (await fill()) || lacked
    // What is asked of changes may hang on people, and which values are read on both: they wait until nothing else is lacking.
    lacked ||= await changes.fill((all) => each(all, (one) => findChanges(tx, call, withoutHiddenBugs, one, budget)))
    if (!lacked) await values.fill((all) => each(all, (one) => readValues(tx, call, one, budget)))
    for (const memo of memos) memo.forgetLacking()
  }
}

/** Answers to questions of one kind. */
interface Memo<W, A> {
  /** The answer, as far as it is known; else the question is one that lacks its answer. */
  recall(wanted: W): readonly A[]
  /** Finds what lacks its answer, in the order of the questions. Tells whether there was anything. */
  fill(find: (lacking: readonly W[]) => Promise<A[][]>): Promise<boolean>
  /** Whether no question lacks its answer. */
  isComplete(): boolean
  /** Leaves questions open that may be other ones next time. */
  forgetLacking(): void
}

function memo<W, A>(): Memo<W, A> {
  const known = new Map<string, readonly A[]>()
  const lacking = new Map<string, W>()
  return {
    recall(wanted) {
      const key = JSON.stringify(wanted)
      const found = known.get(key)
      if (!found) lacking.set(key, wanted)
      return found ?? []
    },
    async fill(find) {
      if (lacking.size === 0) return false
      const found = await find([...lacking.values()])
      for (const [index, key] of [...lacking.keys()].entries()) known.set(key, found[index] ?? [])
      return true
    },
    isComplete: () => lacking.size === 0,
    forgetLacking: () => lacking.clear(),
  }
}

async function each<W, A>(all: readonly W[], find: (one: W) => Promise<A[]>): Promise<A[][]> {
  const found: A[][] = []
  for (const one of all) found.push(await find(one))
  return found
}

async function findPeople(tx: Reader, call: Call, wanted: readonly PeopleWanted[]): Promise<number[][]> {
  const people = await loadPeople(tx, call, wanted)
  return wanted.map((one) => whoIsMeant(call, one, people))
}

async function findUsers(tx: Reader, where: Where<'users'>): Promise<number[]> {
  return (await tx.select({ from: 'users', where, columns: ['id'] })).map((user) => user.id)
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
    return at ? [{ bug_id, visited: last_visit_ts, changed: at }] : []
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
function whoIsMeant(call: Call, wanted: PeopleWanted, people: readonly Person[]): number[] {
  const { by, comparison, values, field, mustExist } = wanted
  const matches = textMatcher(comparison, values, field)
  const logins = new Set(values.map((value) => fold(value.trim())))
  const isMeant = (person: Person): boolean => {
    if (by === 'real_name') return matches(person.real_name)
    if (comparison === 'equals') return logins.has(person.login_folded)
    if (!hidesMailHosts(call)) return matches(person.login)
    return matches(shownLogin(call, person.login)) || (comparison === 'substring' && logins.has(person.login_folded))
  }
  const found = people.filter(isMeant).map((person) => person.id)
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
  budget: Budget,
): Promise<number[]> {
  const texts = wanted.texts.map((text) => ({ ...text, folded: new Set(text.values.map(fold)) }))
  const isMeant = (change: ChangeRow) =>
    texts.every(({ side, folded, isNegated }) => folded.has(fold(change[side])) !== isNegated)
  const query = {
    from: 'bug_history',
    by: ['id'],
    where: wanted.where as PlainWhere,
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
