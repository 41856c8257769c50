// Finds possible requestees of flags.
import { visibleBugs } from '../../access/visibility.js'
import type { Call, Caller, User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { findUsersByLogin } from '../users/find.js'
import { createUserCache, type UserCache } from '../users/user-cache.js'
import { fold } from '../../store/index.js'
import type { FlagChange } from './input.js'
import type { RequesteeFinder } from './plan.js'
import { mayGrant } from './rights.js'

export interface Requestees {
  readonly find: RequesteeFinder
  /** True for users who want to be on the CC list of bugs with requests for them. Default: true. */
  readonly wantCc: (userId: number) => boolean
}

/** Facts that save lookups. */
interface Known {
  /** The flags are those of a private attachment. */
  readonly isPrivate?: boolean
  /** The people whom the changes name, by folded login name. */
  readonly users?: ReadonlyMap<string, User>
  readonly people?: UserCache
  /** Public bugs. */
  readonly publicIds?: ReadonlySet<number>
}

/** The people of no flag. */
const nobodyAsked: Requestees = {
  find: (value, _type, _bugId, field) => {
    throw new TrackerError('object_does_not_exist', { kind: 'user', field, value })
  },
  wantCc: () => false,
}

/**
 * Looks up the people whom flag changes on these bugs name. They must have an account in use, see the bug (and be insiders where
 * the attachment is private), and be able to grant the flag.
 */
export async function lookUpRequestees(
  tx: Reader,
  call: Call,
  changes: readonly FlagChange[],
  bugIds: readonly number[],
  { isPrivate = false, users: known, publicIds = new Set(), people: cache }: Known = {},
): Promise<Requestees> {
  const logins = requesteeLogins(changes)
  if (logins.length === 0) return nobodyAsked
  const asked = logins.map((login) => fold(login.trim()))
  const users = new Map([...(known ?? (await findUsersByLogin(tx, logins)))].filter(([login]) => asked.includes(login)))
  const ids = [...users.values()].map((user) => user.id)
  const callers = await (cache ?? createUserCache(tx, call.catalogue, users.values())).callers(ids)
  const people = new Map([...users].map(([login, user]) => [login, callers.get(user.id) as Caller]))
  const restricted = bugIds.filter((id) => !publicIds.has(id))
  const canSee = await sightOf(tx, call, [...people.values()], restricted)
  const refusals = await tx.select({
    from: 'user_settings',
    where: { and: [{ col: 'user_id', in: ids } as const, { col: 'name', eq: 'requestee_cc' } as const] },
  })
  const unwilling = new Set(
    refusals.flatMap(({ user_id, value }) => (value === 'off' || value === false ? [user_id] : [])),
  )
  return {
    wantCc: (userId) => !unwilling.has(userId),
    find(value, type, bugId, field) {
      const who = people.get(fold(value.trim()))
      const user = who?.user
      if (!who || !user) throw new TrackerError('object_does_not_exist', { kind: 'user', field, value })
      if (user.login_denied_text !== '') throw new TrackerError('flag_requestee_disabled', { field, value })
      if (!(publicIds.has(bugId) || canSee(who, bugId)) || (isPrivate && !who.isInsider))
        throw new TrackerError('flag_requestee_unauthorized', { field, value })
      if (!mayGrant(who, type)) throw new TrackerError('flag_requestee_needs_privs', { field, value })
      return user.id
    },
  }
}

/** The requestees that flag changes name. */
export function requesteeLogins(changes: readonly FlagChange[]): string[] {
  return changes.flatMap(({ requestee }) => (requestee?.trim() ? [requestee] : []))
}

/** Determines which of these people can see which of these bugs. One select if all can see all. */
async function sightOf(
  tx: Reader,
  { catalogue }: Call,
  people: readonly Caller[],
  bugIds: readonly number[],
): Promise<(who: Caller, bugId: number) => boolean> {
  if (bugIds.length === 0) return () => false
  const seenBy = async (viewers: readonly Caller[]) => {
    const where = {
      and: [{ col: 'id', in: bugIds } as const, ...viewers.map((who) => visibleBugs({ who, catalogue }))],
    }
    return new Set((await tx.select({ from: 'bugs', where, columns: ['id'] })).map((row) => row.id))
  }
  const byAll = await seenBy(people)
  if (people.length <= 1 || byAll.size === new Set(bugIds).size) return (_who, id) => byAll.has(id)
  const sights = new Map<Caller, ReadonlySet<number>>()
  for (const who of people) sights.set(who, await seenBy([who]))
  return (who, id) => sights.get(who)?.has(id) === true
}
