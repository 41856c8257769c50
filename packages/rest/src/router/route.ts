// Routes: the operation of a method and a path, and the way in which the path enters its input.
import type { Credential } from '@trackerkit/core'
import type { AnyOperation } from '@trackerkit/core/operations'
import type { RestRequest } from '../http/messages.js'
import type { ListForm, MakeList } from '../lists/list.js'
import type { AnswerFile } from '../http/response/file.js'
import type { Parameters } from '../http/request/target.js'
import type { ResponsePage } from '../pages/form-page.js'
import type { Slice } from '../http/request/range.js'
import type { Credentials } from '../callers/credentials.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The position of a path value in the input. */
export interface Fill {
  readonly key: string
  /** The key for values of digits only, where ids and names share a place in the path. They join other ids. */
  readonly keyOfDigits?: string
  /** Joins the values that query or body give for the key, as the first; else it takes their place. */
  readonly joins: boolean
}

export interface Route {
  readonly method: Method
  /** Below /rest; `{name}` stands for one segment. */
  readonly path: string
  readonly operation: AnyOperation
  /** For each `{name}` of the path. */
  readonly fill: Readonly<Record<string, Fill>>
  /**
   * For operations about logging in, whose input consists of credentials: completes the parameters and returns the
   * caller.
   */
  readonly input?: (parameters: Parameters, credentials: Credentials) => Credential
  /** The credentials that the operation tries. Default: all. Others do not count as right when it succeeds. */
  readonly tries?: (identities: Credentials['identities']) => Credentials['identities']
  /** Headers that go out beside the usual ones. */
  readonly headers?: (request: RestRequest) => Readonly<Record<string, readonly string[]>>
  /** For answers that go out as a file: which one. `ask` runs the operation for a slice of it. */
  readonly file?: (ask: (slice: Slice) => Promise<unknown>) => Promise<AnswerFile>
  /** Accepts a form with one field as well, from anywhere: the operation needs no login. */
  readonly form?: { readonly name: string; readonly value: string }
  /** Writes the response as a separate page, for browsers and forms. */
  readonly page?: (value: unknown) => ResponsePage
  /** Its path names an intake, which decides about origins and the size of the body. */
  readonly isDoor?: true
  /** The answer may take long, so that the operation ends when the client disconnects. */
  readonly waits?: true
  /** For an answer that ends with the connection: its description. */
  readonly stream?: { readonly name: string; readonly summary: string; readonly description: string }
  /** For searches whose results are also available as lists for other programs. */
  readonly lists?: Readonly<Record<ListForm, MakeList>>
}

/** The value overrides query and body. */
export function only(key: string): Fill {
  return { key, joins: false }
}

/** The value is one more of those that query or body name. */
export function among(key: string): Fill {
  return { key, joins: true }
}

/** An ID if it is all digits, otherwise a name; added to those of query or body. */
export const idOrName: Fill = { key: 'names', keyOfDigits: 'ids', joins: true }

/** The ID of a part of a product if it is all digits, otherwise the name of the product. */
export const idOrProduct: Fill = { key: 'product', keyOfDigits: 'ids', joins: false }
