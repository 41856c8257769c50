// Requests to providers: how long they may take, and how their failures are reported.
import { limited } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { z } from 'zod'
import type { Call } from '../../call/context.js'
import { LoginProviderError, type LoginProvider } from '../../call/login-provider.js'
import type { ProviderEnded } from '../../kernel/observer.js'
import { TrackerError } from '../../kernel/errors.js'

const timeout = 10_000
/** A person who logs out waits for it. */
const logoutTimeout = 3000
const maxAddress = 2000

/** An address to which the provider leads back. The provider compares it with those that are registered. */
export const redirectAddress = limited(z.string(), maxAddress)
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), problem('param_invalid', { accepted: 'an address' }))
  .meta({ description: 'The address to which the provider leads back, exactly as it is registered there.' })

/** @throws login_provider_unavailable, login_refused, login_flow_not_valid; the log has why */
export async function askProvider<T>(
  { environment }: Pick<Call, 'environment'>,
  { name }: LoginProvider,
  step: 'begin' | 'finish',
  ask: (signal: AbortSignal) => Promise<T>,
  onLeft: (subject: string) => Promise<void> = async () => undefined,
): Promise<T> {
  const signal = AbortSignal.timeout(timeout)
  const begun = performance.now()
  const note = (outcome: ProviderEnded['outcome']) =>
    environment.observer?.provider?.({ provider: name, step, outcome, milliseconds: performance.now() - begun })
  try {
    const found = await withinTime(ask(signal), signal)
    note('ok')
    return found
  } catch (error) {
    const { reason, message } = failureOf(error)
    note(reason)
    if (reason !== 'said no') environment.logger.warn('a login provider failed', { provider: name, reason, message })
    if (reason === 'unavailable') throw new TrackerError('login_provider_unavailable')
    if (reason === 'said no') throw new TrackerError('login_refused', { reason: 'provider_said_no' })
    if (error instanceof LoginProviderError && error.subject !== undefined) await onLeft(error.subject)
    if (reason === 'not allowed') throw new TrackerError('login_refused', { reason: 'not_allowed' })
    throw new TrackerError('login_flow_not_valid')
  }
}

/** Undefined if the provider has none, or does not respond: logging out here must not fail for that. */
export async function logoutAddress(
  { environment }: Pick<Call, 'environment'>,
  provider: LoginProvider,
  returnTo: string,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(logoutTimeout)
  try {
    return await withinTime((async () => provider.logoutUrl?.(returnTo))(), signal)
  } catch (error) {
    const { reason, message } = failureOf(error)
    environment.logger.warn('a login provider failed', { provider: provider.name, reason, message })
    return undefined
  }
}

/** Rejects on time even if a provider ignores the signal. */
async function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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
function failureOf(error: unknown): Pick<LoginProviderError, 'reason' | 'message'> {
  if (error instanceof LoginProviderError) return error
  return { reason: 'unavailable', message: error instanceof Error ? error.name : typeof error }
}
