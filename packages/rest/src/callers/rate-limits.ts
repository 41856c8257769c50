// How much one caller may ask for in a minute, so that nobody who asks without pause slows down the others.
import { randomBytes } from 'node:crypto'
import { addressBlock } from '@trackerkit/core/host'
import type { Identity, OperationEnded } from '@trackerkit/core'
import type { AnyOperation } from '@trackerkit/core/operations'
import { isGuessCode } from './attempts.js'
import { digestOf, remember } from './remembered.js'
import { WireError } from '../http/errors.js'

/** What callers may ask for in a minute. What is read costs 1, what is written 2, a search 5. */
export interface RateLimits {
  /** For one API key, and for one person in all sessions together; 0 for any amount. Default: 6000. */
  readonly perMinute?: number | undefined
  /**
   * For all from one address who have not logged in, and once more for those whose credentials have yet to prove right; 0 for any
   * amount. A network of IPv6 (/64) is one address. Without `address` in the context they are not limited. Default: 1200.
   */
  readonly anonymousPerMinute?: number | undefined
  /** Milliseconds of a clock that never goes back. */
  readonly now?: (() => number) | undefined
}

/** The limits where nothing else is said. */
export const defaultRates = { perMinute: 6000, anonymousPerMinute: 1200 } as const

/** Who asks for what. */
interface Asking {
  readonly operation: AnyOperation
  readonly address: string | undefined
  readonly identities: readonly Exclude<Identity, null>[]
}

/** The cost of one request. */
export interface Charge {
  /** What the answer says of it. */
  headers(): Readonly<Record<string, string>>
  /** Learns from an operation whether the credentials were right, and whose. */
  ended(ended: OperationEnded): void
}

interface Known {
  user: number
  /** When they were right last. */
  at: number
}

/** Room is kept for credentials that have been right within so many milliseconds. */
const knownFor = 10 * 60_000

interface Bucket {
  /** As much as may be asked for in a minute: a full bucket. */
  readonly limit: number
  left: number
  filledAt: number
}

/** These go through many bugs. */
const searches: ReadonlySet<string> = new Set([
  'bugs.search',
  'bugs.count',
  'bugs.trend',
  'bugs.graph',
  'bugs.possibleDuplicates',
  'requests.get',
])

/**
 * Charges each request before it is answered. Callers have buckets, in the memory of this process, that fill evenly to what a minute
 * allows. Those who are remembered no more have full ones.
 * @throws WireError (429) from `charge`, when too little is left
 */
export function createRateLimits({
  perMinute = defaultRates.perMinute,
  anonymousPerMinute = defaultRates.anonymousPerMinute,
  now = () => performance.now(),
}: RateLimits) {
  const secret = randomBytes(32)
  const buckets = new Map<string, Bucket>()
  /** Credentials that were right, and whose they are. Wrong ones would else have buckets of their own, as many as are made up. */
  const known = new Map<number, Known>()

  function noteRight(digest: number, user: number): void {
    const one = remember(known, digest, known.get(digest) ?? { user, at: 0 })
    one.user = user
    one.at = now()
  }

  function knows(identities: Asking['identities']): boolean {
    const one = identities.length === 0 ? undefined : known.get(digestOf(secret, identities))
    return one !== undefined && now() - one.at <= knownFor
  }

  function bucketOf(caller: string | undefined, limit: number): Bucket | undefined {
    if (caller === undefined || limit === 0) return undefined
    const at = now()
    const bucket = remember(buckets, caller, buckets.get(caller) ?? { limit, left: limit, filledAt: at })
    bucket.left = Math.min(limit, bucket.left + ((at - bucket.filledAt) * limit) / 60_000)
    bucket.filledAt = at
    return bucket
  }

  function charge({ operation, address, identities }: Asking): Charge {
    const digest = identities.length === 0 ? undefined : digestOf(secret, identities)
    const isKey = identities.length === 1 && identities.some((identity) => 'api_key' in identity)
    const bucketOfUser = (id: number) => bucketOf(isKey ? `key ${digest}` : `user ${id}`, perMinute)
    const user = digest === undefined ? undefined : known.get(digest)?.user
    const strangers = digest === undefined ? 'address' : 'unproven'
    let bucket =
      user === undefined
        ? bucketOf(address && `${strangers} ${addressBlock(address)}`, anonymousPerMinute)
        : bucketOfUser(user)
    const cost = costOf(operation)
    if (bucket) take(bucket, cost)
    let isSettled = user !== undefined
    return {
      headers: () => (bucket ? headersOf(bucket) : {}),
      ended({ user_id, outcome }) {
        if (digest === undefined) return
        if (user_id === undefined) {
          if (outcome === 'ok' || isGuessCode(outcome)) known.delete(digest)
          return
        }
        noteRight(digest, user_id)
        if (isSettled) return
        isSettled = true
        // Who has proved right does not count among those who have not.
        if (bucket) bucket.left = Math.min(bucket.limit, bucket.left + Math.min(cost, bucket.limit))
        bucket = bucketOfUser(user_id)
        if (bucket) bucket.left = Math.max(0, bucket.left - cost)
      },
    }
  }

  return { charge, knows }
}

function costOf({ name, kind }: AnyOperation): number {
  if (searches.has(name)) return 5
  return kind === 'write' ? 2 : 1
}

/** @throws WireError (429) */
function take(bucket: Bucket, cost: number): void {
  // Where the limit is less than a search costs, a full bucket is enough for one.
  const needed = Math.min(cost, bucket.limit)
  if (bucket.left >= needed) {
    bucket.left -= needed
    return
  }
  const seconds = secondsFor(bucket, needed - bucket.left)
  const message = `There were too many requests. Try again in ${seconds} seconds.`
  throw new WireError(429, message, undefined, { ...headersOf(bucket), 'Retry-After': String(seconds) })
}

/** After how many seconds there is so much more. */
function secondsFor({ limit }: Bucket, missing: number): number {
  return Math.ceil((missing * 60) / limit)
}

/** As draft-ietf-httpapi-ratelimit-headers has it: what a minute allows, what is left, and when all of it is there again. */
function headersOf(bucket: Bucket): Readonly<Record<string, string>> {
  const { limit, left } = bucket
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${Math.floor(left)};t=${secondsFor(bucket, limit - left)}`,
  }
}
