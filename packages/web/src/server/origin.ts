// Where a request was sent to, and whether a page of ours sent it.
import type { Site } from './options.js'
import { headerOf } from './request-limits.js'

/** The origin that people see; undefined when the request was sent to a host that is not ours. */
export function originOf({ origins }: Site, request: Request): URL | undefined {
  const url = new URL(request.url)
  if (origins.length === 0) return new URL(url.origin)
  const host = headerOf(request, 'host') ?? url.host
  return origins.find((origin) => origin.host === host.toLowerCase())
}

/**
 * Returns true if a script of our pages sent the request: other origins cannot set the header without a
 * preflight, which always fails, and browsers report the origin of a request.
 */
export function isFromPage(request: Request, origin: URL): boolean {
  return headerOf(request, 'x-trackerkit-web') === '1' && isFromHere(request, origin)
}

/** True if the browser names our pages as the source of the request, or names none. */
export function isFromHere(request: Request, origin: URL): boolean {
  const [site, from] = [headerOf(request, 'sec-fetch-site'), headerOf(request, 'origin')]
  return (site === null || site === 'same-origin') && (from === null || from === origin.origin)
}
