// Whether somebody makes requests.
import { subDays } from 'date-fns/subDays'
import type { Reader } from '../../schema/index.js'

/** For so many days what happens is still to be told while no tracker with a sender shows up. */
export const promisedDays = 7

/** Whether a tracker with a sender has shown up lately. */
export async function isPromised(tx: Reader, now: Date): Promise<boolean> {
  const [cursor] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: 'webhooks' }, columns: ['at'] })
  return cursor !== undefined && cursor.at >= subDays(now, promisedDays)
}
