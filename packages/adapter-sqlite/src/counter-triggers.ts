import { counted, objectName, type CounterTriggers, type Dialect } from '@trackerkit/core/sql'
import { quote } from './quote.js'

/** Triggers that keep the counts of rows. */
export function counterTriggers(names: Pick<Dialect, 'stored' | 'table'>): CounterTriggers {
  const triggersOf = (entity: string) =>
    ['inserted', 'deleted', 'updated'].map((event) => quote(objectName('counters', names.stored(entity), [event])))
  return {
    kind: 'row',
    create(entity, counters) {
      const [onInsert, onDelete, onUpdate] = triggersOf(entity)
      const table = names.table(entity)
      const { add, remove, isOther } = countingSql(names.table(counters.name), counters.by)
      return [
        `CREATE TRIGGER ${onInsert} AFTER INSERT ON ${table} BEGIN ${add}; END`,
        `CREATE TRIGGER ${onDelete} AFTER DELETE ON ${table} BEGIN ${remove}; END`,
        `CREATE TRIGGER ${onUpdate} AFTER UPDATE OF ${counters.by.map(quote).join(', ')} ON ${table} ` +
          `WHEN ${isOther} BEGIN ${remove}; ${add}; END`,
      ]
    },
    drop: (entity) => triggersOf(entity).map((trigger) => `DROP TRIGGER ${trigger}`),
  }
}

/** The statements of triggers, in which `new` and `old` are the row after and before its change. */
function countingSql(table: string, by: readonly string[]) {
  const rows = quote(counted)
  const columns = by.map(quote)
  const same = columns.map((column) => `${column} = old.${column}`).join(' AND ')
  return {
    /** True if a change of a row concerns the counts. */
    isOther: columns.map((column) => `old.${column} <> new.${column}`).join(' OR '),
    add:
      `INSERT INTO ${table} (${columns.join(', ')}, ${rows}) ` +
      `VALUES (${columns.map((column) => `new.${column}`).join(', ')}, 1) ` +
      `ON CONFLICT (${columns.join(', ')}) DO UPDATE SET ${rows} = ${table}.${rows} + 1`,
    remove: `UPDATE ${table} SET ${rows} = ${rows} - 1 WHERE ${same}; DELETE FROM ${table} WHERE ${same} AND ${rows} = 0`,
  }
}
