import { countingSql, objectName, type CounterTriggers, type Dialect } from '@trackerkit/core/sql'
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
      const { add, remove, isOther } = countingSql(quote, names.table(counters.name), counters.by)
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
