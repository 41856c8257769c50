// Pages of other origins that may read answers, or act for users who are logged in to the host.
import { TrackerError } from '@trackerkit/core'
import { refuseUnknownOptions, requireKind, type OptionNames } from '@trackerkit/core/operations'
import type { RestRequest } from '../messages.js'
import { headerOf } from '../request/request-limits.js'

/** The origins of pages that may read answers. A list, or `'*'` for all, is the same as those `origins` without credentials. */
export type CrossOrigin = CrossOriginOptions | '*' | readonly string[]

/** Permissions of pages from other origins. */
export interface CrossOriginOptions {
  /** As browsers write them, such as `https://app.example.com`; `'*'` for all. */
  readonly origins: readonly string[]
  /**
   * These pages may send cookies, and so act for the user that `identify` returns. Then list each origin. Default:
   * false.
   */
  readonly credentials?: boolean | undefined
}

export interface OriginRules {
  headers(request: RestRequest): Record<string, string>
  /** A page of the origin of the request may act for users who are logged in to the host. */
  isTrusted(request: RestRequest): boolean
}

const headers =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, traceparent, tracestate, X-Requested-With'
const credentialHeaders = ['API-KEY', 'TOKEN', 'LOGIN', 'PASSWORD', 'OTP'].flatMap((name) => [
  `X-TRACKER-${name}`,
  `X-BUGZILLA-${name}`,
])

const optionNames: OptionNames<CrossOriginOptions> = { origins: 'a list of texts', credentials: 'true or false' }

/** @throws RangeError for an invalid origin, and for all origins with credentials; invalid_options for values of other kinds */
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
  if (isList(cors)) {
    requireKind('cors', cors, 'a list of texts')
    return { origins: cors }
  }
  refuseUnknownOptions(cors, optionNames, 'createRestHandler', 'cors')
  if ((cors.origins as unknown) === undefined)
    throw new TrackerError('invalid_options', { field: 'cors.origins', accepted: 'a list of texts' })
  return cors
}

function isList(cors: CrossOrigin): cors is readonly string[] {
  return Array.isArray(cors)
}

/** Independent of the origin. */
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
    if (credentials) throw new RangeError("cors: with credentials, list each origin instead of '*'")
    return
  }
  // Apps on phones and browser extensions have other schemes, for which URL has no origin.
  const isOfWeb = /^https?:/i.test(origin) && URL.canParse(origin)
  const isOrigin = isOfWeb
    ? new URL(origin).origin === origin
    : /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#@]+$/.test(origin)
  if (!isOrigin)
    throw new RangeError(
      `cors: '${origin}' is not an origin such as 'https://app.example.com', without a path or a slash at the end`,
    )
}
