// The end of the change feed, which is read from the front.
import type { ChangeEntry, Operations } from '@trackerkit/core'

interface Filter {
  readonly product: readonly string[] | undefined
  readonly type: readonly ChangeEntry['type'][]
}

/** Maximum page size; the first pages are smaller. */
const windows = [200, ...Array.from({ length: 10 }, () => 1000)]

interface Newest {
  readonly changes: ChangeEntry[]
  /** Older changes are omitted. */
  readonly isCut: boolean
  readonly next: string
}

/** The newest entries, the oldest of them first. It looks at the last 10,200 entries at most. */
export async function newestChanges(
  changes: Pick<Operations['changes'], 'get'>,
  filter: Filter,
  limit: number,
): Promise<Newest> {
  const { next } = await changes.get({ since: 'now', limit: 1 })
  let found: ChangeEntry[] = []
  let end = Number(next.slice(next.lastIndexOf('.') + 1))
  for (const size of windows) {
    const start = Math.max(0, end - size)
    const page = await readAfter(changes, filter, start)
    found = [...page.changes.filter(({ seq }) => seq <= end), ...found]
    if (found.length > limit || start === 0 || page.isFirst)
      return { changes: found.slice(-limit), isCut: found.length > limit, next }
    end = start
  }
  return { changes: found.slice(-limit), isCut: true, next }
}

/** Old entries are removed: then what is kept begins later. */
async function readAfter(changes: Pick<Operations['changes'], 'get'>, filter: Filter, start: number) {
  const ask = { ...filter, limit: 1000 }
  try {
    return { changes: (await changes.get({ ...ask, since: start })).changes, isFirst: false }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'changes_gone')) throw error
    return { changes: (await changes.get(ask)).changes, isFirst: true }
  }
}
