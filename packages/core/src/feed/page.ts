// A part of the feed as one reader may see it.
import type { Call } from '../call/context.js'
import type { Reader } from '../schema/index.js'
import type { ChangeEntry } from './change-entry.js'
import type { EntryFilter } from './filter.js'
import { readEntries } from './read.js'
import { selectShown } from './visible-entries.js'
import { viewShown } from './view.js'

/** Maximum number of stored entries examined for one page, and number examined at once. */
export const mostLooked = 10_000
const atOnce = 1000

interface Wanted {
  /** The number after which to read, and the last there is. */
  readonly after: number
  readonly head: number
  readonly limit: number
  readonly filter: EntryFilter
}

export interface FeedPage {
  readonly changes: ChangeEntry[]
  /** The number of the last entry that was looked at, shown or not. */
  readonly last: number
}

/** The next entries that the reader may see, at most `limit`. It may find none and yet have come further. */
export async function readPage(tx: Reader, call: Call, { after, head, limit, filter }: Wanted): Promise<FeedPage> {
  const end = Math.min(head, after + mostLooked)
  const changes: ChangeEntry[] = []
  let last = after
  while (last < end && changes.length < limit) {
    await call.timeBudget.step()
    // The first page is rarely longer than requested.
    const most = last === after ? Math.min(limit, atOnce) : atOnce
    const upTo = Math.min(last + most, end)
    const shown = await selectShown(tx, call, await readEntries(tx, last, upTo), filter)
    const room = limit - changes.length
    const next = shown.slice(0, room)
    changes.push(...(await viewShown(tx, call, next)))
    last = shown.length > room ? (next.at(-1)?.entry.seq ?? upTo) : upTo
  }
  return { changes, last }
}
