import { counted, objectName, type CounterTriggers, type Dialect } from '@trackerkit/core/sql'
import type { Counters } from '@trackerkit/core/store'
import { quote, quoteText } from './quote.js'

/** How the objects of an entity are named. */
export type Names = Pick<Dialect, 'index' | 'stored' | 'table'>

const rows = quote(counted)

const events = {
  inserted: 'INSERT',
  updated: 'UPDATE',
  deleted: 'DELETE',
  truncated: 'TRUNCATE',
}
type Event = keyof typeof events
const eventNames = Object.keys(events) as Event[]

/** The tables in which a trigger finds the rows that its statement has changed. */
const tables: Record<Event, string> = {
  inserted: 'REFERENCING NEW TABLE AS added ',
  updated: 'REFERENCING OLD TABLE AS removed NEW TABLE AS added ',
  deleted: 'REFERENCING OLD TABLE AS removed ',
  truncated: '',
}

/**
 * Triggers that keep the counts of rows, once for each statement: triggers for each row would write the same count again for each of
 * many rows, and every version of it stays until the transaction ends.
 */
export function counterTriggers(names: Names): CounterTriggers {
  return {
    kind: 'statement',
    create: (entity, counters) => [
      ...counterFunctions(names, entity, counters),
      ...eventNames.map((event) => {
        const name = nameOf(names, entity, event)
        return (
          `CREATE TRIGGER ${quote(name)} AFTER ${events[event]} ON ${names.table(entity)} ${tables[event]}` +
          `FOR EACH STATEMENT EXECUTE FUNCTION ${names.index(name)}()`
        )
      }),
    ],
    // The triggers go with their functions.
    drop: (entity) =>
      triggerNames(names, entity).map((name) => `DROP FUNCTION IF EXISTS ${names.index(name)}() CASCADE`),
  }
}

/** The triggers of an entity. Their functions have the same names. */
export function triggerNames(names: Names, entity: string): string[] {
  return eventNames.map((event) => nameOf(names, entity, event))
}

/** The functions that the triggers call. */
export function counterFunctions(names: Names, entity: string, counters: Counters): string[] {
  const counts = quote(names.stored(counters.name))
  return eventNames.map((event) => {
    const body = event === 'truncated' ? `TRUNCATE ${counts};` : countSql(counts, counters, event)
    return (
      `CREATE OR REPLACE FUNCTION ${names.index(nameOf(names, entity, event))}() RETURNS trigger LANGUAGE plpgsql ` +
      `SET search_path = pg_catalog AS ${quoteText(inSchemaOfTable(body))}`
    )
  })
}

function nameOf(names: Names, entity: string, event: Event): string {
  return objectName('counters', names.stored(entity), [event])
}

/**
 * Finds the counts beside the table, for any search path of the writer, and after the schema was renamed. The path is restored when
 * the function ends, because the function has a setting of the same name. EXECUTE would plan each statement again.
 */
function inSchemaOfTable(body: string): string {
  return `
#variable_conflict use_column
DECLARE change record; kept bigint;
BEGIN
  PERFORM set_config('search_path', quote_ident(TG_TABLE_SCHEMA) || ', pg_temp', true);
  ${body}
  RETURN NULL;
END`
}

/** All writers lock the counts in the same order. If another trigger changes the rows first, counts are below zero in between. */
function countSql(counts: string, { by }: Counters, event: Exclude<Event, 'truncated'>): string {
  const columns = by.map(quote).join(', ')
  const changed = by.map((column) => `change.${quote(column)}`).join(', ')
  return `FOR change IN ${changesSql(columns)[event]} ORDER BY ${columns} LOOP
    INSERT INTO ${counts} AS counts (${columns}, ${rows}) VALUES (${changed}, change.${rows})
      ON CONFLICT (${columns}) DO UPDATE SET ${rows} = counts.${rows} + EXCLUDED.${rows} RETURNING counts.${rows} INTO kept;
    IF kept = 0 THEN
      DELETE FROM ${counts} WHERE (${columns}) = (${changed});
    END IF;
  END LOOP;`
}

/** By how much each count changes. */
function changesSql(columns: string): Record<Exclude<Event, 'truncated'>, string> {
  const both = `SELECT ${columns}, 1 AS ${rows} FROM added UNION ALL SELECT ${columns}, -1 FROM removed`
  return {
    inserted: `SELECT ${columns}, count(*) AS ${rows} FROM added GROUP BY ${columns}`,
    deleted: `SELECT ${columns}, -count(*) AS ${rows} FROM removed GROUP BY ${columns}`,
    updated:
      `SELECT ${columns}, sum(${rows}) AS ${rows} FROM (${both}) AS changes ` +
      `GROUP BY ${columns} HAVING sum(${rows}) <> 0`,
  }
}
