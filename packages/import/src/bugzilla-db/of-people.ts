// Rows of tables that belong to accounts.
import { allRows, type Reading } from './context.js'
import type { DbRow } from './connect.js'
import type { People } from './people.js'
import { numberOf } from './text.js'

/** Returns the rows of a table by the account in `column`, and counts them as imported. */
export async function ofPeople(
  reading: Reading,
  people: People,
  table: string,
  column: string,
  order: readonly string[],
): Promise<Map<number, DbRow[]>> {
  const found = new Map<number, DbRow[]>()
  let gone = 0
  for (const row of await allRows(reading, table, order)) {
    const id = numberOf(row[column])
    if (!people.isAccount(id)) {
      gone++
      continue
    }
    reading.ledger.add(table, 'brought')
    const rows = found.get(id)
    if (rows) rows.push(row)
    else found.set(id, [row])
  }
  reading.ledger.add(table, 'mended', gone)
  if (gone > 0) reading.addNote({ kind: table, id: 'rows', problem: `${gone} rows refer to missing accounts` })
  return found
}
