// Proves to a later update the state of a bug that its caller has seen.
import type { Catalogue } from '../../../setup/catalogue.js'
import type { User } from '../../../call/context.js'
import type { BugRow } from '../../../access/find-bugs.js'

/** The token of a bug for one user: the same until the bug changes, and another after that. Contract: Bug, update_token. */
export function updateToken(
  { hmacOf }: Pick<Catalogue, 'hmacOf'>,
  user: Pick<User, 'id'>,
  bug: Pick<BugRow, 'id' | 'last_change_time'>,
): string {
  return hmacOf(`${bug.id}.${user.id}.${bug.last_change_time.getTime()}`)
}
