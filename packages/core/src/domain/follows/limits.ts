// How many users one user can watch.
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { followsBy } from './where.js'

const mostUsers = 100

/** @throws follow_limit */
export async function requireFewWatched(tx: Reader, userId: number, field: string): Promise<void> {
  if ((await tx.count('follows', followsBy(userId, 'user'))) > mostUsers)
    throw new TrackerError('follow_limit', { field, limit: mostUsers })
}
