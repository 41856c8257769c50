// Membership in groups by login name.
import type { Catalogue } from '../catalogue.js'
import { compilePattern } from '../pattern/compile.js'

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
