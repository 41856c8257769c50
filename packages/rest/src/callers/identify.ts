// Who calls, as the program knows it that the tracker is a part of.
import type { Identity } from '@trackerkit/core'
import { requireIdentities } from '@trackerkit/core/operations'
import type { Awaitable } from '@trackerkit/core/store'
import type { RequestContext } from '../http/messages.js'
import { WireError } from '../http/errors.js'

/**
 * Says who calls, by what the host goes by: a session, a cookie, a certificate. It is asked once for each request that an operation
 * answers, before the body is read. What it answers:
 * - an identity: this is who calls. Credentials of the tracker's own in the request must then be the same person's.
 * - null: nobody calls, and credentials of the tracker's own are not looked at.
 * - undefined: the host does not know. An API key, a token or a password in the request says who calls; without one it is nobody.
 *
 * An error that it throws is answered with 500 and logged: such a request is never taken for one of nobody.
 */
export type Identify<R = Request> = (request: R, context: RequestContext) => Awaitable<Identity | undefined>

/** Asks the host, unless it has said who calls. @throws WireError, and Error to be logged for whatever else went wrong */
export async function askHost<R>(
  identify: Identify<R> | undefined,
  native: R,
  context: RequestContext,
): Promise<Identity | undefined> {
  if (context.identity === undefined && !identify) return undefined
  try {
    const identity = context.identity === undefined ? await identify?.(native, context) : context.identity
    if (identity !== undefined) requireIdentities([identity])
    return identity
  } catch (cause) {
    // Of a part of this package, about what the client sent.
    if (cause instanceof WireError) throw cause
    // Not passed on as it is: errors of the tracker would be told to the client.
    throw new Error('the host could not say who calls', { cause })
  }
}
