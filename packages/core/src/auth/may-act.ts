// Accounts for which something comes in from outside, without a credential.
import { callerOf, inGroupNamed, loadMemberships, type Call } from '../call/context.js'
import type { Reader } from '../schema/index.js'
import { findLinks, isFactorElsewhere } from './links.js'
import { findSecondFactors } from './second-factor.js'

/**
 * Returns true if the user may use the API by a key: the account is enabled, and a required second factor is set up, or asked
 * for by a provider of the user. Accounts with neither a password nor a provider need none.
 */
export async function mayAct(
  tx: Reader,
  { catalogue, logins }: Pick<Call, 'catalogue' | 'logins'>,
  userId: number,
): Promise<boolean> {
  const [user] = await tx.select({ from: 'users', where: { col: 'id', eq: userId } })
  if (!user || user.login_denied_text !== '') return false
  if (catalogue.parameters.second_factor_group === '') return true
  const caller = callerOf(catalogue, user, await loadMemberships(tx, userId))
  if (!inGroupNamed(caller, catalogue, catalogue.parameters.second_factor_group)) return true
  if ((await findSecondFactors(tx, [userId])).has(userId)) return true
  const own = await findLinks(tx, userId)
  if (own.length === 0) return user.password_hash === null
  return isFactorElsewhere(logins, own, user)
}
