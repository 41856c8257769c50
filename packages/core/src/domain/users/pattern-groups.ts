// Membership in groups by login name.
import type { Catalogue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import { mayGrant } from '../groups/rights.js'
import { compilePattern } from '../../kernel/pattern/compile.js'

/**
 * The IDs of the groups whose pattern matches the login, ignoring case. Memberships are stored, so they must be stored
 * again whenever a login or a pattern changes.
 */
export function groupsByPattern({ groups }: Catalogue, login: string): number[] {
  return [...groups]
    .filter(({ user_regexp }) => user_regexp !== '')
    .filter(({ user_regexp }) => compilePattern(user_regexp, { ignoreCase: true, field: 'user_regexp' }).test(login))
    .map((group) => group.id)
}

/** Returns true if a pattern of a group is valid and matches a login. */
export function isMemberByPattern(pattern: string, login: string): boolean {
  if (pattern === '') return false
  try {
    return compilePattern(pattern, { ignoreCase: true }).test(login)
  } catch (error) {
    if (isTrackerError(error, 'invalid_regexp')) return false
    throw error
  }
}

/**
 * Setting a user's login adds them to the groups whose pattern it matches.
 * @throws auth_failure for a group that the caller may not grant
 */
export function requireMayJoin(call: Call, groupIds: readonly number[]): void {
  for (const id of groupIds) {
    const group = call.catalogue.groups.get(id)
    if (group && !mayGrant(call, group))
      throw new TrackerError('auth_failure', { action: `set a login that belongs to the group ${group.name}` })
  }
}
