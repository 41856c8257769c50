// The login name that the address of a person at a provider is here.
import { isMailAddress } from '../../auth/login-name.js'
import type { Call, User } from '../../call/context.js'
import type { Login, ProviderPerson } from '../../call/login-provider.js'
import { lowerAscii } from '../../kernel/ascii-case.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'

export interface ProvenAddress {
  readonly login: string
  readonly proof: 'now' | 'once'
}

const maxLength = 127

/** Other addresses than plain ASCII ones, which fold to those of other people, are never used. */
export function isPlainAddress(email: string): boolean {
  return email.length <= maxLength && /^[!-~]+$/.test(email) && isMailAddress(email)
}

/** Undefined for an address that proves nothing. */
export function provenAddress(
  { catalogue }: Pick<Call, 'catalogue'>,
  { emails }: Pick<Login, 'emails'>,
  { email = '', proof }: ProviderPerson,
): ProvenAddress | undefined {
  const known = emails === 'all' ? 'now' : proof
  // Imports use such addresses for people whose address is not known.
  if (email.toLowerCase().endsWith('.invalid')) return undefined
  if (known === 'none' || !isPlainAddress(email)) return undefined
  const { emailsuffix } = catalogue.parameters
  if (emailsuffix === '') return { login: email, proof: known }
  const isHere = lowerAscii(email).endsWith(lowerAscii(emailsuffix))
  return isHere ? { login: email.slice(0, -emailsuffix.length), proof: known } : undefined
}

/** The account with the login name; `isSame`: and not only one that folds alike. */
export async function findHolder(
  tx: Reader,
  login: string,
): Promise<{ readonly user: User; readonly isSame: boolean } | undefined> {
  const [user] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(login) } })
  return user && { user, isSame: lowerAscii(user.login) === lowerAscii(login) }
}
