// Positions of readers that process the feed for all users. A cursor moves in the transaction that writes the
// results, so each entry is processed once, however many processes read.
import type { Reader, Writer } from '../schema/index.js'
import { readFeedState } from './position.js'

/** A reader that processes the feed for all users. */
export type CursorName = 'mail' | 'webhooks'

/** Returns the ID of the last processed entry, or 0 if there is none. */
export async function readCursor(tx: Reader, name: CursorName): Promise<number> {
  const [cursor] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: name }, columns: ['seq'] })
  return cursor?.seq ?? 0
}

export async function moveCursor(tx: Writer, name: CursorName, seq: number, now: Date): Promise<void> {
  await tx.put('feed_cursors', [{ name, seq, at: now }])
}

/** Passes over everything that has happened until now. */
export async function moveToHead(tx: Writer, name: CursorName, now: Date): Promise<void> {
  await moveCursor(tx, name, (await readFeedState(tx)).change_seq, now)
}
