import * as z from 'zod'
import { findVisibleIds, requireBug } from '../../access/find-bugs.js'
import { bugRef, id, list, oneOrMany } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { extent, extentOf, listPage, readListPage } from '../../search/parameters/limits.js'
import { loadUsers } from '../../domain/users/find.js'
import type { Call } from '../../call/context.js'
import { keepsMail, mailKinds, mailStates } from '../../call/mail-outbox.js'
import { readCursor } from '../../feed/cursors.js'

const entry = z
  .object({
    id: z.int().meta({ description: 'ID of the message.' }),
    kind: z.enum(mailKinds).meta({
      description: "Type of event: 'bug', 'dependency' (of a bug that another depends on), 'flag' or 'account'.",
    }),
    state: z.enum(mailStates).meta({ description: '`waiting`, `sent`, or `dead` (failed).' }),
    bug_id: z.int().nullable().meta({
      ref: 'bug',
      description: 'ID of its bug; null without one, and if the caller cannot see it.',
    }),
    to: z
      .string()
      .nullable()
      .meta({ description: 'Login or address of the recipient; null if the account was erased.' }),
    attempts: z
      .int()
      .meta({ description: 'Number of failed attempts, including those interrupted by the end of a process.' }),
    next_attempt: z.date().nullable().meta({ description: 'Time of the next attempt; null if there is none.' }),
    is_being_sent: z.boolean().meta({ description: 'Whether it is being sent.' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed; null while it is being sent.' }),
    creation_time: z.date().meta({ description: 'Time of the event.' }),
    sent_time: z.date().nullable().meta({ description: 'Time when it was sent; null until then.' }),
  })
  .meta({ id: 'OutgoingMessage', description: 'An email message to one recipient.' })

export const listMail = defineRead({
  name: 'mail.list',
  summary: 'List pending, sent and failed messages',
  description:
    'Lists messages: pending, recently sent and failed ones, newest first. Contents are not included.\n\n' +
    'A cut response contains `limit` and `offset`.\n\n' +
    'Fails with `auth_failure` for users who are not administrators.',
  errors: ['auth_failure', 'bug_id_does_not_exist'],
  examples: [{ title: 'List failed messages', code: "const { messages } = await admin.mail.list({ state: 'dead' })" }],
  access: 'required',
  reads: 'scan',
  right: { group: 'admin', action: 'see outgoing email' },
  input: z.strictObject({
    ids: list(id).optional().meta({ description: 'IDs of the messages. Defaults to all.' }),
    state: oneOrMany(z.enum(mailStates)).default([]).meta({
      description: 'States: `waiting`, `sent` or `dead`.',
    }),
    bug: bugRef.optional().meta({ description: 'ID of a bug.' }),
    ...listPage,
  }),
  output: z.object({
    messages: z.array(entry).meta({ description: 'Messages, newest first.' }),
    changes_waiting: z.int().meta({
      description: 'Number of change feed entries that are not processed yet; 0 if no process sends email.',
    }),
    ...extent,
  }),
  async run(tx, input, call) {
    const page = readListPage(input)
    const conditions: Where<'mail_outbox'>[] = []
    if (input.ids) conditions.push({ col: 'id', in: input.ids })
    if (input.state.length > 0) conditions.push({ col: 'state', in: input.state })
    if (input.bug !== undefined)
      conditions.push({ col: 'bug_id', eq: (await requireBug(tx, call, input.bug, 'bug')).id })
    const rows = await tx.select({
      from: 'mail_outbox',
      where: { and: conditions },
      order: [{ col: 'id', desc: true }],
      offset: page.offset,
      limit: page.limit + 1,
    })
    const shown = rows.slice(0, page.limit)
    const users = await loadUsers(
      tx,
      shown.flatMap((row) => row.user_id ?? []),
    )
    const bugs = await findVisibleIds(
      tx,
      call,
      shown.flatMap((row) => row.bug_id ?? []),
    )
    const messages = shown.map((row) => ({
      ...viewRow(row, call.now),
      bug_id: row.bug_id !== null && bugs.has(row.bug_id) ? row.bug_id : null,
      to: row.address ?? users.get(row.user_id ?? 0)?.login ?? null,
    }))
    return { messages, changes_waiting: await countWaiting(tx, call), ...extentOf(page, rows.length, undefined) }
  },
})

async function countWaiting(tx: Reader, { catalogue, now }: Call): Promise<number> {
  const [installation] = await tx.select({ from: 'installation' })
  if (!installation || !keepsMail(installation, catalogue, now)) return 0
  return installation.change_seq - (await readCursor(tx, 'mail'))
}

function viewRow(row: Row<'mail_outbox'>, now: Date): Omit<z.input<typeof entry>, 'bug_id' | 'to'> {
  const { id: rowId, attempts, last_error, creation_time, sent_time, claimed_until } = row
  const isPending = row.state === 'waiting'
  const isBeingSent = isPending && claimed_until !== null && claimed_until > now
  return {
    id: rowId,
    creation_time,
    sent_time,
    // A running attempt is not counted yet.
    attempts: isBeingSent ? Math.max(0, attempts - 1) : attempts,
    last_error: isBeingSent ? null : last_error,
    kind: row.kind as z.input<typeof entry>['kind'],
    state: row.state as z.input<typeof entry>['state'],
    next_attempt: isPending ? row.next_attempt : null,
    is_being_sent: isBeingSent,
  }
}
