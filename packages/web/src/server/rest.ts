// The API for the scripts of the pages, as whoever is logged in.
import type { RequestContext } from './request-context.js'
import { notFromPage } from './answers.js'
import { askRest } from './operations.js'
import { isFromPage } from './origin.js'
import { identityOf } from './session.js'

/** Passes a request below `/-/rest` to the API with the identity of the cookie or of the host. */
export async function answerRest(requestContext: RequestContext): Promise<Response> {
  const { site, request, url, path, origin, context } = requestContext
  if (!isFromPage(request, origin)) return notFromPage()
  const identity = await identityOf(requestContext)
  const target = new URL(site.restPath + path.slice('/-/rest'.length) + url.search, origin)
  context.onApi?.()
  const response = await askRest(site, { identity, origin, context }, new Request(target, request))
  const headers = new Headers(response.headers)
  headers.set('Cache-Control', 'no-store')
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name)
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}
