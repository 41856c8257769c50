// The time of the next attempt, and the stored data of a failed one. Pure.
import { addMilliseconds } from 'date-fns/addMilliseconds'
import type { Environment } from '../../kernel/environment.js'

/** With the pauses between them that takes 19 to 39 hours: a mail server may be down for a night. */
export const maxAttempts = 16

/** Milliseconds. */
const firstPause = 30_000
export const longestPause = 6 * 3_600_000

/** Returns the time of the next attempt. Pauses double up to six hours and are shortened at random by up to half. */
export function nextAttempt(now: Date, attempts: number, { random }: Pick<Environment, 'random'>): Date {
  const [byte = 0] = random(1)
  const pause = Math.min(longestPause, firstPause * 2 ** (attempts - 1))
  return addMilliseconds(now, Math.round(pause * (0.5 + byte / 510)))
}

/** Returns true if the recipient was refused for good, and not the message. */
export function isBounce(error: unknown): boolean {
  return isPermanent(error) && (error as { readonly bounced?: unknown }).bounced === true
}

/** Returns true if another attempt would fail in the same way. */
export function isPermanent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'permanent' in error && error.permanent === true
}
