// Which pages of other origins may read answers. Credentials are never taken from cookies, so a page can only use what it knows.
import { headerOf, type RestRequest } from '../request.js'

/** Origins such as `https://example.com`, or '*' for all. */
export type CrossOrigin = '*' | readonly string[]

const headers =
  'Accept, Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Prefer, X-Requested-With'
const credentialHeaders = ['API-KEY', 'TOKEN', 'LOGIN', 'PASSWORD'].flatMap((name) => [
  `X-TRACKER-${name}`,
  `X-BUGZILLA-${name}`,
])

export function crossOriginHeaders(cors: CrossOrigin | undefined, request: RestRequest): Record<string, string> {
  if (cors === undefined) return {}
  const origin = headerOf(request, 'origin')
  const isAllowed = cors === '*' || (origin !== undefined && cors.includes(origin))
  const vary = cors === '*' ? {} : { Vary: 'Accept, Origin' }
  if (!isAllowed) return vary
  return {
    ...vary,
    'Access-Control-Allow-Origin': cors === '*' ? '*' : (origin as string),
    'Access-Control-Expose-Headers':
      'ETag, Idempotency-Replayed, Link, Preference-Applied, Retry-After, TrackerKit-Version, X-Request-Id',
    ...(request.method === 'OPTIONS' && {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
      'Access-Control-Allow-Headers': [headers, ...credentialHeaders].join(', '),
      'Access-Control-Max-Age': '600',
    }),
  }
}
