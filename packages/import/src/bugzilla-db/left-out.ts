// Rows that no bug, person or product accounts for.
import type { Run } from './passes.js'
import { tablesOf } from './fields.js'
import { isRead, personalTables } from './schema.js'
import type { Configuration } from './configuration.js'
import { numberOf } from './text.js'

/** Rows without an owner, by tables that refer to it indirectly. */
const orphans = {
  longdescs_tags:
    'SELECT COUNT(*) AS n FROM longdescs_tags x LEFT JOIN longdescs c ON c.comment_id = x.comment_id WHERE c.comment_id IS NULL',
  longdescs_tags_activity:
    'SELECT COUNT(*) AS n FROM longdescs_tags_activity x LEFT JOIN longdescs c ON c.comment_id = x.comment_id WHERE c.comment_id IS NULL',
  attach_data:
    'SELECT COUNT(*) AS n FROM attach_data x LEFT JOIN attachments a ON a.attach_id = x.id LEFT JOIN bugs b ON b.bug_id = a.bug_id WHERE b.bug_id IS NULL',
}

/** Counts and reports the rest: rows without an owner, and tables without a counterpart. */
export async function countLeft({ reading, totals, options }: Run, { custom }: Configuration): Promise<void> {
  const { source, ledger, addNote, tables } = reading
  for (const [table, sql] of Object.entries(orphans)) {
    if (!tables.has(table)) continue
    const [row] = await source.rows(sql)
    const count = numberOf(row?.['n'])
    ledger.add(table, 'mended', count)
    if (count > 0) addNote({ kind: table, id: 'rows', problem: `${count} rows refer to a missing object` })
  }
  const ofFields = new Set(custom.flatMap(tablesOf))
  for (const [table, rows] of totals) {
    const isLeftOut = personalTables.includes(table) && options.personal === false
    if (rows === 0 || (isRead(table, ofFields) && !isLeftOut)) continue
    ledger.add(table, 'unsupported', rows)
    addNote({
      kind: 'table',
      id: table,
      problem: isLeftOut ? `${rows} rows are left out` : `${rows} rows have no counterpart here`,
    })
  }
}
