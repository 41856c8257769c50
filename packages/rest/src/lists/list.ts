// The results of a search as a file for other programs than clients of the API.
import type { RestRequest, RestResponse } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import { matchesTag, notModified, tagOf } from '../http/response/conditional.js'
import { commonHeaders } from '../http/response/headers.js'
import type { Parameters } from '../http/request/target.js'
import { weightsOf } from '../http/request/weights.js'

export interface ListRequest {
  readonly request: RestRequest
  /** The input of the search. */
  readonly input: Readonly<Record<string, unknown>>
  /** Searches with the permissions that the caller has at that moment. */
  readonly search: (input: Readonly<Record<string, unknown>>) => Promise<SearchAnswer>
  /** With a slash at its end; empty when it is not set. */
  readonly urlBase: () => Promise<string>
}

export interface SearchAnswer<B = Readonly<Record<string, unknown>>> {
  readonly bugs: readonly B[]
  readonly limit?: string
  readonly offset?: number
  readonly total_matches?: number
}

export interface List {
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | AsyncIterable<Uint8Array>
}

export type MakeList = (request: ListRequest) => Promise<List>

const types = { csv: 'text/csv', atom: 'application/atom+xml' } as const
export type ListForm = keyof typeof types
const forms = Object.keys(types) as ListForm[]

/** The list that a request prefers, by `format` or by its header `Accept`. */
export function listFormOf(request: RestRequest, parameters: Parameters): ListForm | undefined {
  const format = parameters.get('format')
  if (format !== undefined) return forms.find((form) => form === format)
  const preferences = weightsOf(headerOf(request, 'accept') ?? '').toSorted((a, b) => b[1] - a[1])
  return forms.find((form) => types[form] === preferences[0]?.[0])
}

/** Readers ask for the same feed all day: it has a tag. A table is sent while it is read, and has none. */
export function respondList(
  request: RestRequest,
  headers: RestResponse['headers'],
  { type, body, headers: own }: List,
): RestResponse {
  const tag = typeof body === 'string' ? tagOf(type, body) : undefined
  const all = {
    ...commonHeaders,
    'Content-Type': type,
    // It depends on the caller and the time.
    'Cache-Control': tag === undefined ? 'private, no-store' : 'private, no-cache',
    ...(tag !== undefined && { ETag: tag }),
    ...headers,
    ...own,
  }
  if (tag !== undefined && matchesTag(headerOf(request, 'if-none-match'), tag)) return notModified(all)
  return { status: 200, headers: all, body }
}
