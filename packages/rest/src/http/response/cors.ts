// Which pages of other origins may read answers, and which may act in the name of who is logged in to the host.
import type { RestRequest } from '../messages.js'
import { headerOf } from '../request/request-limits.js'

/** Which pages of other origins may read answers. A list, or `'*'` for all, is the same as those `origins` without credentials. */
export type CrossOrigin = CrossOriginOptions | '*' | readonly string[]

/** What pages of other origins may do. */
export interface CrossOriginOptions {
  /** As browsers write them, such as `https://app.example.com`; `'*'` for all. */
  readonly origins: readonly string[]
  /**
   * Whether these pages may send cookies, and so act in the name of whom `identify` finds by them. Then each origin has to be
   * written out. Default: false.
   */
  readonly credentials?: boolean | undefined
}

/** What is allowed to pages of other origins. */
export interface OriginRules {
  /** What an answer tells browsers. */
  headers(request: RestRequest): Record<string, string>
  /** Whether a page from where the request comes may act in the name of who is logged in to the host. */
  isTrusted(request: RestRequest): boolean
}

const headers =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, traceparent, tracestate, X-Requested-With'
const credentialHeaders = ['API-KEY', 'TOKEN', 'LOGIN', 'PASSWORD', 'OTP'].flatMap((name) => [
  `X-TRACKER-${name}`,
  `X-BUGZILLA-${name}`,
])

/** @throws RangeError for what is no origin, and for all origins with credentials */
export function createOriginRules(cors: CrossOrigin | undefined): OriginRules {
  if (cors === undefined) return { headers: () => ({}), isTrusted: () => false }
  const { origins, credentials = false } = optionsOf(cors)
  for (const origin of origins) requireOrigin(origin, credentials)
  const listed = new Set(origins)
  const isForAll = listed.has('*')
  return {
    headers(request) {
      const origin = headerOf(request, 'origin')
      const vary = isForAll ? {} : { Vary: 'Accept, Origin' }
      if (!isForAll && (origin === undefined || !listed.has(origin))) return vary
      return {
        ...vary,
        'Access-Control-Allow-Origin': isForAll ? '*' : (origin as string),
        ...(credentials && { 'Access-Control-Allow-Credentials': 'true' }),
        ...sharedHeaders(request),
      }
    },
    isTrusted: (request) => credentials && listed.has(headerOf(request, 'origin') ?? ''),
  }
}

function optionsOf(cors: CrossOrigin): CrossOriginOptions {
  if (cors === '*') return { origins: ['*'] }
  return 'origins' in cors ? cors : { origins: cors }
}

/** What does not depend on the origin. */
function sharedHeaders({ method }: RestRequest): Record<string, string> {
  return {
    'Access-Control-Expose-Headers':
      'ETag, Idempotency-Replayed, Link, Preference-Applied, RateLimit, RateLimit-Policy, Retry-After, TrackerKit-Version, X-Request-Id',
    ...(method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': [headers, ...credentialHeaders].join(', '),
      'Access-Control-Max-Age': '600',
    }),
  }
}

function requireOrigin(origin: string, credentials: boolean): void {
  if (origin === '*') {
    if (credentials) throw new RangeError("cors: with credentials each origin has to be written out, '*' is none")
    return
  }
  // Programs on phones and extensions of browsers have schemes of their own, of which URL knows no origin.
  const isOfWeb = /^https?:/i.test(origin) && URL.canParse(origin)
  const isOrigin = isOfWeb
    ? new URL(origin).origin === origin
    : /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(origin)
  if (!isOrigin)
    throw new RangeError(`cors: '${origin}' is no origin as browsers write it, such as 'https://app.example.com'`)
}
