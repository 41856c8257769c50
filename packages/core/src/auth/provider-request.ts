// Requests to providers: measured, limited in time, and logged when they fail.
import { LoginProviderError, type KnownSource } from '../call/login-provider.js'
import type { Preparation } from '../call/define/operation.js'
import type { ProviderEnded } from '../kernel/observer.js'

/** The request for which a provider is asked. */
type Requesting = Pick<Preparation, 'environment' | 'requestId'>

interface ProviderRequest<T> {
  readonly step: ProviderEnded['step']
  readonly timeout: number
  readonly send: (signal: AbortSignal) => Promise<T>
}

/** @throws LoginProviderError; the log has why, unless the provider said no or a logout token is not valid */
export async function requestFrom<T>(
  at: Requesting,
  { name }: Pick<KnownSource, 'name'>,
  { step, timeout, send }: ProviderRequest<T>,
): Promise<T> {
  const { observer } = at.environment
  const begun = performance.now()
  const note = (outcome: ProviderEnded['outcome']) =>
    observer?.provider?.({ provider: name, step, outcome, milliseconds: performance.now() - begun })
  try {
    const found = await withinTime(send, timeout)
    note('ok')
    return found
  } catch (error) {
    const failure = failureOf(error)
    const { reason } = failure
    // Every caller can send an invalid logout token.
    if (step === 'end' && reason === 'not valid') throw failure
    note(reason)
    if (reason !== 'said no') logFailure(at, name, failure)
    throw failure
  }
}

/** The page of a failed login shows the same ID. */
export function logFailure(
  { environment, requestId }: Requesting,
  provider: string,
  { reason, message }: LoginProviderError,
): void {
  const request = requestId === undefined ? {} : { request_id: requestId }
  environment.logger.warn('a login provider failed', { provider, reason, error: message, ...request })
}

/** Rejects on time even if a provider ignores the signal. */
export async function withinTime<T>(send: (signal: AbortSignal) => Promise<T>, timeout: number): Promise<T> {
  const signal = AbortSignal.timeout(timeout)
  const work = send(signal)
  work.catch(() => undefined)
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new LoginProviderError('unavailable', 'no response in time')), {
        once: true,
      })
    }),
  ])
}

/** Messages of unknown errors may contain secrets. */
export function failureOf(error: unknown): LoginProviderError {
  if (error instanceof LoginProviderError) return error
  return new LoginProviderError('unavailable', error instanceof Error ? error.name : typeof error)
}
