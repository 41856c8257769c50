// Makes messages from the outbox right before they are sent, with the data that their readers can see at that time.
import type { Catalogue } from '../../setup/catalogue.js'
import { stage } from '../../kernel/stages.js'
import { issueCode } from '../../auth/account-codes.js'
import { emailOf, isMailAddress } from '../../auth/login-name.js'
import { bounceAddress } from '../incoming/address.js'
import { accountMail } from './account-mail.js'
import { bugMail } from './bug-mail.js'
import { dependencyMail } from './dependency-mail.js'
import type { User } from '../../call/context.js'
import {
  accountNotice,
  bugPayload,
  dependencyPayload,
  flagPayload,
  schedulePayload,
  type SchedulePayload,
} from '../../call/mail-fact.js'
import { scheduleMail } from './schedule-mail.js'
import { loadScheduled } from './load-scheduled.js'
import { flagMail } from './flag-mail.js'
import { commonHeaders, headersOf, headerText, senderOf, singleId, threadOf } from './headers.js'
import { observeMail } from './observation.js'
import { loadMailSnapshot, type Need } from '../snapshot/mail-snapshot.js'
import { unsubscribeHeaders } from '../unsubscribe/headers.js'
import type { MailMessage } from '../transport/mailer.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { MailContext } from './mail-context.js'
import type { MessageParts, MailJob } from './job.js'

/** A message, `nothing` if it has become pointless, or the error that prevented it. */
export type Composed = MailMessage | 'nothing' | { readonly error: unknown }

/** One for each of the rows, in their order. */
export async function composeMessages(context: MailContext, rows: readonly OutboxRow[]): Promise<Composed[]> {
  const { environment, templates } = context
  const need = needOf(rows)
  const snapshot = await readInBackground(context, (tx, catalogue) =>
    loadMailSnapshot(tx, catalogue, environment, need),
  )
  const codeFor = (id: number) => writeInBackground(context, (tx, now) => issueCode(tx, environment, id, now))
  const observation = observeMail(environment)
  const made: Composed[] = []
  for (const row of rows) {
    try {
      const user = row.user_id === null ? null : snapshot.user(row.user_id)
      const findScheduled = (reader: User, payload: SchedulePayload) => loadScheduled(context, row, reader, payload)
      const job = user === undefined ? undefined : { row, snapshot, user, templates, issueCode: codeFor, findScheduled }
      made.push(job ? await stage(observation, 'mail', compose, job) : 'nothing')
    } catch (error) {
      made.push({ error })
    }
  }
  return made
}

/** The IDs in payloads, as far as they can be read: an unreadable one fails when its message is made. */
function needOf(rows: readonly OutboxRow[]): Need {
  const bugs = rows.map((row) => bugPayload.safeParse(row.payload).data)
  const blockers = rows.map((row) => dependencyPayload.safeParse(row.payload).data)
  const flags = rows.map((row) => flagPayload.safeParse(row.payload).data)
  const all = [...bugs, ...blockers, ...flags]
  const accounts = rows.map((row) => accountNotice.safeParse(row.payload).data)
  return {
    bugs: [...new Set([...rows.map((row) => row.bug_id), ...blockers.map((one) => one?.blocker)])].filter(isId),
    fields: bugs.some((one) => one?.is_new) ? 'all' : 'headers',
    history: [...bugs, ...blockers].flatMap((one) => one?.history ?? []),
    comments: [...bugs, ...flags].flatMap((one) => one?.comments ?? []),
    attachments: flags.map((one) => one?.flag.attachment_id).filter(isId),
    people: [
      ...all.map((one) => one?.by),
      ...accounts.map((one) => (one?.what === 'invited' ? one.by : null)),
      ...flags.flatMap((one) => [one?.flag.before?.requestee_id, one?.flag.after?.requestee_id]),
    ].filter(isId),
    recipients: rows.map((row) => row.user_id).filter(isId),
  }
}

function isId(id: number | null | undefined): id is number {
  return id !== null && id !== undefined
}

async function compose(job: MailJob): Promise<Composed> {
  const { row, snapshot, user } = job
  const { catalogue } = snapshot
  const to = row.address ?? (user ? emailOf(catalogue, user.login) : '')
  if (!isMailAddress(to)) return 'nothing'
  const draft = await draftOf(job)
  if (!draft) return 'nothing'
  const { now } = snapshot.callBy(null)
  const returnPath = user && row.address === null ? bounceAddress(catalogue, user, row.bug_id, now) : undefined
  const { message_id, headers } = identityOf(catalogue, row, draft)
  const { subscription } = draft
  const unsubscribing =
    user && row.address === null && subscription
      ? unsubscribeHeaders(catalogue, { ...subscription, user_id: user.id }, now)
      : {}
  return {
    message_id,
    from: senderOf(catalogue),
    to,
    ...(returnPath !== undefined && { return_path: returnPath }),
    subject: headerText(draft.subject),
    date: row.creation_time,
    text: draft.text,
    html: draft.html,
    headers: headersOf({ ...headers, ...commonHeaders(catalogue, draft.type), ...draft.headers, ...unsubscribing }),
  }
}

async function draftOf(job: MailJob): Promise<MessageParts | undefined> {
  const { row, user } = job
  switch (row.kind) {
    case 'bug':
      return user ? bugMail(job, user, bugPayload.parse(row.payload)) : undefined
    case 'dependency':
      return user ? dependencyMail(job, user, dependencyPayload.parse(row.payload)) : undefined
    case 'flag':
      return flagMail(job, flagPayload.parse(row.payload))
    case 'account':
      return accountMail(job, accountNotice.parse(row.payload))
    case 'digest':
    case 'search':
      return user ? scheduleMail(job, user, schedulePayload.parse(row.payload)) : undefined
    default:
      throw new Error(`the outbox holds a message of unknown kind: ${row.kind}`)
  }
}

function identityOf(catalogue: Catalogue, row: OutboxRow, { type }: MessageParts) {
  const { id: rowId, bug_id: bugId, user_id } = row
  if (bugId === null) return { message_id: singleId(catalogue, rowId), headers: {} }
  return threadOf(catalogue, { rowId, bugId, user: user_id ?? 0, isFirst: type === 'new' })
}
