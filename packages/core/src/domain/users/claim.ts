// An account of an import becomes that of its person.
import { findSecondFactor, hasPasskey } from '../../auth/second-factor.js'
import { callerOf, loadMemberships, type Call, type User } from '../../call/context.js'
import type { Reader, Writer } from '../../schema/index.js'
import { bumpIdentityVersion, type Catalogue } from '../../setup/catalogue.js'
import { audit } from '../audit/write.js'
import { planUserUpdate, writeUpdate, type UserValues } from './plan-update.js'
import { isUnclaimed } from './unclaimed.js'

/** An address is not enough to get an account with one of these rights. */
const powerful = ['admin', 'editusers', 'creategroups', 'tweakparams', 'bz_sudoers']

/** Returns true if an account is never given away for an address. */
export async function isGuarded(tx: Reader, catalogue: Catalogue, user: User): Promise<boolean> {
  const { groupIds } = callerOf(catalogue, user, await loadMemberships(tx, user.id))
  const isPowerful = powerful.some((name) => groupIds.has(catalogue.groups.named(name)?.id ?? -1))
  return isPowerful || (await findSecondFactor(tx, user.id)) !== undefined || (await hasPasskey(tx, user.id))
}

/** Returns true if an account of an import is given to the user who proves its address. */
export async function mayClaim(tx: Reader, catalogue: Catalogue, user: User): Promise<boolean> {
  if (!isUnclaimed(user)) return false
  const proven = { not: { col: 'kind', eq: 'claim' } as const }
  const where = { and: [{ col: 'user_id', eq: user.id } as const, proven] }
  return (await tx.count('external_accounts', where)) === 0 && !(await isGuarded(tx, catalogue, user))
}

/** The call is the system's: it has found out who the person is. */
export async function enableClaimed(
  tx: Writer,
  call: Call,
  user: User,
  values: Pick<UserValues, 'email' | 'full_name' | 'password'>,
  passwordHash: string | null = null,
): Promise<void> {
  const enabled = { ...values, login_denied_text: '', email_enabled: true }
  const planned = planUserUpdate(call, user, await loadMemberships(tx, user.id), enabled, passwordHash)
  await writeUpdate(tx, call, planned)
  await audit(tx, call, 'users', user.id, [
    { field: 'claimed', removed: '', added: planned.plan.set.login ?? user.login },
  ])
  await bumpIdentityVersion(tx)
}
