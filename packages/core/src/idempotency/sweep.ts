import type { Environment } from '../kernel/environment.js'
import { writeToKnownSchema } from '../schema/known-migrations.js'
import type { TrackerSchema } from '../schema/index.js'
import type { Store } from '../store/index.js'
import { outdated } from './once.js'

/** So many rows go at a time: others write in between. */
const rowsAtOnce = 500

/** In milliseconds. */
const pause = 3_600_000

/** Makes the function that is called after calls: it removes answers that are no longer kept, once an hour where keys are used. */
export function createSweep(
  store: Store<TrackerSchema>,
  { clock }: Pick<Environment, 'clock'>,
  afterwards: (work: () => Promise<void>) => void,
) {
  let last = -Infinity

  async function removeAll(): Promise<void> {
    while ((await removeSome(store, clock())) === rowsAtOnce);
  }

  return ({ idempotencyKey }: { readonly idempotencyKey?: string | undefined }): void => {
    const now = clock().getTime()
    if (idempotencyKey === undefined || Math.abs(now - last) < pause) return
    last = now
    afterwards(removeAll)
  }
}

function removeSome(store: Store<TrackerSchema>, now: Date): Promise<number> {
  return writeToKnownSchema(store, async (tx) => {
    const rows = await tx.select({
      from: 'idempotency',
      columns: ['creation_time'],
      where: outdated(now),
      order: [{ col: 'creation_time' }],
      limit: rowsAtOnce,
    })
    const last = rows.at(-1)
    if (last) await tx.delete('idempotency', { col: 'creation_time', lte: last.creation_time })
    return rows.length
  })
}
