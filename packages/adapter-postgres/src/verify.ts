import { countersIn, recountSql, wrongCounts, wrongCountsSql, type Dialect } from '@trackerkit/core/sql'
import type { Schema, StoreFault } from '@trackerkit/core/store'
import { hasTriggers } from './counting.js'
import type { Transaction } from './transaction.js'

/** Finds counts that do not match the rows, and counts that are no longer kept. */
export async function verify(tx: Transaction, dialect: Dialect, schema: Schema): Promise<StoreFault[]> {
  const faults: StoreFault[] = []
  for (const { entity, counters } of await storedCounters(tx, dialect, schema)) {
    const { rows } = await tx.run(wrongCountsSql(dialect, entity, counters))
    if (rows.length > 0) faults.push(wrongCounts(entity, counters))
    if (!(await hasTriggers(tx, dialect, entity)))
      faults.push({ text: `the triggers that keep the counts in ${counters.name} are missing`, isRepairable: true })
  }
  return faults
}

/** Counts the rows again, and creates missing triggers. Run it in a transaction that sees commits that it waited for. */
export async function reindex(tx: Transaction, dialect: Dialect, schema: Schema): Promise<void> {
  for (const { entity, counters } of await storedCounters(tx, dialect, schema)) {
    await tx.run(`LOCK TABLE ${dialect.table(entity)} IN SHARE ROW EXCLUSIVE MODE`)
    const { counters: triggers } = dialect
    if (triggers && !(await hasTriggers(tx, dialect, entity)))
      for (const statement of [...triggers.drop(entity), ...triggers.create(entity, counters)]) await tx.run(statement)
    for (const statement of recountSql(dialect, entity, counters)) await tx.run(statement)
  }
}

/** The counters whose tables exist. Databases without such triggers have none. */
async function storedCounters(tx: Transaction, dialect: Dialect, schema: Schema) {
  const found: ReturnType<typeof countersIn> = []
  for (const one of countersIn(schema)) {
    const { rows } = await tx.run(dialect.countTables(dialect.stored(one.counters.name)))
    if (rows[0]?.[0]) found.push(one)
  }
  return found
}
