// When to try again. Pure.
import { addMilliseconds } from 'date-fns/addMilliseconds'
import type { Environment } from '../../kernel/environment.js'

const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** Milliseconds after the first failure, the second, and so on: some three days in all. */
const pauses = [
  ...[5 * second, minute, 5 * minute, 30 * minute, 2 * hour],
  ...[5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
]

export const maxAttempts = pauses.length + 1

/** Maximum delay a receiver can request, in milliseconds. */
const longestRetryAfter = 24 * hour

/** The longest there is between two attempts, in milliseconds. */
export const longestPause = 1.2 * 24 * hour

type Chance = Pick<Environment, 'random'>

/** Returns the time of the next attempt, which is never before the time the receiver asks for. */
export function nextAttempt(now: Date, attempts: number, retryAfter: number, chance: Chance): Date {
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? 0
  return addMilliseconds(now, Math.max(byChance(pause, chance), retryAfter))
}

/** When to try a webhook again at which nothing has succeeded since then, and not before the receiver wants it. */
export function nextProbe(now: Date, failingSince: Date, retryAfter: number, chance: Chance): Date {
  const failingFor = now.getTime() - failingSince.getTime()
  let sum = 0
  const pause = pauses.find((one) => (sum += one) > failingFor) ?? 24 * hour
  return addMilliseconds(now, Math.max(byChance(pause, chance), retryAfter))
}

/** A fifth earlier or later. */
function byChance(pause: number, { random }: Chance): number {
  const [byte = 0] = random(1)
  return Math.round(pause * (0.8 + (0.4 * byte) / 255))
}

/** Milliseconds to wait, where the answer asks for that; else 0. */
export function retryAfterOf(status: number, header: string | undefined, now: Date): number {
  if (header === undefined || (status !== 429 && status !== 503)) return 0
  const wanted = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wanted) ? 0 : Math.min(Math.max(wanted, 0), longestRetryAfter)
}
