import { migrations } from '../../schema/migrations/index.js'
import { schema } from '../../schema/index.js'
import type { Awaitable, PlainStore, Store } from '../../store/index.js'
import { entities, lineOf, rowsOf } from './rows.js'

/**
 * Writes everything that a tracker has stored as lines of text: `["bugs",{"id":1,…}]`, every entity in the order of its key, with
 * times as milliseconds since 1970 and bytes in base64. Two stores that hold the same give the same lines, whatever their kind.
 *
 * @param write is given one line at a time, without its end
 * @example
 * const lines: string[] = []
 * await exportStore(store, (line) => void lines.push(line))
 */
export async function exportStore(store: Store, write: (line: string) => Awaitable<void>): Promise<void> {
  await store.migrate(schema, migrations)
  const plain = store as unknown as PlainStore
  await plain.read(
    async (tx) => {
      for (const [name, entity] of entities) {
        for await (const rows of rowsOf(tx, name, entity)) {
          for (const row of rows) await write(lineOf(name, entity, row))
        }
      }
    },
    { bulk: true },
  )
}
