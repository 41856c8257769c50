import type { Environment } from '../kernel/environment.js'
import type { TransactionEnded } from '../kernel/observer.js'
import type { TrackerSchema } from '../schema/index.js'
import { isStoreError, type Awaitable, type Store } from '../store/index.js'

/** The same store, of whose transactions the observer is told; the store itself where nobody wants to know. */
export function observedStore(store: Store<TrackerSchema>, { observer, stopwatch }: Environment): Store<TrackerSchema> {
  if (!observer?.transaction) return store
  const { transaction } = observer

  async function follow<H, T>(
    kind: TransactionEnded['kind'],
    work: (tx: H) => Awaitable<T>,
    run: (work: (tx: H) => Awaitable<T>) => Promise<T>,
  ): Promise<T> {
    const asked = stopwatch()
    let begun: number | undefined
    const end = (outcome: TransactionEnded['outcome']) => {
      const now = stopwatch()
      transaction({ kind, outcome, waited: (begun ?? now) - asked, milliseconds: now - asked })
    }
    try {
      const answer = await run((tx) => {
        begun ??= stopwatch()
        return work(tx)
      })
      end('ok')
      return answer
    } catch (error) {
      end(isStoreError(error, 'retry') ? 'retry' : 'failed')
      throw error
    }
  }

  return {
    migrate: (schema, migrations) => store.migrate(schema, migrations),
    read: (work, options) => follow('read', work, (observed) => store.read(observed, options)),
    write: (work) => follow('write', work, (observed) => store.write(observed)),
    ...(store.join && { join: store.join.bind(store) }),
    ...(store.verify && { verify: store.verify.bind(store) }),
    ...(store.reindex && { reindex: store.reindex.bind(store) }),
    ...(store.scrub && { scrub: store.scrub.bind(store) }),
    ...(store.room && { room: store.room.bind(store) }),
    ...(store.watch && { watch: store.watch.bind(store) }),
    close: () => store.close(),
  }
}
