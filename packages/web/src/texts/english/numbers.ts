// Numbers and relative times. A browser takes longer to load its own formats than to hydrate a page.
import { plural } from './plural.js'

/** With groups of three digits and at most three decimals. */
export function grouped(value: number): string {
  const rounded = Number.isInteger(value) ? value : Math.round(value * 1000) / 1000
  const [whole = '', decimals] = String(rounded).split('.')
  const first = value < 0 ? 1 : 0
  let text = whole
  for (let at = whole.length - 3; at > first; at -= 3) text = `${text.slice(0, at)},${text.slice(at)}`
  return decimals === undefined ? text : `${text}.${decimals}`
}

/** Negative: in the past. */
export function relative(count: number, unit: 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute'): string {
  const isPast = count < 0
  if (count === 1 || count === -1) {
    if (unit === 'day') return isPast ? 'yesterday' : 'tomorrow'
    if (unit !== 'hour' && unit !== 'minute') return `${isPast ? 'last' : 'next'} ${unit}`
  }
  const length = Math.abs(count)
  const words = plural(length, `1 ${unit}`, `${grouped(length)} ${unit}s`)
  return isPast ? `${words} ago` : `in ${words}`
}
