// Numbers and relative times. A browser takes longer to load its own formats than to hydrate a page.

/** A whole number that is not negative, with groups of three digits. */
export function grouped(count: number): string {
  if (count < 1000) return String(count)
  return `${grouped(Math.floor(count / 1000))},${String(count % 1000).padStart(3, '0')}`
}

/** Negative: in the past. */
export function relative(count: number, unit: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'): string {
  const isPast = count < 0
  if (count === 1 || count === -1) {
    if (unit === 'day') return isPast ? 'yesterday' : 'tomorrow'
    if (unit !== 'hour' && unit !== 'minute') return `${isPast ? 'last' : 'next'} ${unit}`
  }
  const length = Math.abs(count)
  const words = `${grouped(length)} ${unit}${length === 1 ? '' : 's'}`
  return isPast ? `${words} ago` : `in ${words}`
}
