// Passwords as Bugzilla hashed them. An import keeps them until the first login, which replaces them.
import { hash, timingSafeEqual } from 'node:crypto'
import { Buffer } from 'node:buffer'

const scheme = 'bugzilla-sha256'

/** A password hash of another tracker. */
export interface LegacyPassword {
  readonly salt: string
  /** SHA-256 of password and salt, in base64 without padding. */
  readonly digest: string
}

/** The stored form. */
export function legacyHash({ salt, digest }: LegacyPassword): string {
  return [scheme, salt, digest].join('$')
}

/** Undefined for hashes that were made here. */
export function legacyPassword(stored: string | null): LegacyPassword | undefined {
  if (stored === null || !stored.startsWith(`${scheme}$`)) return undefined
  const end = stored.lastIndexOf('$')
  return { salt: stored.slice(scheme.length + 1, end), digest: stored.slice(end + 1) }
}

/** Compares in constant time. The password is taken as it is: the other tracker neither normalized nor trimmed it. */
export function isLegacyPassword(password: string, { salt, digest }: LegacyPassword): boolean {
  const made = hash('sha256', password + salt, 'buffer')
  const expected = Buffer.from(digest, 'base64')
  return made.length === expected.length && timingSafeEqual(made, expected)
}
