// Finds, links and unlinks the identities by which users log in.
import type { LinkedWith } from '../../auth/links.js'
import { shownName } from '../../auth/provider-person.js'
import type { Call } from '../../call/context.js'
import type { Login } from '../../call/login-provider.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { withOrigin } from '../audit/origin.js'
import { audit } from '../audit/write.js'

export type Identity = Row<'external_accounts'>

export async function findIdentity(tx: Reader, issuer: string, subject: string): Promise<Identity | undefined> {
  const where = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
  return (await tx.select({ from: 'external_accounts', where }))[0]
}

/** The identities of an account by which its user logs in. */
export async function identitiesOf(tx: Reader, userId: number): Promise<Identity[]> {
  const proven = { not: { col: 'kind', eq: 'claim' } as const }
  return tx.select({ from: 'external_accounts', where: { and: [{ col: 'user_id', eq: userId } as const, proven] } })
}

interface Linked {
  readonly subject: string
  readonly shown_as: string
}

interface LinkedTo {
  readonly id: number
  readonly with: LinkedWith
  /** True for a new account, which gets no email. */
  readonly isNew?: boolean
}

/** Names an identity in the audit log: as its provider shows it, or by the beginning of its ID. */
export function nameOf(identity: Pick<Identity, 'issuer' | 'subject' | 'shown_as'>): string {
  return `${identity.issuer}: ${shownName(identity)}`
}

/** @throws login_refused if the identity has an account, or the account an identity of the issuer */
export async function linkIdentity(
  tx: Writer,
  call: Call,
  { provider, follows }: Login,
  { subject, shown_as }: Linked,
  { id: userId, with: linked_with, isNew = false }: LinkedTo,
): Promise<void> {
  const { issuer, title } = provider
  const own = await identitiesOf(tx, userId)
  const there = await findIdentity(tx, issuer, subject)
  const isTaken = own.some((one) => one.issuer === issuer) || (there !== undefined && there.kind !== 'claim')
  if (isTaken) throw new TrackerError('login_refused', { reason: 'account_exists' })
  // An import has left this claim, and its owner has now logged in.
  if (there) {
    const same = { and: [{ col: 'issuer', eq: issuer } as const, { col: 'subject', eq: subject } as const] }
    await tx.delete('external_accounts', same)
  }
  const times = { creation_time: call.now, last_login: call.now }
  const kind = follows ? 'managed' : 'linked'
  const names = { subject, shown_as: shown_as === '' ? null : shown_as }
  const account = { issuer, ...names, user_id: userId, digest: '', kind, linked_with, ...times }
  await tx.insert('external_accounts', [account])
  await bumpIdentityVersion(tx)
  const added = withOrigin(nameOf({ issuer, ...names }), call)
  await audit(tx, call, 'users', userId, [{ field: 'linked_account', removed: '', added }])
  if (!isNew) call.mail.record({ to: { user_id: userId }, details: { what: 'login_linked', title, is_linked: true } })
}
