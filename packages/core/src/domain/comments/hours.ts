// The hours of a bug: worked, remaining, and how much is done. All are kept to two decimals.
import * as z from 'zod'

/** Maximum hours of one comment. */
export const maxHours = 99_999.99

/**
 * Hours worked as an input; negative ones correct earlier ones. Raises number_too_large (54), number_too_small (55).
 */
export const workedHours = z.number().min(-maxHours).max(maxHours).transform(roundHours)

/** Hours as they are kept: two decimals. */
export function roundHours(hours: number): number {
  return Math.round((hours + Number.EPSILON) * 100) / 100
}

/** The remaining hours after this work, at least 0. */
export function remainingAfter(remaining: number, worked: number): number {
  return Math.max(0, roundHours(remaining - worked))
}

/** The whole part of 100 × actual / (actual + remaining), or 0 if that is undefined. */
export function percentageComplete(actual: number, remaining: number): number {
  // Counted in hundredths of an hour: 100 * 0.29 is less than 29.
  const [done, total] = [Math.round(100 * actual), Math.round(100 * (actual + remaining))]
  return total > 0 ? Math.min(100, Math.max(0, Math.floor((100 * done) / total))) : 0
}

/** Hours as in history: `1.50`. */
export function hoursText(hours: number): string {
  return hours.toFixed(2)
}
