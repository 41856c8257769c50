// Prevents users from locking themselves out: another way to log in has to remain.
import { passkeysHere } from '../../auth/passkey.js'
import { mayUsePassword } from '../../auth/password-policy.js'
import type { Call, User } from '../../call/context.js'
import { allLogins } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { identitiesOf } from './identities.js'

/** The way that goes. */
export type Removed = { readonly issuer: string } | { readonly passkey: number }

/** @throws param_invalid if the user could not log in any more */
export async function requireOtherWay(tx: Reader, call: Call, user: User, removed: Removed): Promise<void> {
  if (user.password_hash !== null && (await mayUsePassword(tx, call.catalogue, user))) return
  const issuer = 'issuer' in removed ? removed.issuer : undefined
  const offered = new Set(allLogins(call.logins).map(({ provider }) => provider.issuer))
  const links = (await identitiesOf(tx, user.id)).filter((one) => one.issuer !== issuer)
  if (links.some((one) => one.kind === 'host' || offered.has(one.issuer))) return
  const others = 'passkey' in removed ? [{ not: { col: 'id', eq: removed.passkey } } as const] : []
  const here = passkeysHere(call.catalogue)
  if ((await tx.count('passkeys', { and: [{ col: 'user_id', eq: user.id }, ...here, ...others] })) > 0) return
  const [field, value] = 'issuer' in removed ? ['issuer', removed.issuer] : ['id', removed.passkey]
  const problem = 'it is your last way to log in. Add another one first'
  throw new TrackerError('param_invalid', { field, value, problem })
}
