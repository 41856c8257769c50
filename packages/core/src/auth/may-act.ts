// Accounts for which something comes in from outside, without a credential.
import { callerOf, inGroupNamed, loadMemberships } from '../call/context.js'
import type { Reader } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'
import { findSecondFactors } from './second-factor.js'

/** Returns true if the user may use the API: the account is enabled, and a required second factor is set up. */
export async function mayAct(tx: Reader, catalogue: Catalogue, userId: number): Promise<boolean> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user || user.login_denied_text !== '') return false
  if (user.password_hash === null || catalogue.parameters.second_factor_group === '') return true
  const caller = callerOf(catalogue, user, await loadMemberships(tx, userId))
  if (!inGroupNamed(caller, catalogue, catalogue.parameters.second_factor_group)) return true
  return (await findSecondFactors(tx, [userId])).has(userId)
}
