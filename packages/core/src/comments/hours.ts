// The hours of a bug: worked, remaining, and how much is done. All are kept to two decimals.

/** Hours as they are kept: two decimals. */
export function roundHours(hours: number): number {
  return Math.round((hours + Number.EPSILON) * 100) / 100
}

/** What remains to be done after so many hours of work: never less than nothing. */
export function remainingAfter(remaining: number, worked: number): number {
  return Math.max(0, roundHours(remaining - worked))
}

/** The whole part of 100 × actual / (actual + remaining); 0 when that says nothing. */
export function percentageComplete(actual: number, remaining: number): number {
  const total = actual + remaining
  return total > 0 ? Math.min(100, Math.max(0, Math.floor((100 * actual) / total))) : 0
}
