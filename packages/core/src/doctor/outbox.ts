import type * as z from 'zod'
import { rowsOf } from '../moving/copy/rows.js'
import { accountNotice, bugPayload, dependencyPayload, flagPayload, schedulePayload } from '../call/mail-fact.js'
import { mailStates, type MailKind, type OutboxRow } from '../call/mail-outbox.js'
import { scheduleKinds } from '../domain/schedules/inputs.js'
import { schema } from '../schema/index.js'
import type { Check } from './check.js'

const payloads: Readonly<Record<MailKind, z.ZodType>> = {
  account: accountNotice,
  bug: bugPayload,
  dependency: dependencyPayload,
  flag: flagPayload,
  digest: schedulePayload,
  search: schedulePayload,
}

const withoutBug: readonly string[] = ['account', ...scheduleKinds] satisfies MailKind[]

/** Mail that waits can be made and sent. */
export const outboxCheck: Check = {
  name: 'outbox',
  holds: 'pending email events have an event and a recipient',
  async find(tx, tell) {
    const [installation] = await tx.select({ from: 'installation', columns: ['feed_epoch'] })
    // Stores of older versions use another format until a tracker opens them.
    if (installation?.feed_epoch === '') return
    for await (const rows of rowsOf(tx, 'mail_outbox', schema.mail_outbox)) {
      for (const row of rows as unknown as OutboxRow[])
        for (const text of wrongIn(row))
          await tell({ check: this.name, place: `mail_outbox ${row.id}`, text, isRepairable: false })
    }
  },
}

function wrongIn(row: OutboxRow): string[] {
  const payload = (payloads as Readonly<Record<string, z.ZodType | undefined>>)[row.kind]
  if (!payload) return ['its kind is none that there is']
  const rules: readonly (readonly [boolean, string])[] = [
    [(mailStates as readonly string[]).includes(row.state), 'its state is none that there is'],
    [payload.safeParse(row.payload).success, 'its payload is not one of its kind'],
    [withoutBug.includes(row.kind) || row.bug_id !== null, 'it is about a bug and names none'],
    [row.user_id !== null || row.address !== null, 'it has neither a recipient nor an address'],
    [(row.state === 'sent') === (row.sent_time !== null), 'it has a time of sending, or none, against its state'],
    [(row.claimed_by === null) === (row.claimed_until === null), 'its claim has no owner or no end'],
  ]
  return rules.flatMap(([holds, text]) => (holds ? [] : [text]))
}
