// A position in the feed: EPOCH.SEQ, with the number of the last entry read.
import { TrackerError } from '../kernel/errors.js'
import type { Reader, Row } from '../schema/index.js'

/** The feed's state in the row of the installation. */
export type FeedState = Pick<Row<'installation'>, 'change_seq' | 'feed_epoch'>

export async function readFeedState(tx: Reader): Promise<FeedState> {
  const [installation] = await tx.select({ from: 'installation', columns: ['change_seq', 'feed_epoch'] })
  if (!installation) throw new Error('the store has not been set up')
  return installation
}

export function positionAt({ feed_epoch }: FeedState, seq: number): string {
  return `${feed_epoch}.${seq}`
}

/**
 * Returns the number after which to read. Absent: all that is kept; `now`: only later entries; a plain number: of
 * this feed.
 * @throws param_invalid; changes_gone for one of another feed, beyond the last entry, or before what is kept
 */
export async function readPosition(tx: Reader, since: string | number | undefined, state: FeedState): Promise<number> {
  const head = state.change_seq
  if (since === undefined) return (await oldestKept(tx, head)) - 1
  if (since === 'now') return head
  const [, epoch, digits] = /^(?:([A-Za-z0-9]+)\.)?(\d{1,15})$/.exec(String(since)) ?? []
  if (digits === undefined) {
    const accepted = 'what `next` of an earlier answer says, the number of an entry, or `now`'
    throw new TrackerError('param_invalid', { field: 'since', value: since, accepted })
  }
  const seq = Number(digits)
  const isOurs = epoch === undefined || epoch === state.feed_epoch
  if (!isOurs || seq > head || !(await isKept(tx, seq + 1, head)))
    throw new TrackerError('changes_gone', { field: 'since', value: since, oldest: await oldestKept(tx, head), head })
  return seq
}

/** Returns true if the entry exists or is the next one to be written. */
async function isKept(tx: Reader, seq: number, head: number): Promise<boolean> {
  return seq === head + 1 || (await tx.count('changes', { col: 'seq', eq: seq })) > 0
}

async function oldestKept(tx: Reader, head: number): Promise<number> {
  const [oldest] = await tx.select({ from: 'changes', order: [{ col: 'seq' }], limit: 1, columns: ['seq'] })
  return oldest?.seq ?? head + 1
}
