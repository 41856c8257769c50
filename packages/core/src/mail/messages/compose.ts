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
import type { SchedulePayload } from '../../call/mail-fact.js'
import { contentOf, type Content } from './content.js'
import { needOf } from './need.js'
import { scheduleMail } from './schedule-mail.js'
import { loadScheduled } from './load-scheduled.js'
import { flagMail } from './flag-mail.js'
import { commonHeaders, headersOf, headerText, senderOf, singleId, threadOf } from './headers.js'
import { observeMail } from './observation.js'
import { loadMailSnapshot, type MailSnapshot } from '../snapshot/mail-snapshot.js'
import { unsubscribeHeaders } from '../unsubscribe/headers.js'
import type { MailMessage } from '../transport/mailer.js'
import type { OutboxRow } from '../../call/mail-outbox.js'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import type { MailContext } from './mail-context.js'
import type { MessageParts, MailJob } from './job.js'

/** A message, `nothing` if it has become pointless, or the error that prevented it. */
export type Composed = MailMessage | 'nothing' | { readonly error: unknown }

/** The contents of messages, and the data for them, which has not changed since it was read. */
export interface Prepared {
  readonly snapshot: MailSnapshot
  /** One for each row, in their order. */
  readonly contents: readonly Content[]
}

/** One for each of the rows, in their order. */
export async function composeMessages(
  context: MailContext,
  rows: readonly OutboxRow[],
  prepared?: Prepared,
): Promise<Composed[]> {
  const contents = prepared?.contents ?? rows.map(readContent)
  const snapshot = prepared?.snapshot ?? (await loadSnapshot(context, rows, contents))
  const codeFor = (id: number) => writeInBackground(context, (tx, now) => issueCode(tx, context.environment, id, now))
  const observation = observeMail(context.environment)
  const made: Composed[] = []
  for (const [index, row] of rows.entries()) {
    const content = contents[index]
    const user = row.user_id === null ? null : snapshot.user(row.user_id)
    if (content && 'error' in content) made.push(content)
    else if (!content || user === undefined) made.push('nothing')
    else {
      const findScheduled = (reader: User, payload: SchedulePayload) => loadScheduled(context, row, reader, payload)
      const { templates } = context
      const job = { row, content, snapshot, user, templates, issueCode: codeFor, findScheduled }
      made.push(await stage(observation, 'mail', compose, job).catch((error: unknown) => ({ error })))
    }
  }
  return made
}

type Readable = Content | { readonly error: unknown }

function readContent(row: OutboxRow): Readable {
  try {
    return contentOf(row)
  } catch (error) {
    return { error }
  }
}

function loadSnapshot(
  context: MailContext,
  rows: readonly OutboxRow[],
  contents: readonly Readable[],
): Promise<MailSnapshot> {
  const unmade = rows.flatMap(({ bug_id, user_id }, index) => {
    const content = contents[index]
    return content && !('error' in content) ? { bug_id, user_id, content } : []
  })
  return readInBackground(context, (tx, catalogue) =>
    loadMailSnapshot(tx, catalogue, context.environment, needOf(unmade)),
  )
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
  const { content, user } = job
  switch (content.kind) {
    case 'bug':
      return user ? bugMail(job, user, content) : undefined
    case 'dependency':
      return user ? dependencyMail(job, user, content) : undefined
    case 'flag':
      return flagMail(job, content)
    case 'account':
      return accountMail(job, content.payload)
    case 'digest':
    case 'search':
      return user ? scheduleMail(job, user, content.payload) : undefined
  }
}

function identityOf(catalogue: Catalogue, row: OutboxRow, { type }: MessageParts) {
  const { bug_id: bugId, user_id } = row
  if (bugId === null) return { message_id: singleId(catalogue, row), headers: {} }
  return threadOf(catalogue, { row, bugId, user: user_id ?? 0, isFirst: type === 'new' })
}
