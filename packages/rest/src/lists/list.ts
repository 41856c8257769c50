// The bugs that a search finds, as a file for other programs than clients of the API.
import type { RestRequest, RestResponse } from '../http/messages.js'
import { headerOf } from '../http/request/request-limits.js'
import { commonHeaders } from '../http/response/headers.js'
import type { Parameters } from '../http/request/target.js'
import { weightsOf } from '../http/request/weights.js'

/** What a list is made with. */
export interface ListAsked {
  readonly request: RestRequest
  /** The input of the search. */
  readonly input: Readonly<Record<string, unknown>>
  /** Searches as whoever asks for the list, each time anew. */
  readonly search: (input: Readonly<Record<string, unknown>>) => Promise<Found>
  /** The address of the installation, with a slash at its end; empty when it is not set. */
  readonly urlBase: () => Promise<string>
}

/** What a search answers. */
export interface Found {
  readonly bugs: readonly Readonly<Record<string, unknown>>[]
  readonly limit?: string
  readonly offset?: number
  readonly total_matches?: number
}

/** A list that is ready to go out, if need be piece by piece. */
export interface List {
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | AsyncIterable<Uint8Array>
}

export type MakeList = (asked: ListAsked) => Promise<List>

const types = { csv: 'text/csv', atom: 'application/atom+xml' } as const
export type ListForm = keyof typeof types
const forms = Object.keys(types) as ListForm[]

/** The list that a request asks for, by `format` or else by its header `Accept`, where it likes nothing better. */
export function listFormOf(request: RestRequest, parameters: Parameters): ListForm | undefined {
  const format = parameters.get('format')
  if (format !== undefined) return forms.find((form) => form === format)
  const liked = weightsOf(headerOf(request, 'accept') ?? '').toSorted((a, b) => b[1] - a[1])
  return forms.find((form) => types[form] === liked[0]?.[0])
}

export function respondList(headers: RestResponse['headers'], list: List): RestResponse {
  return {
    status: 200,
    headers: {
      ...commonHeaders,
      'Content-Type': list.type,
      // It depends on who asks, and on when.
      'Cache-Control': 'private, no-store',
      ...headers,
      ...list.headers,
    },
    body: list.body,
  }
}
