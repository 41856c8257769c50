// Requests to an intake: pages of the listed origins may send them, without an account.
import { TrackerError } from '@trackerkit/core'
import { namesCallerOutside } from '../callers/credentials.js'
import { isOwnPage } from '../http/request/cross-site.js'
import { headerOf } from '../http/request/request-limits.js'
import { doorHeaders, doorKeyOf, headersFor, isListed, type OpenDoor } from './door.js'
import type { Identified } from './identify.js'
import type { Services } from './services.js'

/**
 * Finds the intake before anything of the body is read. Undefined for other routes.
 * @throws intake_not_found, cross_site_request
 */
export async function openDoor(identified: Identified, { host }: Services): Promise<OpenDoor | undefined> {
  const { request, query, route, path } = identified.routed
  if (!route.isDoor) return undefined
  const key = doorKeyOf(path)
  const door = await host.findDoor(key)
  const isNamed = Boolean(identified.host) || namesCallerOutside(request, query)
  if (!door || (door.accepts === 'accounts' && !isNamed))
    throw new TrackerError('intake_not_found', { field: 'key', value: key })
  const origin = headerOf(request, 'origin')
  if (origin !== undefined && !isListed(door, origin) && !isOwnPage(request))
    throw new TrackerError('cross_site_request')
  return { bodyBytes: door.maxKb * 1024, headers: { ...doorHeaders, ...headersFor(door, origin) } }
}
