// The last step of a login at a provider: a session.
import { addHours } from 'date-fns/addHours'
import { logSignIn } from '../../auth/sign-in-log.js'
import { issueToken } from '../../auth/tokens.js'
import type { Call } from '../../call/context.js'
import type { Login } from '../../call/login-provider.js'
import type { Where, Writer } from '../../schema/index.js'

interface Kind {
  /** Two factors were proven, here or at the provider. */
  readonly isTwofold: boolean
  /** Valid only from the address of the call. */
  readonly isRestricted?: boolean
}

export async function beginSession(
  tx: Writer,
  call: Call,
  login: Login,
  userId: number,
  { isTwofold, isRestricted = false }: Kind,
): Promise<string> {
  const { provider, sessionHours } = login
  const { name, issuer } = provider
  await logSignIn(tx, { event: 'login', userId, by: userId, address: call.address, provider: name }, call.now)
  const expires = addHours(call.now, sessionHours)
  const identity = { and: [{ col: 'user_id', eq: userId } as const, { col: 'issuer', eq: issuer } as const] }
  await tx.update('external_accounts', identity, { last_login: call.now })
  const { token } = await issueToken(tx, call, userId, {
    isRestricted,
    login_by: name,
    login_issuer: issuer,
    expires,
    has_second_factor: isTwofold,
  })
  return token
}

/** The sessions that a provider began for a user: those from before the issuer was noted, by its name. */
export function begunBy(
  userId: number,
  { issuer, name }: { issuer: string; name?: string | undefined },
): Where<'tokens'> {
  const own = { col: 'user_id', eq: userId } as const
  const old: Where<'tokens'>[] = [
    { col: 'login_issuer', eq: null },
    { col: 'login_by', eq: name ?? '' },
  ]
  return { and: [own, { or: [{ col: 'login_issuer', eq: issuer }, { and: old }] }] }
}
