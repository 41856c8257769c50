import type { Environment } from '../kernel/environment.js'
import type { TransactionEnded } from '../kernel/observer.js'
import type { TrackerSchema } from '../schema/index.js'
import { isStoreError, type Awaitable, type Store } from '../store/index.js'

type Server = NonNullable<TransactionEnded['server']>

/** Returns a store that reports its transactions to the observer; the store itself if there is no observer for them. */
export function observedStore(store: Store<TrackerSchema>, { observer, stopwatch }: Environment): Store<TrackerSchema> {
  if (!observer?.transaction) return store
  const { transaction } = observer

  async function follow<H, T>(
    kind: TransactionEnded['kind'],
    work: (tx: H) => Awaitable<T>,
    run: (work: (tx: H) => Awaitable<T>, answeredBy: (server: Server) => void) => Promise<T>,
  ): Promise<T> {
    const asked = stopwatch()
    let begun: number | undefined
    let server: Server | undefined
    const answers = (one: Server) => void (server = one)
    const end = (outcome: TransactionEnded['outcome']) => {
      const now = stopwatch()
      transaction({ kind, outcome, waited: (begun ?? now) - asked, milliseconds: now - asked, server })
    }
    try {
      const answer = await run((tx) => {
        begun ??= stopwatch()
        return work(tx)
      }, answers)
      end('ok')
      return answer
    } catch (error) {
      end(isStoreError(error, 'retry') ? 'retry' : 'failed')
      throw error
    }
  }

  return {
    migrate: (...given) => store.migrate(...given),
    read: (work, { scan, ours } = {}) =>
      follow('read', work, (observed, answeredBy) =>
        store.read(observed, scan ? { scan: { ...scan, answeredBy }, ours } : { ours }),
      ),
    write: (work, options) => follow('write', work, (observed) => store.write(observed, options)),
    ...(store.join && { join: store.join.bind(store) }),
    ...(store.verify && { verify: store.verify.bind(store) }),
    ...(store.reindex && { reindex: store.reindex.bind(store) }),
    ...(store.purgeDeleted && { purgeDeleted: store.purgeDeleted.bind(store) }),
    ...(store.room && { room: store.room.bind(store) }),
    ...(store.watch && { watch: store.watch.bind(store) }),
    close: () => store.close(),
  }
}
