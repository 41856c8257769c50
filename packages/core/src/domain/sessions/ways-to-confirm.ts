// The ways in which an account can prove again who uses a session of it.
import { findLinks } from '../../auth/links.js'
import { passkeysHere } from '../../auth/passkey.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import type { Call, User } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import { mayConfirm } from '../logins/confirm.js'
import { byPasskey } from '../passkeys/options.js'

/** Returns the names of `confirm_by` of `sessions.current`. */
export async function waysToConfirm(
  tx: Reader,
  call: Pick<Call, 'logins' | 'catalogue' | 'mail'>,
  user: User,
): Promise<string[]> {
  const { providers, passwords } = call.logins
  const links = await findLinks(tx, user.id)
  const own = new Set(links.map(({ issuer }) => issuer))
  const isTwofold = (await findSecondFactor(tx, user.id)) !== undefined
  const able = [...providers.values()].filter(
    (one) => own.has(one.provider.issuer) && mayConfirm(one, { user, links, isTwofold }),
  )
  const hasPassword = user.password_hash !== null || (passwords !== undefined && own.has(passwords.provider.issuer))
  const ownHere = { and: [{ col: 'user_id', eq: user.id } as const, ...passkeysHere(call.catalogue)] }
  const passkey = (await tx.count('passkeys', ownHere)) > 0 ? [byPasskey] : []
  return [...ownProofs(call, hasPassword, isTwofold), ...passkey, ...able.map(({ provider }) => provider.name)]
}

function ownProofs({ mail }: Pick<Call, 'mail'>, hasPassword: boolean, isTwofold: boolean): string[] {
  if (hasPassword) return isTwofold ? ['password', 'otp'] : ['password']
  if (isTwofold) return ['otp']
  return mail.isKept ? ['mail'] : []
}
