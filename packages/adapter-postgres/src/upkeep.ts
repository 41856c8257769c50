import type { Naming } from '@trackerkit/core/sql'
import type { PlainStore } from '@trackerkit/core/store'
import type { Connections } from './connections.js'
import { postgresDialect } from './dialect.js'
import { hasTrigrams } from './prepare.js'
import {
  beginMigration,
  beginRead,
  readSnapshot,
  writeTransaction,
  type Knowledge,
  type Transaction,
} from './transaction.js'
import { reindex, verify } from './verify.js'

/** Finds and repairs faults of the counts. */
export function createUpkeep(
  connections: Connections,
  naming: Naming,
  ready: () => Knowledge,
  readyToWrite: () => Knowledge,
): Required<Pick<PlainStore, 'verify' | 'reindex'>> {
  const dialectOf = async (tx: Transaction) =>
    postgresDialect({ trigrams: await hasTrigrams(tx), counters: true }, naming)
  return {
    async verify() {
      const { schema, translate } = ready()
      return readSnapshot(connections, translate, beginRead, async (tx) => verify(tx, await dialectOf(tx), schema))
    },
    async reindex() {
      const { schema, translate, queue } = readyToWrite()
      await writeTransaction(connections, translate, beginMigration, async (tx) => {
        // Writers that have read before would otherwise run again.
        if (queue !== '') await tx.run(queue)
        await reindex(tx, await dialectOf(tx), schema)
      })
    },
  }
}
