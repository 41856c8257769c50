import { defaultEnvironment } from '../environment.js'
import { retrying } from '../retry.js'
import { migrations } from '../schema/migrations/index.js'
import { schema } from '../schema/index.js'
import type { PlainStore, PlainWriter, Store } from '../store/index.js'
import { entities, rowsOf } from './rows.js'

/**
 * Copies everything that a tracker has stored to another store, of the same kind or not: from SQLite to PostgreSQL when one
 * machine is no longer enough, or back. All ids stay, and later ones rise above them; all of it arrives or nothing does.
 *
 * Both stores are brought up to date first. The source is read as of one moment, and should not be written to meanwhile, since
 * what is written later is not copied. Numbers of rows that were the last of their kind and have been deleted may be given again.
 * The caller closes both stores.
 *
 * @param report is told how many rows of which entity have been copied
 * @returns how many rows were copied
 * @throws Error when the target holds anything already
 * @example await copyStore(sqliteStore('tracker.db'), postgresStore('postgres://localhost/tracker'))
 */
export async function copyStore(
  from: Store,
  to: Store,
  report: (entity: string, rows: number) => void = () => undefined,
): Promise<number> {
  for (const store of [from, to]) await retrying(defaultEnvironment, async () => store.migrate(schema, migrations))
  // Which schema they hold is known from here on.
  const [source, target] = [from, to] as unknown as [PlainStore, PlainStore]
  return source.read((reader) =>
    target.write(async (writer) => {
      await requireEmpty(writer)
      let copied = 0
      for (const [name, entity] of entities) {
        let rows = 0
        for await (const some of rowsOf(reader, name, entity)) {
          await writer.insert(name, some)
          rows += some.length
        }
        report(name, rows)
        copied += rows
      }
      return copied
    }),
  )
}

async function requireEmpty(tx: PlainWriter): Promise<void> {
  for (const [name] of entities) {
    const [row] = await tx.select({ from: name, limit: 1 })
    if (row) throw new Error(`the target is not empty: there are ${name} in it`)
  }
}
