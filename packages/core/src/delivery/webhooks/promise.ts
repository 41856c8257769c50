// Checks whether a process delivers webhooks.
import { subDays } from 'date-fns/subDays'
import type { Reader } from '../../schema/index.js'

/** Number of days for which changes are kept for webhooks while no tracker with a sender is open. */
export const promisedDays = 7

/** Returns true if a tracker with a sender was open in the last days. */
export async function isPromised(tx: Reader, now: Date): Promise<boolean> {
  const [cursor] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: 'webhooks' }, columns: ['at'] })
  return cursor !== undefined && cursor.at >= subDays(now, promisedDays)
}
