// Email preferences: a row of the source is a switch that is on.
import type { Reading } from './context.js'
import type { DbRow } from './connect.js'
import { numberOf } from './text.js'
import type { RecordOf } from '../passes/record-of.js'

type EmailPreferences = NonNullable<RecordOf<'personal'>['email_preferences']>

const roles = new Map([
  [0, 'assigned_to'],
  [1, 'qa_contact'],
  [2, 'creator'],
  [3, 'cc'],
] as const)

const events = new Map([
  [0, 'other'],
  [1, 'role'],
  [2, 'comment'],
  [3, 'attachment'],
  [4, 'attachment_data'],
  [5, 'management'],
  [6, 'resolution'],
  [7, 'keywords'],
  [8, 'cc'],
  [9, 'dependency'],
  [10, 'created'],
  [11, 'component'],
  [50, 'unconfirmed'],
  [51, 'own_change'],
] as const)

const anyRole = 100
const flagEvents = new Map([
  [100, 'requested'],
  [101, 'answered'],
] as const)

/** `rows` are those of one user, and not empty: users without rows have never chosen. */
export function emailPreferences({ ledger, addNote }: Reading, rows: readonly DbRow[]): EmailPreferences {
  const all = [...events.values()]
  const chosen: Record<string, Record<string, boolean>> = { flags: { requested: false, answered: false } }
  for (const role of roles.values()) chosen[role] = Object.fromEntries(all.map((event) => [event, false]))
  for (const row of rows) {
    const [relationship, event] = [numberOf(row['relationship']), numberOf(row['event'])]
    const role = relationship === anyRole ? 'flags' : roles.get(relationship as 0)
    const name = relationship === anyRole ? flagEvents.get(event as 100) : events.get(event as 0)
    const switches = chosen[role ?? '']
    if (switches && name !== undefined) switches[name] = true
    else {
      ledger.add('email_setting', 'brought', -1)
      ledger.add('email_setting', 'mended')
      addNote({
        kind: 'email_setting',
        id: `${relationship} ${event}`,
        problem: 'this choice of email has no counterpart',
      })
    }
  }
  return chosen
}
