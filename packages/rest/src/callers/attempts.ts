// Slows down whoever tries one secret after another.
import { randomBytes } from 'node:crypto'
import { addressBlock } from '@trackerkit/core/host'
import { isTrackerError, type Identity } from '@trackerkit/core'
import { digestOf, makeRoom } from './remembered.js'
import { WireError } from '../http/errors.js'

/** How often an address may guess at passwords, keys and tokens. */
export interface AttemptLimit {
  /**
   * How many different wrong passwords, and how many different wrong keys and tokens, an address may try within the window; 0 for
   * any number. A network of IPv6 (/64) is one address. Default: 100.
   */
  readonly failures?: number
  /** Seconds. Default: 300. */
  readonly window?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

type Identities = readonly Exclude<Identity, null>[]

export interface Attempts {
  /**
   * Does `work` for the sender of these credentials, and counts them if they are wrong: `work` throws such an error, or passes it to
   * the function that it receives.
   * @throws WireError (429) when the address has to wait
   */
  run<T>(
    address: string | undefined,
    identities: Identities,
    work: (onWrongCredentials: (error: unknown) => void) => Promise<T>,
  ): Promise<T>
}

/** The default number of wrong credentials of an address in five minutes. */
export const defaultFailures = 100

/**
 * Keys and tokens have this many times the limit: they are too long to be guessed, and cheap to look up. So a right one passes while
 * others of the address are wrong.
 */
const keyFactor = 10

interface Counted {
  /** Different wrong credentials, each counted once: a client that repeats an old key does no more harm than one try. */
  readonly wrong: Set<number>
  /** Credentials that are being tried, and by how many requests: many at once are counted like one after another. */
  readonly inFlight: Map<number, number>
  until: number
}

/** Counts in the memory of this process. A window without wrong credentials resets the count. */
export function createAttempts({
  failures = defaultFailures,
  window = 300,
  now = () => performance.now(),
}: AttemptLimit = {}): Attempts {
  const secret = randomBytes(32).toString('hex')
  const counts = new Map<string, Counted>()
  /** Credentials that were right before: they pass, however many others are wrong. */
  const proven = new Set<number>()

  function countedFor(key: string): Counted {
    const counted = counts.get(key) ?? { wrong: new Set(), inFlight: new Map(), until: 0 }
    if (!counts.has(key)) {
      makeRoom(counts)
      counts.set(key, counted)
    }
    if (counted.until <= now()) counted.wrong.clear()
    return counted
  }

  function noteWrong(counted: Counted, digest: number): void {
    proven.delete(digest)
    if (counted.wrong.size === 0) counted.until = now() + window * 1000
    counted.wrong.add(digest)
    if (counted.wrong.size > failures) throw refusal(counted, now())
  }

  function noteRight(digest: number): void {
    if (!proven.has(digest)) makeRoom(proven)
    proven.add(digest)
  }

  return {
    async run(address, identities, work) {
      if (address === undefined || failures === 0 || !identities.some(isSecret)) return work(() => undefined)
      const digest = digestOf(secret, identities)
      const withPassword = identities.some((identity) => 'password' in identity)
      const counted = countedFor(`${withPassword ? 'password' : 'key'} ${addressBlock(address)}`)
      const limit = withPassword ? failures : failures * keyFactor
      if (!proven.has(digest) && countWithout(counted, digest) >= limit) throw refusal(counted, now())
      let isWrong = false
      begin(counted, digest)
      try {
        const answer = await work((error) => (isWrong ||= isGuess(error)))
        if (isWrong) noteWrong(counted, digest)
        else noteRight(digest)
        return answer
      } catch (error) {
        if (isGuess(error)) noteWrong(counted, digest)
        throw error
      } finally {
        end(counted, digest)
      }
    },
  }
}

/** Wrong credentials, and those in flight that may prove wrong. */
function countWithout({ wrong, inFlight }: Counted, digest: number): number {
  return wrong.size + [...inFlight.keys()].filter((other) => other !== digest && !wrong.has(other)).length
}

function begin({ inFlight }: Counted, digest: number): void {
  inFlight.set(digest, (inFlight.get(digest) ?? 0) + 1)
}

function end({ inFlight }: Counted, digest: number): void {
  const remaining = (inFlight.get(digest) ?? 1) - 1
  if (remaining > 0) inFlight.set(digest, remaining)
  else inFlight.delete(digest)
}

function refusal({ until }: Counted, now: number): WireError {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  const message = `Too many failed logins from this address. Try again in ${seconds} seconds.`
  return new WireError(429, message, undefined, { 'Retry-After': String(seconds) }, 'logins')
}

/** Other identities come from the host, and cannot be guessed. */
function isSecret(identity: Identities[number]): boolean {
  return 'password' in identity || 'api_key' in identity || 'token' in identity
}

function isGuess(error: unknown): boolean {
  return isTrackerError(error) && isGuessCode(error.code)
}

/** True for the codes of errors about wrong credentials. */
export function isGuessCode(code: string): boolean {
  return /^(invalid_login_or_password|second_factor_wrong|account_locked|api_key_not_valid|code_hook_signature|auth_invalid_token)$/.test(
    code,
  )
}
