// The headers of intakes: pages of the listed origins may send requests, without an account.
import type { ReportDoor } from '@trackerkit/core/host'
import type { PathValues } from '../http/errors.js'
import type { RestRequest } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import type { Services } from './services.js'

/** An intake that takes the request. */
export interface OpenDoor {
  /** The largest body in bytes. */
  readonly bodyBytes: number
  readonly headers: Readonly<Record<string, string>>
}

/** Of all responses: whether a page may read one depends on its origin. */
export const doorHeaders = { Vary: 'Accept, Origin' } as const

const exposed = 'Idempotency-Replayed, Retry-After, X-Request-Id'

/** The key in the path of a request to an intake. */
export function doorKeyOf(path: PathValues): string {
  return path.get('key') ?? ''
}

/** The headers of an answer to a preflight request. It never has credentials, so that an intake for accounts is none. */
export async function preflight(
  request: RestRequest,
  key: string,
  { host }: Services,
): Promise<Record<string, string>> {
  const origin = headerOf(request, 'origin')
  const door = origin === undefined ? undefined : await host.findDoor(key)
  const isOpen = door?.accepts === 'anybody' && isListed(door, origin ?? '')
  return {
    ...doorHeaders,
    ...(isOpen && {
      ...headersFor(door, origin),
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    }),
  }
}

export function isListed({ origins }: ReportDoor, origin: string): boolean {
  return origins.includes(origin)
}

/** The headers with which a page of a listed origin may read the response. */
export function headersFor(door: ReportDoor, origin: string | undefined): Readonly<Record<string, string>> {
  if (origin === undefined || !isListed(door, origin)) return {}
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed }
}
