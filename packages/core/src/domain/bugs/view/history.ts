// The history of bugs in responses.
import * as z from 'zod'
import { withoutHiddenBugs } from '../../../access/hidden-references.js'
import { visibleHistory } from '../../../access/visibility.js'
import { sizeOfRow, type AnswerSize } from '../../../call/answer-size.js'
import { hidesMailHosts, shownLogin, type Call, type Person } from '../../../call/context.js'
import { groupBy } from '../../../kernel/collections.js'
import { must } from '../../../kernel/must.js'
import type { Reader, Row, Where } from '../../../schema/index.js'
import { pagesOf, type PlainWhere } from '../../../store/index.js'
import { loadPeople } from '../../users/load-people.js'

export const historyChange = z
  .object({
    field_name: z.string().meta({
      description: 'Name of the bug field; a dotted name, such as attachments.description, for other changes.',
    }),
    removed: z.string().meta({ description: 'Previous value; for a list, the removed members.' }),
    added: z.string().meta({ description: 'New value; for a list, the added members.' }),
    attachment_id: z.int().exactOptional().meta({
      ref: 'attachment',
      description: 'ID of the changed attachment; absent for other changes.',
    }),
    comment_id: z
      .int()
      .exactOptional()
      .meta({ ref: 'comment', description: 'ID of the comment whose privacy changed; absent for other changes.' }),
    rule: z
      .string()
      .exactOptional()
      .meta({ description: 'Name of the rule that made the change; absent for other changes.' }),
  })
  .meta({ id: 'HistoryChange', description: 'A change of one field.' })

export const historyEntry = z
  .object({
    when: z.date().meta({ description: 'Time of the change.' }),
    who: z.string().meta({ ref: 'user', description: 'Login of the user who made the change.' }),
    changes: z.array(historyChange).meta({ description: 'Changes, one per field.' }),
  })
  .meta({ id: 'HistoryEntry', description: 'Changes that one user made at the same time.' })

type HistoryEntry = z.output<typeof historyEntry>

const changesAtOnce = 500

/**
 * The visible history of visible bugs, by bug, oldest first. `since`: only later changes.
 * @throws answer_too_large, naming `ids`, when a size is given
 */
export async function loadHistory(
  tx: Reader,
  call: Call,
  bugIds: readonly number[],
  since?: Date,
  size?: AnswerSize,
): Promise<Map<number, HistoryEntry[]>> {
  const later = since ? [{ col: 'at', gt: since } as const] : []
  const where: Where<'bug_history'> = { and: [{ col: 'bug_id', in: bugIds }, ...later, visibleHistory(call)] }
  const query = { from: 'bug_history', by: ['bug_id', 'at', 'id'], where: where as PlainWhere, limit: changesAtOnce }
  const rows: Row<'bug_history'>[] = []
  for await (const page of pagesOf(tx, query)) {
    for (const row of await withoutHiddenBugs(tx, call, page as unknown as Row<'bug_history'>[])) {
      size?.add(sizeOfRow + row.removed.length + row.added.length, 'ids')
      rows.push(row)
    }
  }
  return entriesOf(tx, call, rows)
}

/** By bug. Rows come oldest first. */
async function entriesOf(
  tx: Reader,
  call: Call,
  rows: readonly Row<'bug_history'>[],
): Promise<Map<number, HistoryEntry[]>> {
  const people = await loadPeople(
    tx,
    call,
    rows.map((row) => row.user_id),
  )
  const entries = new Map<number, HistoryEntry[]>()
  for (const [bugId, ofBug] of groupBy(rows, (row) => row.bug_id)) {
    const updates = groupBy(ofBug, (row) => `${row.at.getTime()} ${row.user_id}`)
    entries.set(
      bugId,
      [...updates.values()].map((update) => viewUpdate(call, people, update)),
    )
  }
  return entries
}

function viewUpdate(
  call: Call,
  people: ReadonlyMap<number, Person>,
  rows: readonly Row<'bug_history'>[],
): HistoryEntry {
  const [{ at, user_id }] = rows as [Row<'bug_history'>]
  return {
    when: at,
    who: shownLogin(call, must(people.get(user_id), 'user', user_id).login),
    changes: rows.map((row) => viewChange(call, row)),
  }
}

/** The fields whose texts are lists of logins, or of flags with the requestee in parentheses. */
export const fieldsOfPeople = ['assigned_to', 'qa_contact', 'cc', 'flagtypes.name', 'creator', 'reporter']

/** One changed field. */
export function viewChange(
  call: Call,
  row: Pick<Row<'bug_history'>, 'field' | 'removed' | 'added' | 'attachment_id' | 'comment_id' | 'rule'>,
): z.output<typeof historyChange> {
  const { field, attachment_id, comment_id, rule } = row
  const isCut = hidesMailHosts(call) && fieldsOfPeople.includes(field)
  return {
    field_name: field,
    removed: isCut ? withoutHosts(call, row.removed) : row.removed,
    added: isCut ? withoutHosts(call, row.added) : row.added,
    ...(attachment_id !== null && { attachment_id }),
    ...(comment_id !== null && { comment_id }),
    ...(rule !== null && { rule }),
  }
}

function withoutHosts(call: Call, list: string): string {
  return list
    .split(', ')
    .map((item) => {
      const start = item.endsWith(')') ? item.lastIndexOf('(') + 1 : 0
      return start === 0 ? shownLogin(call, item) : `${item.slice(0, start)}${shownLogin(call, item.slice(start, -1))})`
    })
    .join(', ')
}
