// Limits of the headers of requests for pages. A test keeps them equal to those of the API, which pages know only as a function.
import { plainText } from './answers.js'

export const pageLimits = {
  target: 32_768,
  path: 8192,
  headerCount: 200,
  headers: {
    accept: 1024,
    'accept-encoding': 1024,
    range: 100,
    'if-none-match': 4096,
    cookie: 16_384,
    'content-type': 256,
    'content-length': 20,
    host: 260,
    origin: 512,
    'sec-fetch-site': 512,
    traceparent: 55,
    tracestate: 512,
    'x-trackerkit-user': 1024,
    'x-trackerkit-web': 1024,
  },
} as const

export type PageHeader = keyof typeof pageLimits.headers

/** The answer to a request that is longer than any may be. */
export function excessOf(request: Request, { pathname, search }: URL): Response | undefined {
  const { target, path, headerCount } = pageLimits
  if (pathname.length > path || pathname.length + search.length > target)
    return plainText(414, 'This address is too long.')
  if ([...request.headers.keys()].length > headerCount) return plainText(431, 'This request has too many headers.')
  const host = request.headers.get('host')
  return host !== null && host.length > pageLimits.headers.host ? plainText(400, 'This is not a host.') : undefined
}

/** The only way to read a header: NULL if it is too long. An overlong origin header counts as foreign. */
export function headerOf({ headers }: Request, name: PageHeader): string | null {
  const value = headers.get(name)
  if (value === null || value.length <= pageLimits.headers[name]) return value
  return name === 'origin' || name === 'sec-fetch-site' ? 'null' : null
}
