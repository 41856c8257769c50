// When to try again, and what to remember of an attempt that failed. Pure.
import { addMilliseconds } from 'date-fns/addMilliseconds'
import type { Environment } from '../../kernel/environment.js'

/** With the pauses between them that takes 19 to 39 hours: a mail server may be down for a night. */
export const maxAttempts = 16

/** Milliseconds. */
const firstPause = 30_000
export const longestPause = 6 * 3_600_000

/** When to try again after so many attempts: pauses double, up to six hours, and are cut by chance to between half and all. */
export function nextAttempt(now: Date, attempts: number, { random }: Pick<Environment, 'random'>): Date {
  const [byte = 0] = random(1)
  const pause = Math.min(longestPause, firstPause * 2 ** (attempts - 1))
  return addMilliseconds(now, Math.round(pause * (0.5 + byte / 510)))
}

/** Whether another attempt would end the same way. */
export function isPermanent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'permanent' in error && error.permanent === true
}
