// When bugs count as changed.
import type { Call } from '../context.js'
import type { BugRow } from './find.js'

/**
 * The time of a change to bugs: now, but always later than their last change, though that may have been in the same millisecond.
 * So no two states of a bug have the same time, nor the same update token.
 */
export function timeOfChange({ now }: Pick<Call, 'now'>, bugs: readonly Pick<BugRow, 'last_change_time'>[]): Date {
  const latest = bugs.reduce((time, bug) => Math.max(time, bug.last_change_time.getTime()), 0)
  return latest < now.getTime() ? now : new Date(latest + 1)
}
