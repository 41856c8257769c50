// Proves credentials, outside of transactions: a password is slow to check.
import {
  authenticate,
  credentialWithoutPassword,
  isCredentialError,
  noCredential,
  type Credential,
  type Identities,
  type ProvenCredential,
} from '../auth/identity.js'
import type { AnyOperation, Preparation } from '../call/define/operation.js'
import { readRequestId } from '../kernel/request-id.js'
import type { Awaitable } from '../store/index.js'
import type { CallOrigin } from './session/begin-call.js'
import type { TrackerContext } from './context.js'
import type { RequestDetails } from './request.js'
import { translateErrors } from './translate-errors.js'

/** Proves a credential. For an operation that never requires a login, a wrong one counts as none. */
export function prove(
  operation: AnyOperation,
  preparation: Preparation,
  credential: Credential | ProvenCredential,
  origin: CallOrigin,
): Awaitable<ProvenCredential> {
  const proven = credentialWithoutPassword(credential)
  return proven ?? provePasswords(operation, preparation, credential as Identities, origin)
}

async function provePasswords(
  operation: AnyOperation,
  preparation: Preparation,
  credential: Identities,
  origin: CallOrigin,
): Promise<ProvenCredential> {
  try {
    return await authenticate(preparation, credential)
  } catch (error) {
    if (operation.access !== 'exempt' || !isCredentialError(error)) throw error
    origin.onWrongCredentials?.(error)
    return noCredential
  }
}

/** Proves a credential for a caller that repeats an operation: the proof holds until the password is changed. */
export function proveOnce(
  context: TrackerContext,
  operation: AnyOperation,
  credential: Credential | ProvenCredential,
  details: RequestDetails,
): Promise<ProvenCredential> {
  return context.calls.track(() =>
    translateErrors(operation, details.signal, context.checkAnswers, async () =>
      prove(operation, preparationOf(context, details), credential, details),
    ),
  )
}

/** The part of the context that operations may use before their transaction. */
export function preparationOf(
  { environment, store, calls, logins, webhooks }: TrackerContext,
  { address, requestId: given }: CallOrigin,
): Preparation {
  const requestId = readRequestId(given)
  return { environment, store, address, requestId, logins, afterwards: calls.afterwards, sender: webhooks?.sender }
}
