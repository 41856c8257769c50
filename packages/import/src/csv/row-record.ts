// The record of a bug, of what a row says and what is usual where it says nothing.
import type { TrackerRecord } from '@trackerkit/core'
import type { Usual } from '../report/defaults.js'
import type { CsvField } from './columns.js'

export type BugRecord = Extract<TrackerRecord, { readonly kind: 'bug' }>
/** What a row says: only what is not blank. */
export type Row = Readonly<Partial<Record<CsvField, string>>>

/** @param id the number that the bug gets */
export function rowRecord(row: Row, id: number, usual: Usual): BugRecord {
  const { resolution = '', creator = usual.creator, component = usual.component } = row
  const created = row.creation_time ?? usual.now
  const changed = row.last_change_time ?? created
  const assignee = row.assigned_to ?? usual.assignees.get(component.toLowerCase()) ?? creator
  const custom = Object.entries(row).flatMap(([field, text]) =>
    field.startsWith('cf_') && text !== undefined ? [[field, text] as const] : [],
  )
  return {
    ...{
      kind: 'bug',
      id,
      summary: row.summary ?? '',
      product: usual.product,
      component,
      creator,
      assigned_to: assignee,
    },
    ...{ version: row.version ?? usual.version, target_milestone: row.target_milestone ?? usual.target_milestone },
    ...{ priority: row.priority ?? usual.priority, severity: row.severity ?? usual.severity, resolution },
    ...{ platform: row.platform ?? usual.platform, op_sys: row.op_sys ?? usual.op_sys, is_confirmed: true },
    ...{ status: row.status ?? (resolution === '' ? usual.open : usual.closed), qa_contact: row.qa_contact ?? '' },
    ...{ cc: listOf(row.cc), keywords: listOf(row.keywords), groups: listOf(row.groups), alias: listOf(row.alias) },
    ...{
      see_also: (row.see_also ?? '').split(/\s+/).filter(Boolean),
      url: row.url ?? '',
      whiteboard: row.whiteboard ?? '',
    },
    ...{ deadline: row.deadline ?? null, creation_time: created, last_change_time: changed },
    custom_fields: Object.fromEntries(custom),
    comments: [{ text: row.description ?? '', creator, time: created }],
  }
}

function listOf(text = ''): string[] {
  return text
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
}
