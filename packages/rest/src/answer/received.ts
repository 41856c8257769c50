// A request that has arrived, and answers that need no operation.
import type { AskHost } from '../callers/identify.js'
import type { RestRequest } from '../http/messages.js'
import type { Form } from '../http/request/negotiate.js'
import type { RequestObservation } from '../observe/observe.js'

export interface Received {
  readonly request: RestRequest
  /** Undefined where the host does not identify callers. */
  readonly askHost: AskHost | undefined
  readonly observation: RequestObservation | undefined
}

/** An answer without an operation: a redirect, the methods of a path, or the description of the API. */
export interface DirectAnswer {
  readonly form: Form
  readonly status?: number
  readonly value: unknown
  /** The body, where it is text and not a value. */
  readonly text?: string
  /** Of an intake: its origins are those of the intake. */
  readonly isDoor?: boolean
  readonly headers?: Readonly<Record<string, string>>
}
