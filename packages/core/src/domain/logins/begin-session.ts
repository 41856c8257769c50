// The last step of a login at a provider: a session.
import { addHours } from 'date-fns/addHours'
import { isLink, type LinkedWith } from '../../auth/links.js'
import { logSignIn } from '../../auth/sign-in-log.js'
import { issueToken } from '../../auth/tokens.js'
import type { Call } from '../../call/context.js'
import { allLogins, type Login } from '../../call/login-provider.js'
import type { Reader, Where, Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { identitiesOf } from './identities.js'

interface Kind {
  /** Two factors were proven, here or at the provider. */
  readonly isTwofold: boolean
  /** Valid only from the address of the call. */
  readonly isRestricted?: boolean
  /** The present name of the account at the provider; empty: unknown. */
  readonly shownAs: string
}

export async function beginSession(
  tx: Writer,
  call: Call,
  login: Login,
  userId: number,
  { isTwofold, isRestricted = false, shownAs }: Kind,
): Promise<string> {
  const { provider, sessionHours } = login
  const { name, issuer } = provider
  await logSignIn(tx, { event: 'login', userId, by: userId, address: call.address, provider: name }, call.now)
  const expires = addHours(call.now, sessionHours)
  const own = [{ col: 'user_id', eq: userId } as const, { col: 'issuer', eq: issuer } as const]
  const identity = { and: [...own, isLink] }
  await tx.update('external_accounts', identity, { last_login: call.now, ...(shownAs !== '' && { shown_as: shownAs }) })
  if (isTwofold) await confirmLink(tx, identity)
  const { token } = await issueToken(tx, call, userId, {
    isRestricted,
    login_by: name,
    login_issuer: issuer,
    expires,
    has_second_factor: isTwofold,
  })
  return token
}

/** From now on, logins by this account at the provider rest on two factors. */
async function confirmLink(tx: Writer, identity: Where<'external_accounts'>): Promise<void> {
  const weak: Where<'external_accounts'> = {
    or: [
      { col: 'linked_with', eq: null },
      { col: 'linked_with', eq: 'one_factor' },
    ],
  }
  const two: LinkedWith = 'two_factors'
  const changed = await tx.update('external_accounts', { and: [identity, weak] }, { linked_with: two })
  if (changed > 0) await bumpIdentityVersion(tx)
}

/** Ways to log in that are no providers. */
const ownWays = ['password', 'passkey']

/**
 * The sessions that a provider began for a user. Those from before the issuer was noted have only a name, which may be an
 * earlier one of this provider: they count unless another way of the user to log in has it.
 */
export async function begunBy(
  tx: Reader,
  { logins }: Pick<Call, 'logins'>,
  userId: number,
  issuer: string,
): Promise<Where<'tokens'>> {
  const linked = new Set((await identitiesOf(tx, userId)).map((one) => one.issuer))
  const others = allLogins(logins).filter(({ provider }) => provider.issuer !== issuer && linked.has(provider.issuer))
  const names = others.map(({ provider }) => provider.name)
  const own = { col: 'user_id', eq: userId } as const
  const old: Where<'tokens'>[] = [
    { col: 'login_issuer', eq: null },
    { not: { col: 'login_by', in: [...ownWays, ...names] } },
  ]
  return { and: [own, { or: [{ col: 'login_issuer', eq: issuer }, { and: old }] }] }
}
