// The limits of how much a caller may send.
import { requireModest } from '../callers/credentials.js'
import type { Charge } from '../callers/rate-limits.js'
import type { Read } from './read.js'
import type { Services } from './services.js'
import { StageError } from './stage-error.js'

export interface Admitted extends Omit<Read, 'bodyBytes'> {
  /** The cost of the request, where that is limited. */
  readonly charge: Charge | undefined
}

/** @throws WireError (429), StageError with WireError (413) */
export function admit(read: Read, { rateLimits }: Services): Admitted {
  const { routed, door, credentials, parameters, bodyBytes } = read
  const { request, route } = routed
  const { identities } = credentials
  const charge = rateLimits?.charge({ operation: route.operation, address: request.address, identities })
  try {
    if (!door) requireModest(bodyBytes, credentials)
  } catch (cause) {
    throw new StageError(cause, { routed, door, charge })
  }
  return { routed, door, credentials, parameters, charge }
}
