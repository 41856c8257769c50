// Removes old entries of the feed.
import { subDays } from 'date-fns/subDays'
import { retrying } from '../call/retry.js'
import type { Environment } from '../kernel/environment.js'
import type { TrackerSchema } from '../schema/index.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import { parameterValues } from '../setup/parameters.js'
import type { Store } from '../store/index.js'

/** Number of entries removed per transaction, so that other writers wait only briefly. */
const atOnce = 1000

/** Number of days for which entries after a cursor are kept when it no longer moves. */
const patience = 7

interface Parts {
  readonly store: Store<TrackerSchema>
  readonly environment: Environment
}

/** Removes entries older than the parameter changes_keep_days. `isOver` is checked between batches. */
export async function trimFeed(parts: Parts, isOver: () => boolean = () => false): Promise<void> {
  const { store, environment } = parts
  let upTo = await findRemovable(parts)
  while (upTo !== undefined && !isOver()) {
    const seq = upTo
    await retrying(environment, () =>
      writeToKnownSchema(store, async (tx) => tx.delete('changes', { col: 'seq', lte: seq })),
    )
    upTo = await findRemovable(parts)
  }
}

/** Up to which entry to remove next; undefined when there is nothing to remove. */
async function findRemovable({ store, environment }: Parts): Promise<number | undefined> {
  const now = environment.clock()
  return retrying(environment, () =>
    store.read(async (tx) => {
      const [oldest] = await tx.select({ from: 'changes', order: [{ col: 'seq' }], limit: 1, columns: ['seq', 'at'] })
      if (!oldest) return undefined
      const parameters = await tx.select({ from: 'parameters', where: { col: 'name', eq: 'changes_keep_days' } })
      const days = Number(parameterValues(parameters).changes_keep_days)
      if (days === 0 || oldest.at >= subDays(now, days)) return undefined
      const active = { col: 'at', gt: subDays(now, patience) } as const
      const cursors = await tx.select({ from: 'feed_cursors', where: active })
      const end = Math.min(oldest.seq + atOnce - 1, ...cursors.map(({ seq }) => seq))
      const entries = await tx.select({ from: 'changes', where: { col: 'seq', lte: end }, columns: ['seq', 'at'] })
      const kept = entries.findIndex(({ at }) => at >= subDays(now, days))
      return (kept < 0 ? entries : entries.slice(0, kept)).at(-1)?.seq
    }),
  )
}
