// Refuses requests of pages of other sites for users whose browsers are logged in to the host.
import { TrackerError } from '@trackerkit/core'
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

const harmless = /^(GET|HEAD|OPTIONS)$/

/**
 * For callers whom the host names, perhaps by a cookie, which browsers send along whoever asks them to. Browsers say where a request
 * comes from; what says nothing of it is none.
 * @throws cross_site_request for a request that may change something and comes from another origin
 */
export function requireSameOrigin(request: RestRequest): void {
  if (harmless.test(request.method)) return
  if (!isOwnPage(request)) throw new TrackerError('cross_site_request')
}

/** Returns true if no page has sent the request, or one of the origin that it is sent to. */
export function isOwnPage(request: RestRequest): boolean {
  const site = headerOf(request, 'sec-fetch-site')
  return site === undefined ? isOwnOrigin(request) : site === 'same-origin' || site === 'none'
}

/** The request names no origin, or the host that it is sent to. */
function isOwnOrigin(request: RestRequest): boolean {
  const origin = headerOf(request, 'origin')
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === headerOf(request, 'host')?.toLowerCase()
}
