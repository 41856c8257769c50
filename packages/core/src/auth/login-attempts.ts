// Records attempts to log in with a password and decides when they lock an account.
import { addMinutes } from 'date-fns/addMinutes'
import { subDays } from 'date-fns/subDays'
import { subMinutes } from 'date-fns/subMinutes'
import type { Preparation } from '../call/define/operation.js'
import { retrying } from '../call/retry.js'
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Row, Where, Writer } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { addressBlock } from './address-block.js'
import { hashSecret } from './secrets.js'

export const lockMinutes = 30
/** Wrong passwords from one address. */
const maxHere = 5
/** Wrong passwords from all addresses together: more of them lock every address that the account is not known to use. */
const maxEverywhere = 20
/** Days for which an address is known after a login with the right password. */
const knownDays = 30
/** How many addresses are remembered for one account. */
const maxKnown = 20

/**
 * Counted apart: passwords of a login; second proofs of users who have given a first one, which wrong passwords of others must
 * not prevent; and passwords in single requests.
 */
const kinds = ['password', 'second proof', 'single request'] as const
type Kind = (typeof kinds)[number]

/** Attempts on one login, even if it does not exist. */
export interface LoginAttempts {
  /** Stored as a hash, because users sometimes type a password here. */
  readonly login_hash: string
  readonly address: string
  /** Wrong ones that still count, the latest first. */
  readonly failures: readonly Row<'login_attempts'>[]
  /** The last right one from each address that the account is known to use, the latest first. */
  readonly successes: readonly Row<'login_attempts'>[]
}

/** Reads stored attempts. The login name is folded; callers in the same process have no address. */
export async function readAttempts(
  tx: Reader,
  login: string,
  origin: string | undefined,
  now: Date,
  kind: Kind = 'password',
): Promise<LoginAttempts> {
  const login_hash = hashOf(login, kind)
  const rows = await tx.select({
    from: 'login_attempts',
    where: { and: [{ col: 'login_hash', eq: login_hash }, { not: outdated(now) }] },
    order: [{ col: 'at', desc: true }],
  })
  return {
    login_hash,
    address: addressBlock(origin ?? ''),
    failures: rows.filter((row) => !row.was_right),
    successes: rows.filter((row) => row.was_right),
  }
}

/** No login can be typed that is counted as another kind: folding removes U+0000. */
function hashOf(login: string, kind: Kind): string {
  return hashSecret(kind === 'password' ? login : `${kind}\0${login}`)
}

/** @throws account_locked while there were too many wrong passwords */
export function requireUnlocked({ address, failures, successes }: LoginAttempts): void {
  const decisiveHere = failures.filter((row) => row.address === address)[maxHere - 1]
  const isKnown = successes.some((row) => row.address === address)
  const decisive = decisiveHere ?? (isKnown ? undefined : failures[maxEverywhere - 1])
  if (decisive) throw new TrackerError('account_locked', { until: addMinutes(decisive.at, lockMinutes) })
}

/** Returns true if one more wrong password from this address locks the account for it. */
export function isLastChance({ address, failures }: LoginAttempts): boolean {
  return failures.filter((row) => row.address === address).length === maxHere - 1
}

/** Records a wrong password, and deletes outdated attempts of all users. */
export async function noteFailure(tx: Writer, { login_hash, address }: LoginAttempts, now: Date): Promise<void> {
  await tx.delete('login_attempts', outdated(now))
  await tx.insert('login_attempts', [{ login_hash, address, at: now, was_right: false }])
}

/** Records a right password if it must be: once a day, or after wrong ones. */
export async function noteRight(
  { store, environment }: Preparation,
  attempts: LoginAttempts,
  now: Date,
): Promise<void> {
  if (isWorthNoting(attempts, now))
    await retrying(environment, () => writeToKnownSchema(store, (tx) => noteSuccess(tx, attempts, now)))
}

/** Returns true for the first right one of a day from its address, or after wrong ones. */
export function isWorthNoting({ address, failures, successes }: LoginAttempts, now: Date): boolean {
  const isFresh = successes.some((row) => row.address === address && row.at > subDays(now, 1))
  return !isFresh || failures.some((row) => row.address === address)
}

/** Notes the right password: wrong ones from there no longer count. */
export async function noteSuccess(
  tx: Writer,
  { login_hash, address, failures, successes }: LoginAttempts,
  now: Date,
): Promise<void> {
  const elsewhere = successes.filter((row) => row.address !== address)
  const kept = new Set(elsewhere.slice(0, maxKnown - 1))
  const gone = [...failures.filter((row) => row.address === address), ...successes.filter((row) => !kept.has(row))]
  await tx.delete('login_attempts', { col: 'id', in: gone.map((row) => row.id) })
  await tx.insert('login_attempts', [{ login_hash, address, at: now, was_right: true }])
}

/** Forgets all attempts on a login name. */
export async function forgetAttempts(tx: Writer, login: string): Promise<void> {
  await tx.delete('login_attempts', { col: 'login_hash', in: kinds.map((kind) => hashOf(login, kind)) })
}

function outdated(now: Date): Where<'login_attempts'> {
  const oldFailure: Where<'login_attempts'> = {
    and: [
      { col: 'was_right', eq: false },
      { col: 'at', lte: subMinutes(now, lockMinutes) },
    ],
  }
  // Noted by a clock that was ahead: it would lock, or be remembered, for longer than anything may.
  const fromTheFuture: Where<'login_attempts'> = { col: 'at', gt: addMinutes(now, lockMinutes) }
  return { or: [oldFailure, { col: 'at', lte: subDays(now, knownDays) }, fromTheFuture] }
}
