// Requests to providers: how long they may take, and how their failures are reported.
import { failureOf, logFailure, requestFrom, withinTime } from '../../auth/provider-request.js'
import { limited } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import * as z from 'zod'
import type { Call } from '../../call/context.js'
import type { LoginProvider } from '../../call/login-provider.js'
import type { ProviderEnded } from '../../kernel/observer.js'
import { TrackerError } from '../../kernel/errors.js'

const timeout = 10_000
/** A person who logs out waits for it. */
const logoutTimeout = 3000
const maxAddress = 2000

/** An address to which the provider leads back. The provider compares it with those that are registered. */
export const redirectAddress = limited(z.string(), maxAddress)
  .refine((text) => URL.canParse(text) && /^https?:/.test(text), problem('param_invalid', { accepted: 'an address' }))
  .meta({ description: 'Redirect URL, exactly as registered at the provider.' })

/** @throws login_provider_unavailable, login_refused, login_flow_not_valid; the log has why */
export async function askProvider<T>(
  call: Pick<Call, 'environment' | 'requestId'>,
  provider: LoginProvider,
  step: ProviderEnded['step'],
  send: (signal: AbortSignal) => Promise<T>,
  onLeft: (subject: string) => Promise<void> = async () => undefined,
): Promise<T> {
  try {
    return await requestFrom(call, provider, { step, timeout, send })
  } catch (error) {
    const { reason, subject } = failureOf(error)
    if (reason === 'unavailable') throw new TrackerError('login_provider_unavailable')
    if (reason === 'said no') throw new TrackerError('login_refused', { reason: 'provider_said_no' })
    if (subject !== undefined) await onLeft(subject)
    if (reason === 'not allowed') throw new TrackerError('login_refused', { reason: 'not_allowed' })
    throw new TrackerError('login_flow_not_valid')
  }
}

/** Undefined if the provider has none, or does not respond: logging out here must not fail for that. */
export async function logoutAddress(
  call: Pick<Call, 'environment' | 'requestId'>,
  provider: LoginProvider,
  returnTo: string,
): Promise<string | undefined> {
  try {
    return await withinTime(async () => provider.logoutUrl?.(returnTo), logoutTimeout)
  } catch (error) {
    logFailure(call, provider.name, failureOf(error))
    return undefined
  }
}
