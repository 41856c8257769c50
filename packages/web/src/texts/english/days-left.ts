import { plural } from './plural.js'

/** The days until a due date; negative: since then. */
export function daysLeft(days: number): string {
  if (days === 0) return 'due today'
  return days < 0
    ? plural(-days, '1 day overdue', `${-days} days overdue`)
    : plural(days, '1 day left', `${days} days left`)
}
