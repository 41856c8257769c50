// Keys, tokens and passwords: made, hashed and compared here and nowhere else.
import { hash, scrypt, timingSafeEqual } from 'node:crypto'
import type { Environment } from '../kernel/environment.js'
import { normalize } from '../kernel/normalize.js'
import { isLegacyPassword, legacyPassword } from './legacy-password.js'
import { createWorkQueue } from './work-queue.js'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random text of letters and digits. Bytes that would favour some letters are thrown away. */
export function randomText(environment: Pick<Environment, 'random'>, length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of environment.random(length)) {
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** The stored form of a secret that is itself random: a plain hash is enough, and can be looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

interface ScryptCost {
  readonly N: number
  readonly r: number
  readonly p: number
}
const cost: ScryptCost = { N: 2 ** 15, r: 8, p: 1 }

/**
 * The queue for hashing passwords. Hashing occupies the few threads of the process that files and compression need
 * too, so half of them stay free, and callers who would wait long are rejected immediately. One queue serves the
 * whole process, because its threads are shared. Each network gets a limited share of places, and some places are
 * reserved for logged-in users.
 */
export const passwordWork = createWorkQueue({ atOnce: 2, waiting: 16, ofGroup: 4, kept: 4 })

/**
 * Returns the stored form of a password: deliberately slow, with a random salt and the cost used.
 * @throws too_busy
 */
export async function hashPassword(environment: Pick<Environment, 'random'>, password: string): Promise<string> {
  return passwordWork.run(() => hashPasswordInTurn(environment, password))
}

/** The same within `passwordWork`, which would otherwise wait for itself. */
export async function hashPasswordInTurn(environment: Pick<Environment, 'random'>, password: string): Promise<string> {
  const salt = Buffer.from(environment.random(16))
  const hash = await derive(password, salt, cost)
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Compares in constant time. A NULL hash and one of another tracker cost as much time as a wrong password. To be called
 * within `passwordWork`, which the whole of an attempt to log in takes its turn in.
 */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const legacy = legacyPassword(stored)
  const own = legacy ? null : stored
  const [, N, r, p, salt, hash] = (own ?? `scrypt$${cost.N}$${cost.r}$${cost.p}$AAAA$AAAA`).split('$')
  const derived = await derive(password, Buffer.from(salt ?? '', 'base64url'), {
    N: Number(N),
    r: Number(r),
    p: Number(p),
  })
  if (legacy) return isLegacyPassword(password, legacy)
  const expected = Buffer.from(hash ?? '', 'base64url')
  return stored !== null && derived.length === expected.length && timingSafeEqual(derived, expected)
}

function derive(password: string, salt: Buffer, { N, r, p }: ScryptCost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(normalize(password, 'NFC'), salt, 32, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
