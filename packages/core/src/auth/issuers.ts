// The login providers of a user, as they are remembered with the callers.
import { allLogins, type Logins } from '../call/login-provider.js'
import type { Reader } from '../schema/index.js'
import type { IdentityCache } from './identity.js'

/** The issuers of the providers by which a user logs in. */
export async function issuersOf(tx: Reader, { issuers }: IdentityCache, userId: number): Promise<readonly string[]> {
  const known = issuers.get(userId)
  if (known !== undefined) return known
  const found = await findIssuers(tx, userId)
  issuers.set(userId, found)
  return found
}

/** The same, not remembered. */
export async function findIssuers(tx: Reader, userId: number): Promise<readonly string[]> {
  const kind = { col: 'kind', in: ['linked', 'managed'] } as const
  const where = { and: [{ col: 'user_id', eq: userId } as const, kind] }
  return (await tx.select({ from: 'external_accounts', where })).map(({ issuer }) => issuer)
}

/** Returns true if one of these issuers asks for a second factor, as its rules here state. */
export function isFactorElsewhere(logins: Logins, issuers: readonly string[]): boolean {
  return allLogins(logins).some(
    ({ secondFactor, provider: { issuer } }) => secondFactor === 'provider' && issuers.includes(issuer),
  )
}
