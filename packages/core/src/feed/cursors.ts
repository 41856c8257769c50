// Up to where those have read that read on behalf of everybody. A cursor moves in the transaction that writes what was made of the
// entries, so that each entry is dealt with once, however many processes read.
import type { Reader, Writer } from '../schema/index.js'

/** Who reads on behalf of everybody. */
export type CursorName = 'mail' | 'webhooks'

/** The number of the last entry that was dealt with; 0 when nobody has begun. */
export async function readCursor(tx: Reader, name: CursorName): Promise<number> {
  const [cursor] = await tx.select({ from: 'feed_cursors', where: { col: 'name', eq: name }, columns: ['seq'] })
  return cursor?.seq ?? 0
}

export async function moveCursor(tx: Writer, name: CursorName, seq: number, now: Date): Promise<void> {
  await tx.put('feed_cursors', [{ name, seq, at: now }])
}

/** Passes over everything that has happened until now. */
export async function moveToHead(tx: Writer, name: CursorName, now: Date): Promise<void> {
  const [installation] = await tx.select({ from: 'installation', columns: ['change_seq'] })
  await moveCursor(tx, name, installation?.change_seq ?? 0, now)
}
