// What a search needs to know from the store before it can become a predicate: whose ids names stand for.
import { hidesMailHosts, shownLogin, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import type { Reader, Row, Where } from '../schema/index.js'
import { fold } from '../store/index.js'
import { textMatcher } from './operators/text.js'
import type { Lookup, PeopleWanted, Scope } from './scope.js'

type Tag = Pick<Row<'personal_tags'>, 'id' | 'name'>
type Person = Pick<Row<'users'>, 'id' | 'login' | 'login_folded' | 'real_name'>

/**
 * Runs `work` twice: first to learn what it looks up, then, all of that loaded in as few selects as there are kinds of things,
 * to get its result.
 */
export async function withLookup<T>(tx: Reader, call: Call, work: (scope: Scope) => T): Promise<T> {
  const wanted: PeopleWanted[] = []
  let wantsTags = false
  const recorder: Lookup = {
    people: (people) => {
      wanted.push(people)
      return []
    },
    tags: () => {
      wantsTags = true
      return []
    },
  }
  const first = work({ ...call, lookup: recorder })
  if (wanted.length === 0 && !wantsTags) return first
  const tags = wantsTags ? await loadTags(tx, call) : []
  const people = await loadPeople(tx, wanted)
  const found = new Map(wanted.map((one) => [keyOf(one), idsOf(call, one, people)]))
  return work({ ...call, lookup: { people: (one) => found.get(keyOf(one)) ?? [], tags: () => tags } })
}

function keyOf({ by, atom, values }: PeopleWanted): string {
  return JSON.stringify([by, atom, values])
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
 * Who of `people` is meant. Somebody is found by the whole login, and by parts of as much of it as the caller gets to see:
 * parts of an address that is not shown could be guessed one by one.
 * @throws invalid_username
 */
function idsOf(call: Call, { by, atom, values, field, mustExist }: PeopleWanted, people: readonly Person[]): number[] {
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
