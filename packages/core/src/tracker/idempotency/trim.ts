// Deletes stored responses of calls with idempotency keys after a day.
import { retrying } from '../../call/retry.js'
import type { Environment } from '../../kernel/environment.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import type { TrackerSchema } from '../../schema/index.js'
import type { Store } from '../../store/index.js'
import { outdated } from './once.js'

/** Number of rows deleted at a time; other writers run in between. */
const atOnce = 500

/** Removes expired responses. `isOver` is checked between batches. */
export async function trimAnswers(
  { store, environment }: { readonly store: Store<TrackerSchema>; readonly environment: Environment },
  isOver: () => boolean = () => false,
): Promise<void> {
  const old = outdated(environment.clock())
  // Usually there are none. Check with a read, because a write transaction would block others for nothing.
  const isAny = await retrying(environment, () =>
    store.read((tx) => tx.select({ from: 'idempotency', where: old, limit: 1, columns: ['caller'] })),
  )
  if (isAny.length === 0) return
  const removeSome = () =>
    writeToKnownSchema(store, async (tx) => {
      const order = [{ col: 'creation_time' }] as const
      const rows = await tx.select({
        from: 'idempotency',
        where: old,
        order,
        limit: atOnce,
        columns: ['creation_time'],
      })
      const last = rows.at(-1)
      if (last) await tx.delete('idempotency', { col: 'creation_time', lte: last.creation_time })
      return rows.length
    })
  while (!isOver() && (await retrying(environment, removeSome)) === atOnce);
}
