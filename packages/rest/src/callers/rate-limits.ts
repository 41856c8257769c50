// Limits of the requests of one caller in a minute, so that busy clients do not slow down others.
import { randomBytes } from 'node:crypto'
import { addressBlock, type OperationEnded } from '@trackerkit/core/host'
import type { Identity } from '@trackerkit/core'
import type { AnyOperation } from '@trackerkit/core/operations'
import { isGuessCode } from './attempts.js'
import { digestOf, remember } from './remembered.js'
import { WireError } from '../http/errors.js'

/** The cost of requests that a caller can make in a minute: a read costs 1, a write 2, a search 5. */
export interface RateLimits {
  /** For one API key, and for one person in all sessions together; 0 for any amount. Default: 6000. */
  readonly perMinute?: number | undefined
  /**
   * For all anonymous callers of one address, and separately for unverified credentials; 0 for no limit. An IPv6
   * network (/64) is one address. Without `address` in the context, they are not limited. Default: 1200.
   */
  readonly anonymousPerMinute?: number | undefined
  /** Milliseconds of a monotonic clock. */
  readonly now?: (() => number) | undefined
}

/** The default limits, in cost per minute. */
export const defaultRates = { perMinute: 6000, anonymousPerMinute: 1200 } as const

interface ChargedRequest {
  readonly operation: AnyOperation
  readonly address: string | undefined
  readonly identities: readonly Exclude<Identity, null>[]
}

/** The cost of one request. */
export interface Charge {
  /** Reports the remaining cost to the client. */
  headers(): Readonly<Record<string, string>>
  /** Receives the result of an operation: the user, if the credentials were right. */
  ended(ended: OperationEnded): void
}

interface Proven {
  user: number
  /** The last time. */
  at: number
}

/** Milliseconds for which right credentials are preferred. */
const provenFor = 10 * 60_000

interface Bucket {
  /** The cost of one minute: a full bucket. */
  readonly limit: number
  remaining: number
  filledAt: number
}

/** These go through many bugs. */
const searches: ReadonlySet<string> = new Set([
  'bugs.search',
  'bugs.count',
  'bugs.trend',
  'bugs.board',
  'bugs.graph',
  'bugs.possibleDuplicates',
  'requests.get',
])

/**
 * Charges each request before it is answered. Each caller has a bucket, in the memory of this process, that fills evenly within a
 * minute. Forgotten callers have full ones.
 * @throws WireError (429) from `charge`, when too little is left
 */
export function createRateLimits({
  perMinute = defaultRates.perMinute,
  anonymousPerMinute = defaultRates.anonymousPerMinute,
  now = () => performance.now(),
}: RateLimits) {
  const secret = randomBytes(32).toString('hex')
  const buckets = new Map<string, Bucket>()
  /** By digest of credentials that were right. Each wrong one would otherwise get a bucket. */
  const proven = new Map<number, Proven>()

  function noteRight(digest: number, user: number): void {
    const entry = remember(proven, digest, proven.get(digest) ?? { user, at: 0 })
    entry.user = user
    entry.at = now()
  }

  function knows(identities: ChargedRequest['identities']): boolean {
    const entry = identities.length === 0 ? undefined : proven.get(digestOf(secret, identities))
    return entry !== undefined && now() - entry.at <= provenFor
  }

  function bucketOf(caller: string | undefined, limit: number): Bucket | undefined {
    if (caller === undefined || limit === 0) return undefined
    const at = now()
    const bucket = remember(buckets, caller, buckets.get(caller) ?? { limit, remaining: limit, filledAt: at })
    bucket.remaining = Math.min(limit, bucket.remaining + ((at - bucket.filledAt) * limit) / 60_000)
    bucket.filledAt = at
    return bucket
  }

  function charge({ operation, address, identities }: ChargedRequest): Charge {
    const digest = identities.length === 0 ? undefined : digestOf(secret, identities)
    const isKey = identities.length === 1 && identities.some((identity) => 'api_key' in identity)
    const bucketOfUser = (id: number) => bucketOf(isKey ? `key ${digest}` : `user ${id}`, perMinute)
    const user = digest === undefined ? undefined : proven.get(digest)?.user
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
          if (outcome === 'ok' || isGuessCode(outcome)) proven.delete(digest)
          return
        }
        noteRight(digest, user_id)
        if (isSettled) return
        isSettled = true
        // A proven caller does not count among the unproven.
        if (bucket) bucket.remaining = Math.min(bucket.limit, bucket.remaining + Math.min(cost, bucket.limit))
        bucket = bucketOfUser(user_id)
        if (bucket) bucket.remaining = Math.max(0, bucket.remaining - cost)
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
  if (bucket.remaining >= needed) {
    bucket.remaining -= needed
    return
  }
  const seconds = secondsFor(bucket, needed - bucket.remaining)
  const message = `Rate limit exceeded. Try again in ${seconds} seconds.`
  throw new WireError(429, message, undefined, { ...headersOf(bucket), 'Retry-After': String(seconds) })
}

/** After how many seconds there is so much more. */
function secondsFor({ limit }: Bucket, missing: number): number {
  return Math.ceil((missing * 60) / limit)
}

/** As in draft-ietf-httpapi-ratelimit-headers: the limit per minute, the rest, and the time until it is restored. */
function headersOf(bucket: Bucket): Readonly<Record<string, string>> {
  const { limit, remaining } = bucket
  return {
    'RateLimit-Policy': `"default";q=${limit};w=60`,
    RateLimit: `"default";r=${Math.floor(remaining)};t=${secondsFor(bucket, limit - remaining)}`,
  }
}
