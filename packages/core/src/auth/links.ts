// The login providers of a user, as they are remembered with the callers.
import { allLogins, type Login, type Logins } from '../call/login-provider.js'
import type { Reader, Row, Writer } from '../schema/index.js'

/**
 * The proof with which an account was linked. `provider`: its assertion, for a new account or one that it may give. `two_factors`: they
 * were proven here. `one_factor`: only one was, such as a password.
 */
export const proofsOfLinks = ['provider', 'two_factors', 'one_factor'] as const
export type LinkedWith = (typeof proofsOfLinks)[number]

/** An account at a provider by which a user logs in. NULL: it was linked before the proof was noted. */
export type Link = Pick<Row<'external_accounts'>, 'issuer' | 'linked_with'>

/** Not of the host, nor of an import whose owner has not logged in. */
export const isLink = { col: 'kind', in: ['linked', 'managed'] } as const

interface Remembered {
  readonly links: {
    get(userId: number): readonly Link[] | undefined
    set(userId: number, links: readonly Link[]): unknown
  }
}

/** The providers by which a user logs in. */
export async function linksOf(tx: Reader, { links }: Remembered, userId: number): Promise<readonly Link[]> {
  const known = links.get(userId)
  if (known !== undefined) return known
  const found = await findLinks(tx, userId)
  links.set(userId, found)
  return found
}

/** The same, not remembered. */
export async function findLinks(tx: Reader, userId: number): Promise<readonly Link[]> {
  const where = { and: [{ col: 'user_id', eq: userId } as const, isLink] }
  return tx.select({ from: 'external_accounts', where, columns: ['issuer', 'linked_with'] })
}

/**
 * For a user whose second factor goes: links and sessions that it has proven prove one factor from now on. Otherwise someone who
 * has set one up with only the password would pass the next one, which the owner sets up.
 */
export async function forgetTwoFactors(tx: Writer, userId: number): Promise<void> {
  const own = { col: 'user_id', eq: userId } as const
  const proven = { and: [own, { col: 'linked_with', eq: 'two_factors' } as const] }
  await tx.update('external_accounts', proven, { linked_with: 'one_factor' satisfies LinkedWith })
  const links = (await findLinks(tx, userId)).filter(({ linked_with }) => linked_with === 'provider')
  const elsewhere = { col: 'login_issuer', in: links.map(({ issuer }) => issuer) } as const
  // Those who view the tracker as the user have proven their own.
  const sessions = [own, { col: 'has_second_factor', eq: true } as const, { col: 'actor_id', eq: null } as const]
  await tx.update('tokens', { and: [...sessions, { not: elsewhere }] }, { has_second_factor: false })
}

type Owner = Pick<Row<'users'>, 'password_hash'>

/**
 * Returns true for a login that proves two factors: the provider asks for the second one, as its rules here state, and its account
 * was not linked with a single factor. Otherwise someone with only the password could link another account.
 */
export function provesTwo(
  { secondFactor, provider }: Pick<Login, 'secondFactor' | 'provider'>,
  links: readonly Link[],
  { password_hash }: Owner,
): boolean {
  const link = links.find(({ issuer }) => issuer === provider.issuer)
  if (secondFactor !== 'provider' || !link) return false
  if (link.linked_with !== null) return link.linked_with !== 'one_factor'
  // Without a password and another provider, only this one can have been the proof.
  return password_hash === null && links.length === 1
}

/** Returns true if one of these providers proves two factors. */
export function isFactorElsewhere(logins: Logins, links: readonly Link[], owner: Owner): boolean {
  return allLogins(logins).some((login) => provesTwo(login, links, owner))
}
