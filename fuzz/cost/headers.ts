// Every header that is read, on requests that look at it.
import { requestLimits } from '@trackerkit/rest'
import type { CostRequest, Known, Place } from './place.js'

const maxHeader = 32_000

/** How values of such a header begin. */
const beginnings: Readonly<Record<string, string>> = {
  ...{ range: 'bytes=', 'if-none-match': '"', authorization: 'Basic ', forwarded: 'for=', accept: 'text/html;' },
  ...{ 'content-type': 'application/json;', 'x-tracker-otp': '0', cookie: 'a=b;', prefer: 'handling=' },
}

export function headerPlaces({ api_key, cookie, attachment }: Known): Place[] {
  const key = { 'X-Tracker-API-Key': api_key }
  const bases: Readonly<Record<string, readonly CostRequest[]>> = {
    range: [{ method: 'GET', path: `/rest/bug/attachment/${attachment}/data`, headers: key }],
    'if-match': [{ method: 'PUT', path: '/rest/bug/1', headers: key, body: '{}' }],
    'content-type': [{ method: 'POST', path: '/rest/bug/search', headers: key, body: '{"limit":1}' }],
    'last-event-id': [{ method: 'GET', path: '/rest/changes/stream', headers: key }],
    'idempotency-key': [{ method: 'POST', path: '/rest/bug/1/comment', headers: key, body: '{"comment":"x"}' }],
  }
  const usual: readonly CostRequest[] = [
    { method: 'GET', path: '/rest/bug/1', headers: key },
    { method: 'GET', path: '/bug/1', headers: { Cookie: cookie } },
    { method: 'GET', path: `/-/attachment/${attachment}`, headers: { Cookie: cookie } },
  ]
  return Object.entries(requestLimits.headers)
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, { most: limit }]) =>
      [...(bases[name] ?? []), ...usual].flatMap((base) =>
        [...new Set(['', beginnings[name] ?? ''])].map((before): Place => ({
          name: `header ${name} of ${base.method} ${base.path}${before && ` after ${before}`}`,
          ...{ limit, most: maxHeader },
          request: (text) => ({
            ...base,
            headers: {
              ...base.headers,
              ...(base.body && { 'Content-Type': 'application/json' }),
              [name]: before + text,
            },
          }),
        })),
      ),
    )
}
