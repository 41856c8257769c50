// Time-based one-time passwords (RFC 6238) that every authenticator supports: SHA-1, six digits, 30 seconds.
import { Secret, TOTP } from 'otpauth'
import type { Environment } from '../kernel/environment.js'
import { normalize } from '../kernel/normalize.js'

const period = 30
/** RFC 4226 asks for as many bytes as the hash has. */
const secretBytes = 20
/** Number of periods a clock may be behind or ahead. */
const tolerance = 1

/** A new secret, in base 32. */
export function newTotpSecret({ random }: Pick<Environment, 'random'>): string {
  return base32(random(secretBytes))
}

/** Random bytes as people type them: capital letters and the digits 2 to 7. */
export function base32(bytes: Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(bytes).buffer }).base32
}

interface Enrolment {
  readonly secret: string
  /** Name shown in the authenticator. */
  readonly issuer: string
  readonly login: string
}

/** Returns the address for the QR code that authenticators scan. */
export function totpAddress({ secret, issuer, login }: Enrolment): string {
  return new TOTP({ secret, period, issuer, label: login }).toString()
}

/** The number of the period that a time is in. */
function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / period)
}

/** The first period after all whose one-time passwords are accepted at that time. */
export function stepAfterAll(now: Date): number {
  return stepAt(now) + tolerance + 1
}

/** A one-time password as it was meant: people type blanks and hyphens, and some keyboards have wide digits. */
export function typedOtp(otp: string): string {
  return normalize(otp, 'NFKC').replace(/[\s-]/g, '').toUpperCase()
}

/** Returns true if the text has the format of an authenticator's one-time password. */
export function isOfAuthenticator(typed: string): boolean {
  return /^\d{6}$/.test(typed)
}

/** The period of a one-time password; undefined for a wrong one. Compares in constant time. */
export function stepOf(secret: string, typed: string, now: Date): number | undefined {
  // The library compares bytes, of which other characters have more.
  if (!isOfAuthenticator(typed)) return undefined
  const delta = new TOTP({ secret, period }).validate({ token: typed, timestamp: now.getTime(), window: tolerance })
  return delta === null ? undefined : stepAt(now) + delta
}
