// The content of attachments: as a download, or as an image inside a page.
import { imageTypes } from '../parts/attachment-image.js'
import type { RequestContext } from './request-context.js'
import { askRest } from './operations.js'
import { headerOf } from './request-limits.js'
import { identityOf } from './session.js'

/** `/-/attachment/4` and `/-/attachment/4/image`. Undefined when there is none, or when it is no image that may be shown. */
export async function answerAttachment(
  requestContext: RequestContext,
  id: string,
  part: string | undefined,
): Promise<Response | undefined> {
  const { site, request, origin, context } = requestContext
  if (!/^\d{1,9}$/.test(id) || (part !== undefined && part !== 'image')) return undefined
  const identity = await identityOf(requestContext)
  const target = new URL(`${site.restPath}/bug/attachment/${id}/data`, origin)
  const headers = new Headers({ Accept: '*/*' })
  const range = headerOf(request, 'range')
  if (range !== null) headers.set('Range', range)
  const response = await askRest(site, { identity, origin, context }, new Request(target, { headers }))
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || (part === 'image' && !imageTypes.test(type))) {
    await response.body?.cancel()
    return undefined
  }
  return guarded(response, part === 'image' ? 'inline' : undefined)
}

/** The answer with headers by which it is nothing but data, whoever opens its address. */
function guarded(response: Response, disposition: string | undefined): Response {
  const headers = new Headers(response.headers)
  headers.set('Content-Security-Policy', "sandbox; default-src 'none'")
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Cache-Control', 'private, no-store')
  if (disposition !== undefined) headers.set('Content-Disposition', disposition)
  return new Response(response.body, { status: response.status, headers })
}
