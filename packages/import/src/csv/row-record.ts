// Converts a row to the record of a bug, with defaults for missing values.
import { fold } from '@trackerkit/core/store'
import type { Usual } from '../report/defaults.js'
import { groupsOf, type ImportedPlace } from '../report/groups.js'
import type { CsvField } from './columns.js'
import type { RecordOf } from '../passes/record-of.js'

export type BugRecord = RecordOf<'bug'>
/** Returns the non-empty cells of a row. */
export type Row = Readonly<Partial<Record<CsvField, string>>>

/**
 * @param id the number that the bug gets
 * @param before of a bug that is here
 */
export function rowRecord(row: Row, id: number, usual: Usual, before?: ImportedPlace): BugRecord {
  const {
    id: _id,
    description = '',
    resolution = '',
    creator = usual.creator,
    component = usual.component,
    ...more
  } = row
  const { target_milestone, priority, severity, platform, op_sys, version, product, now } = usual
  const created = row.creation_time ?? now
  const assigned_to = usual.assignees.get(fold(component)) ?? creator
  const status = resolution === '' ? usual.open : usual.closed
  const others = Object.entries(more).filter((one): one is [string, string] => one[1] !== undefined)
  const isCustom = ([field]: readonly [string, string]) => field.startsWith('cf_')
  return {
    ...{ kind: 'bug', id, product, component, creator, version, target_milestone, is_confirmed: true },
    ...{ summary: '', resolution, status, priority, severity, platform, op_sys, assigned_to, qa_contact: '' },
    ...{ creation_time: created, last_change_time: created },
    ...Object.fromEntries(others.filter((one) => !isCustom(one))),
    ...Object.fromEntries(lists.flatMap((field) => (row[field] === undefined ? [] : [[field, listOf(row[field])]]))),
    groups: groupsOf(usual, before, row.groups === undefined ? undefined : listOf(row.groups)),
    ...(row.see_also !== undefined && { see_also: row.see_also.split(/\s+/).filter(Boolean) }),
    custom_fields: Object.fromEntries(others.filter(isCustom)),
    comments: [{ text: description, creator, time: created }],
  }
}

/** Several names in one text. */
const lists = ['cc', 'keywords', 'alias'] as const

function listOf(text = ''): string[] {
  return text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
