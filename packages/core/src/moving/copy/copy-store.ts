import { defaultEnvironment } from '../../kernel/environment.js'
import { retrying } from '../../call/retry.js'
import { migrations } from '../../schema/migrations/index.js'
import { schema } from '../../schema/index.js'
import type { Entity, PlainReader, PlainRow, PlainStore, PlainWriter, Store } from '../../store/index.js'
import { keepNumbers } from './keep-numbers.js'
import { entities, lineOf, rowsOf } from './rows.js'

/**
 * Copies a whole tracker to another store, of the same kind or not: for example from SQLite to PostgreSQL when one
 * machine is no longer enough. IDs are kept, and new ones follow them. The copy is all or nothing.
 *
 * Both stores are migrated first. The source is read in one snapshot and must not change during the copy: both are
 * compared before the copy is committed. Deleted rows with the highest IDs may free their IDs, except for bugs. The
 * caller closes both stores.
 *
 * @param report receives the number of copied rows of each entity
 * @returns the number of copied rows
 * @throws Error when the target is not empty or the source has changed; then nothing is copied
 * @example await copyStore(sqliteStore('tracker.db'), postgresStore('postgres://localhost/tracker'))
 */
export async function copyStore(
  from: Store,
  to: Store,
  report: (entity: string, rows: number) => void = () => undefined,
): Promise<number> {
  for (const store of [from, to]) await retrying(defaultEnvironment, async () => store.migrate(schema, migrations))
  // Both schemas are known from here on.
  const [source, target] = [from, to] as unknown as [PlainStore, PlainStore]
  return target.write(
    async (writer) => {
      await requireEmpty(writer)
      const copied = await source.read((reader) => copyRows(reader, writer, report), { bulk: true })
      await source.read((reader) => requireSame(reader, writer), { bulk: true })
      await keepNumbers(writer, schema.bugs)
      return copied
    },
    { bulk: true },
  )
}

async function copyRows(
  reader: PlainReader,
  writer: PlainWriter,
  report: (entity: string, rows: number) => void,
): Promise<number> {
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
}

/** Reads both side by side, so that neither waits long for the other. */
async function requireSame(source: PlainReader, target: PlainReader): Promise<void> {
  for (const [name, entity] of entities) {
    const copies = rowsOf(target, name, entity)
    for await (const some of rowsOf(source, name, entity)) {
      const same = await copies.next()
      if (linesOf(name, entity, some) !== linesOf(name, entity, same.done ? [] : same.value)) throw changed(name)
    }
    if (!(await copies.next()).done) throw changed(name)
  }
}

function linesOf(name: string, entity: Entity, rows: readonly PlainRow[]): string {
  return rows.map((row) => lineOf(name, entity, row)).join('\n')
}

function changed(name: string): Error {
  return new Error(
    `the source changed while it was copied (its ${name}), so nothing was copied: stop the programs that use it and copy again`,
  )
}

async function requireEmpty(tx: PlainWriter): Promise<void> {
  for (const [name] of entities) {
    const [row] = await tx.select({ from: name, limit: 1 })
    if (row)
      throw new Error(`the target is not empty: its table ${name} has rows. Copy to a new file or an empty database`)
  }
}
