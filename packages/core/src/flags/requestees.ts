// Who can be asked for a flag.
import { visibleBugs } from '../access/visibility.js'
import { groupBy } from '../collections.js'
import { callerOf, type Call, type Caller } from '../context.js'
import { TrackerError } from '../errors.js'
import type { Reader } from '../schema/index.js'
import { findUsersByLogin } from '../users/find.js'
import { fold } from '../store/index.js'
import type { FlagChange } from './input.js'
import type { RequesteeFinder } from './plan.js'
import { mayGrant } from './rights.js'

export interface Requestees {
  readonly find: RequesteeFinder
  /** Those of them who want to be on the CC list of bugs in which they are asked; everybody, unless they said no. */
  readonly wantCc: (userId: number) => boolean
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
  isPrivate = false,
): Promise<Requestees> {
  const logins = changes.flatMap(({ requestee }) => (requestee?.trim() ? [requestee] : []))
  if (logins.length === 0) return nobodyAsked
  const users = await findUsersByLogin(tx, logins)
  const ids = [...users.values()].map((user) => user.id)
  const ofUsers = { col: 'user_id', in: ids } as const
  const memberships = groupBy(await tx.select({ from: 'user_groups', where: ofUsers }), (row) => row.user_id)
  const people = new Map<string, { readonly who: Caller; readonly sees: ReadonlySet<number> }>()
  for (const [login, user] of users) {
    const who = callerOf(call.catalogue, user, memberships.get(user.id) ?? [])
    people.set(login, { who, sees: await seenBy(tx, call, who, bugIds) })
  }
  const refusals = await tx.select({
    from: 'user_settings',
    where: { and: [ofUsers, { col: 'name', eq: 'requestee_cc' } as const] },
  })
  const unwilling = new Set(
    refusals.flatMap(({ user_id, value }) => (value === 'off' || value === false ? [user_id] : [])),
  )
  return {
    wantCc: (userId) => !unwilling.has(userId),
    find(value, type, bugId, field) {
      const person = people.get(fold(value.trim()))
      const user = person?.who.user
      if (!person || !user) throw new TrackerError('object_does_not_exist', { kind: 'user', field, value })
      if (user.login_denied_text !== '') throw new TrackerError('flag_requestee_disabled', { field, value })
      if (!person.sees.has(bugId) || (isPrivate && !person.who.isInsider))
        throw new TrackerError('flag_requestee_unauthorized', { field, value })
      if (!mayGrant(person.who, type)) throw new TrackerError('flag_requestee_needs_privs', { field, value })
      return user.id
    },
  }
}

async function seenBy(tx: Reader, { catalogue }: Call, who: Caller, bugIds: readonly number[]): Promise<Set<number>> {
  const where = { and: [{ col: 'id', in: bugIds } as const, visibleBugs({ who, catalogue })] }
  return new Set((await tx.select({ from: 'bugs', where, columns: ['id'] })).map((row) => row.id))
}
