// Codes sent by email, which prove that their holder reads the mail of an address. Each is valid for one purpose, once, and for a short time.
import { addDays } from 'date-fns/addDays'
import { addMinutes } from 'date-fns/addMinutes'
import { subMinutes } from 'date-fns/subMinutes'
import type { Environment } from '../kernel/environment.js'
import { TrackerError } from '../kernel/errors.js'
import { insertOne } from '../schema/insert-one.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { fold } from '../store/index.js'
import { hashSecret, randomText } from './secrets.js'
import { base32 } from './totp.js'

/**
 * `password`: set a new password. `invitation`: set the first password. `registration`: create an account. `address`:
 * use the address as login. `confirmation`: confirm a session.
 */
export type CodeKind = 'password' | 'invitation' | 'registration' | 'address' | 'confirmation'
export type AccountCode = Row<'account_codes'>

export const codeMinutes = 30
export const confirmationMinutes = 10
export const invitationDays = 7
/** Maximum number of codes of one kind sent to one address within half an hour on request of unauthenticated users. */
const mostAsked = 3
const codeLength = 32
/** Eight characters: it is typed, and wrong ones lock the account. */
const confirmationBytes = 5

interface NewCode {
  readonly kind: CodeKind
  /** NULL if the account does not exist yet. */
  readonly user_id: number | null
  /** The login that it is sent to. */
  readonly login: string
}

/** Adds a code, and deletes expired codes that `addAskedCode` no longer counts. Its secret is created when it is sent. */
export async function addCode(tx: Writer, { kind, user_id, login }: NewCode, now: Date): Promise<number> {
  const isOver: Where<'account_codes'> = {
    and: [
      { col: 'expires', lte: now },
      { col: 'creation_time', lte: subMinutes(now, codeMinutes) },
    ],
  }
  await tx.delete('account_codes', isOver)
  const minutes = kind === 'confirmation' ? confirmationMinutes : codeMinutes
  const expires = kind === 'invitation' ? addDays(now, invitationDays) : addMinutes(now, minutes)
  const login_folded = fold(login)
  return insertOne(tx, 'account_codes', { kind, user_id, login, login_folded, creation_time: now, expires })
}

/**
 * Does the same for a request by a possibly unauthenticated user. Undefined if there were too many of this kind.
 * Kinds are counted separately: repeated requests to register an address must not block a password reset for its
 * owner.
 */
export async function addAskedCode(tx: Writer, code: NewCode, now: Date): Promise<number | undefined> {
  const lately: Where<'account_codes'> = {
    and: [
      { col: 'login_folded', eq: fold(code.login) },
      { col: 'creation_time', gt: subMinutes(now, codeMinutes) },
      { col: 'kind', eq: code.kind },
    ],
  }
  return (await tx.count('account_codes', lately)) < mostAsked ? addCode(tx, code, now) : undefined
}

/**
 * Generates a code right before it is sent: only its hash is stored, and an earlier one becomes invalid. Undefined if
 * it has expired or was used.
 */
export async function issueCode(
  tx: Writer,
  environment: Environment,
  id: number,
  now: Date,
): Promise<string | undefined> {
  const [row] = await tx.select({ from: 'account_codes', where: { col: 'id', eq: id }, columns: ['kind'] })
  const code =
    row?.kind === 'confirmation' ? base32(environment.random(confirmationBytes)) : randomText(environment, codeLength)
  const isOpen: Where<'account_codes'> = {
    and: [
      { col: 'id', eq: id },
      { col: 'expires', gt: now },
    ],
  }
  const issued = await tx.update('account_codes', isOpen, { secret_hash: hashSecret(code) })
  return issued === 0 ? undefined : code
}

/** @throws account_code_not_valid if the code was never sent, was used, has expired, or is of another kind */
export async function requireCode(
  tx: Reader,
  kinds: readonly CodeKind[],
  code: string,
  now: Date,
): Promise<AccountCode> {
  const [row] = await tx.select({ from: 'account_codes', where: { col: 'secret_hash', eq: hashSecret(code) } })
  if (!row || row.expires <= now || !kinds.some((kind) => kind === row.kind))
    throw new TrackerError('account_code_not_valid')
  return row
}

/** Like `requireCode`, for that account if one is given, and deletes the code. Of two concurrent calls, one fails. */
export async function takeCode(
  tx: Writer,
  kinds: readonly CodeKind[],
  code: string,
  now: Date,
  userId?: number,
): Promise<AccountCode> {
  const row = await requireCode(tx, kinds, code, now)
  if (userId !== undefined && row.user_id !== userId) throw new TrackerError('account_code_not_valid')
  if ((await tx.delete('account_codes', { col: 'id', eq: row.id })) === 0)
    throw new TrackerError('account_code_not_valid')
  return row
}

/** Ends the codes of one kind for an account. */
export async function forgetCodesOf(tx: Writer, userId: number, kind: CodeKind): Promise<void> {
  const own = { col: 'user_id', eq: userId } as const
  await tx.delete('account_codes', { and: [own, { col: 'kind', eq: kind }] })
}

/** Ends all codes for an account. */
export async function forgetCodes(tx: Writer, userId: number): Promise<void> {
  await tx.delete('account_codes', { col: 'user_id', eq: userId })
}
