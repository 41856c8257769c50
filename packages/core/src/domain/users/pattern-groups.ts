// Membership in groups by login name.
import type { Catalogue } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { isTrackerError, TrackerError } from '../../kernel/errors.js'
import { mayGrant } from '../groups/rights.js'
import { compilePattern } from '../../kernel/pattern/compile.js'

/**
 * The ids of the groups whose pattern the login name matches, without regard to case. The memberships are stored, so whoever
 * changes a login name or a pattern stores them anew.
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
 * Whoever gives somebody a login name puts them into the groups whose pattern it matches.
 * @throws auth_failure for one that the caller may not grant
 */
export function requireMayJoin(call: Call, groupIds: readonly number[]): void {
  for (const id of groupIds) {
    const group = call.catalogue.groups.get(id)
    if (group && !mayGrant(call, group))
      throw new TrackerError('auth_failure', { action: `give a login name that belongs to the group ${group.name}` })
  }
}
