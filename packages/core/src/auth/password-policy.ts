// The parameter password_login_group.
import { callerOf, inGroupNamed, loadMemberships, type Caller, type User } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

/** Returns true if only some users may log in with a password. */
export function isPasswordRestricted({ parameters }: Pick<Catalogue, 'parameters'>): boolean {
  return parameters.password_login_group !== ''
}

/** Returns true if a user may log in with a password. */
export async function mayUsePassword(tx: Reader, catalogue: Catalogue, user: User): Promise<boolean> {
  if (!isPasswordRestricted(catalogue)) return true
  return isMember(catalogue, callerOf(catalogue, user, await loadMemberships(tx, user.id)))
}

/** Only for callers who have proven the password: others must not learn who is in the group. @throws password_login_off */
export function requirePasswordLogin(catalogue: Catalogue, caller: Pick<Caller, 'groupIds'>): void {
  if (isPasswordRestricted(catalogue) && !isMember(catalogue, caller)) throw new TrackerError('password_login_off')
}

function isMember(catalogue: Catalogue, { groupIds }: Pick<Caller, 'groupIds'>): boolean {
  return inGroupNamed({ isSystem: false, groupIds }, catalogue, catalogue.parameters.password_login_group)
}
