// The error of a stage, with as much of its record as the error response depends on.
import type { RequestDetails } from '@trackerkit/core/host'
import type { Charge } from '../callers/rate-limits.js'
import type { PathValues } from '../http/errors.js'
import type { Form } from '../http/request/negotiate.js'
import type { Route } from '../router/route.js'
import type { OpenDoor } from './door.js'

/** The part of the records of stages that error responses depend on. */
export interface Reached {
  readonly routed?: { readonly form: Form; readonly path: PathValues; readonly route: Pick<Route, 'isDoor'> }
  readonly door?: OpenDoor | undefined
  /** Where it is not the one that was negotiated. */
  readonly form?: Form
  readonly charge?: Charge | undefined
  readonly details?: Pick<RequestDetails, 'signal'>
}

export class StageError extends Error {
  override readonly name = 'StageError'

  constructor(
    override readonly cause: unknown,
    readonly reached: Reached,
  ) {
    super('a stage of a request failed', { cause })
  }
}
