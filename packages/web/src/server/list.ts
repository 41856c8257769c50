// A list of bugs as a file: `/bugs.csv` and `/bugs.atom`, with the query of the list.
import type { RequestContext } from './request-context.js'
import { askRest } from './operations.js'
import { headerOf } from './request-limits.js'
import { identityOf } from './session.js'

const forms = { '/bugs.csv': 'csv', '/bugs.atom': 'atom' } as const
type Form = (typeof forms)[keyof typeof forms]

/** The format of a list; undefined for the path of a page. */
export function listFormAt(path: string): Form | undefined {
  return Object.hasOwn(forms, path) ? forms[path as keyof typeof forms] : undefined
}

/** All bugs of the list, not only one page, as the current user sees them. */
export async function answerList(requestContext: RequestContext, format: Form): Promise<Response> {
  const { site, url, origin, context, request } = requestContext
  const query = new URLSearchParams(url.search)
  for (const name of ['limit', 'offset']) query.delete(name)
  query.set('format', format)
  const target = new URL(`${site.restPath}/bug?${query}`, origin)
  const tag = headerOf(request, 'if-none-match')
  const headers = {
    Accept: 'application/json',
    Prefer: 'handling=lenient',
    ...(tag !== null && { 'If-None-Match': tag }),
  }
  const apiRequest = new Request(target, { method: request.method, headers, signal: request.signal })
  const answer = await askRest(site, { identity: await identityOf(requestContext), origin, context }, apiRequest)
  const shown = new Headers(answer.headers)
  // It would lead to the API.
  shown.delete('Link')
  shown.set('Cross-Origin-Resource-Policy', 'same-origin')
  for (const name of [...shown.keys()]) if (name.startsWith('access-control-')) shown.delete(name)
  return new Response(answer.status === 304 ? null : answer.body, { status: answer.status, headers: shown })
}
