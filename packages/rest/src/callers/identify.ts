// The caller as known to the program around the tracker.
import type { Identity } from '@trackerkit/core'
import { requireIdentities } from '@trackerkit/core/operations'
import type { Awaitable } from '@trackerkit/core/store'
import type { RequestContext } from '../http/messages.js'
import { WireError } from '../http/errors.js'

/**
 * Identifies the caller, for example by a session, a cookie or a certificate. It is called once for each request to an operation,
 * before the body is read. It returns:
 * - an identity: the caller. Credentials of the tracker in the request must belong to the same person.
 * - null: the caller is anonymous, and credentials of the tracker are ignored.
 * - undefined: the host does not know. The caller is the owner of the API key, token or password in the request, or anonymous.
 *
 * If it throws, the request is answered with 500 and the error is logged; it is never handled as an anonymous one.
 */
export type Identify<R = Request> = (request: R, context: RequestContext) => Awaitable<Identity | undefined>

/** Calls `identify`. @see identityFrom */
export type AskHost = () => Promise<Identity | undefined>

/** The identity in the context, or else the one that `identify` returns. @throws WireError, and Error, which is logged */
export async function identityFrom<R>(
  identify: Identify<R> | undefined,
  native: R,
  context: RequestContext,
): Promise<Identity | undefined> {
  try {
    const identity = context.identity === undefined ? await identify?.(native, context) : context.identity
    if (identity !== undefined) requireIdentities([identity])
    return identity
  } catch (cause) {
    // By a part of this package, about the request.
    if (cause instanceof WireError) throw cause
    // Wrapped, because errors of the tracker would be sent to the client.
    throw new Error('the host could not identify the caller', { cause })
  }
}
