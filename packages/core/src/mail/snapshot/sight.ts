// Readers who see the same of a snapshot: work is done once for all of them.
import type { Call } from '../../call/context.js'
import type { Row } from '../../schema/index.js'

interface Rows {
  readonly bugs: readonly Pick<Row<'bugs'>, 'group_count'>[]
  readonly attachments: readonly Pick<Row<'attachments'>, 'is_private'>[]
}

/**
 * Returns the key of a call: calls with the same key see the same. With restricted bugs or private attachments, each user has a
 * separate key.
 */
export function createSight({ bugs, attachments }: Rows): (call: Pick<Call, 'who'>) => string {
  const isPersonal = bugs.some((bug) => bug.group_count > 0) || attachments.some((one) => one.is_private)
  return ({ who: { user, isInsider, isTimeTracker } }) =>
    isPersonal ? `user ${user?.id ?? 'none'}` : [user !== null, isInsider, isTimeTracker].join(' ')
}

/** Runs work once for each key. */
export function createOnce(): <T>(key: string, work: () => T) => T {
  const known = new Map<string, unknown>()
  return <T>(key: string, work: () => T): T => {
    if (!known.has(key)) known.set(key, work())
    return known.get(key) as T
  }
}
