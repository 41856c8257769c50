// What a search needs to know from the store before it can become a predicate: whose ids names stand for, and the like.
import { hidesMailHosts, shownLogin, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import type { Reader, Row, Where } from '../schema/index.js'
import { fold } from '../store/index.js'
import { always, every } from './columns.js'
import { textMatcher } from './operators/text.js'
import { createTextReader, type Key } from './read-texts.js'
import type { ChangesWanted, Lookup, PeopleWanted, Scope, TextsWanted } from './scope.js'

type Tag = Pick<Row<'personal_tags'>, 'id' | 'name'>
type Person = Pick<Row<'users'>, 'id' | 'login' | 'login_folded' | 'real_name'>
export type ChangeRow = Pick<Row<'bug_history'>, 'id' | 'field' | 'removed' | 'added'>

/** Leaves the bugs that a caller may not see out of changes. */
export type WithoutHiddenBugs = (tx: Reader, call: Call, changes: readonly ChangeRow[]) => Promise<ChangeRow[]>

/**
 * Runs `work`, which turns a search into a predicate, until it has everything that it looks up: each run says what it lacks,
 * which is then loaded, all things of a kind in one select. Most searches lack nothing or only people.
 */
export async function withLookup<T>(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  work: (scope: Scope) => T,
): Promise<T> {
  const known = {
    people: new Map<string, number[]>(),
    changes: new Map<string, number[]>(),
    texts: new Map<string, Key[]>(),
  }
  const readTexts = createTextReader(tx)
  let tags: Tag[] | undefined
  for (;;) {
    const lacking = {
      people: new Map<string, PeopleWanted>(),
      changes: new Map<string, ChangesWanted>(),
      texts: new Map<string, TextsWanted>(),
    }
    let lacksTags = false
    const lookup: Lookup = {
      people: (wanted) => recall(known.people, lacking.people, wanted),
      changes: (wanted) => recall(known.changes, lacking.changes, wanted),
      texts: (wanted) => recall<TextsWanted, Key>(known.texts, lacking.texts, wanted as unknown as TextsWanted),
      tags: () => {
        lacksTags = tags === undefined
        return tags ?? []
      },
    }
    const result = work({ ...call, lookup, candidates: always })
    if (!lacksTags && Object.values(lacking).every((wanted) => wanted.size === 0)) return result
    if (lacksTags) tags = await loadTags(tx, call)
    const people = await loadPeople(tx, [...lacking.people.values()])
    for (const [key, wanted] of lacking.people) known.people.set(key, whoIsMeant(call, wanted, people))
    // What is asked of changes may hang on people, and which texts are read on both: they wait until nothing else is lacking.
    if (lacking.people.size > 0 || lacksTags) continue
    for (const [key, wanted] of lacking.changes)
      known.changes.set(key, await findChanges(tx, call, withoutHiddenBugs, wanted))
    if (lacking.changes.size > 0) continue
    for (const [key, wanted] of lacking.texts) known.texts.set(key, await readTexts(wanted))
  }
}

function recall<W, K = number>(known: ReadonlyMap<string, K[]>, lacking: Map<string, W>, wanted: W): readonly K[] {
  const key = JSON.stringify(wanted)
  const found = known.get(key)
  if (!found) lacking.set(key, wanted)
  return found ?? []
}

async function loadTags(tx: Reader, { who }: Call): Promise<Tag[]> {
  if (!who.user) return []
  return tx.select({ from: 'personal_tags', where: { col: 'user_id', eq: who.user.id }, columns: ['id', 'name'] })
}

/** Everybody who may be meant. An index narrows it where logins or parts of them are given. */
async function loadPeople(tx: Reader, wanted: readonly PeopleWanted[]): Promise<Person[]> {
  if (wanted.length === 0) return []
  const columns = ['id', 'login', 'login_folded', 'real_name'] as const
  return tx.select({ from: 'users', where: { or: wanted.map(mayBeMeant) }, columns })
}

function mayBeMeant({ by, atom, values }: PeopleWanted): Where<'users'> {
  if (by === 'login' && atom === 'equals') return { col: 'login_folded', in: values.map((value) => fold(value.trim())) }
  const col = by === 'login' ? 'login_folded' : 'real_name_folded'
  if (atom === 'substring' || atom === 'word') return { or: values.map((value) => ({ col, contains: fold(value) })) }
  return { and: [] }
}

/**
 * Which of these people are meant. Somebody is found by the whole login, and by parts of as much of it as the caller gets to
 * see: parts of an address that is not shown could be guessed one by one.
 * @throws invalid_username
 */
function whoIsMeant(call: Call, wanted: PeopleWanted, people: readonly Person[]): number[] {
  const { by, atom, values, field, mustExist } = wanted
  const matches = textMatcher(atom, values, field)
  const logins = new Set(values.map((value) => fold(value.trim())))
  const isMeant = (person: Person): boolean => {
    if (by === 'real_name') return matches(person.real_name)
    if (atom === 'equals') return logins.has(person.login_folded)
    if (!hidesMailHosts(call)) return matches(person.login)
    return matches(shownLogin(call, person.login)) || (atom === 'substring' && logins.has(person.login_folded))
  }
  const found = people.filter(isMeant).map((person) => person.id)
  if (mustExist && found.length === 0) throw new TrackerError('invalid_username', { field, value: values[0] })
  return found
}

async function findChanges(
  tx: Reader,
  call: Call,
  withoutHiddenBugs: WithoutHiddenBugs,
  { where, texts }: ChangesWanted,
): Promise<number[]> {
  const mayMatch = texts.filter((text) => !text.isNegated).map(mayHold)
  const columns = ['id', 'field', 'removed', 'added'] as const
  const rows = await tx.select({ from: 'bug_history', where: { and: [where, ...mayMatch] }, columns })
  const wanted = texts.map((text) => ({ ...text, folded: new Set(text.values.map(fold)) }))
  const isMeant = (change: ChangeRow) =>
    wanted.every(({ side, folded, isNegated }) => folded.has(fold(change[side])) !== isNegated)
  return (await withoutHiddenBugs(tx, call, rows)).filter(isMeant).map((change) => change.id)
}

/** The list as stored may name more than the caller sees, but all that is asked for. */
function mayHold({ side, values }: ChangesWanted['texts'][number]): Where<'bug_history'> {
  const col = `${side}_folded` as const
  const items = (value: string) => value.split(', ').map((item) => ({ col, contains: fold(item) }))
  return { or: values.map((value) => every<'bug_history'>(items(value))) }
}
