// Incoming email: read in bounds, tied to an account, and done in its name by the operations that people use.
import { sizeLimit } from '../domain/attachments/content.js'
import type { Facts } from '../domain/inbound/content.js'
import type { InboundItem } from '../domain/inbound/find.js'
import { isTroubleOfStore } from '../call/store-errors.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import {
  beginMail,
  discountMail,
  forgetMail,
  noteMail,
  staysFailed,
  type Begun,
  type MailOutcome,
} from '../mail/incoming/log.js'
import { partsFor, readMessage, type IncomingMessage } from '../mail/incoming/message.js'
import { planMail, type MailItem, type MailPlan } from '../mail/incoming/plan.js'
import type { ReceivedMail } from '../mail/incoming/received.js'
import type { Catalogue } from '../setup/catalogue.js'
import { Refused } from './code-attempts.js'
import type { TrackerContext } from './context.js'
import { comment, file, isForLater } from './mail-actions.js'
import { hashOf, largestMail, rawKeyOf, withRecipients } from './mail-bytes.js'
import type { Run } from './request.js'
import { runSession } from './run-transaction.js'
import type { TransactionWork } from './session/transaction-handle.js'
import { truncate } from '../kernel/normalize.js'

/** Details of a message that a mail server knows. */
export interface ReceiveMailOptions {
  /** The addresses that the server delivers it for, at most 100. Default: those in its headers. */
  readonly recipients?: readonly string[] | undefined
  /** True if the server has verified the domain of `From` (DMARC). Default: a trusted `Authentication-Results` decides. */
  readonly verified?: boolean | undefined
  /** A word for the list of incoming items, of which 255 characters are kept. Default: 'program'. */
  readonly source?: string | undefined
}

/** The result of a message: what was done, or why nothing was. */
export interface ReceivedMailResult {
  readonly outcome: 'done' | 'nothing' | 'held' | 'refused' | 'failed'
  /** Empty for what was done. */
  readonly reason: string
  readonly bugs: readonly number[]
  /** True if the message failed for one of several addresses of the tracker, for which it can be received again. */
  readonly hasFailedPart?: boolean
}

const mostRecipients = 100
/** After this number of attempts without an outcome, a message is not read again. */
const mostAttempts = 3
const system = { system: true } as const

interface Receiving {
  readonly context: TrackerContext
  readonly run: Run
  readonly source: string
  readonly size: number
  /** With the recipients that the mail server named. */
  readonly content: () => Uint8Array
  readonly rowId: number
  /** The row is that of a part if it has another key than the bytes. */
  readonly rowKey: string
  readonly rawKey: string
  /** The mail server has verified the sender. */
  readonly verified: boolean
  /** Of a message that is received again. */
  readonly sender: string
  readonly isRetry: boolean
}

/** @throws mail_reader_missing, deliveries_on_hold, and errors of the store: deliver the message again later */
export function receiveMail(
  context: TrackerContext,
  run: Run,
  bytes: Uint8Array,
  options?: ReceiveMailOptions,
): Promise<ReceivedMailResult> {
  return observed(context, receive(context, run, bytes, options))
}

/** A failed message, and what is known of it. */
export interface KeptMail {
  readonly item: InboundItem
  readonly content: Uint8Array
  readonly facts: Facts | undefined
}

/**
 * Receives a failed message again, for the address at which it failed. It stays a failed one, with the reason, if it is refused.
 * @throws errors of the store
 */
export function receiveAgain(
  context: TrackerContext,
  run: Run,
  { item, content, facts }: KeptMail,
  catalogue: Catalogue,
): Promise<ReceivedMailResult> {
  const { id: rowId, key_hash: rowKey, source, size, sender } = item
  const { key: rawKey, verified } = facts ?? { key: rowKey, verified: false }
  const about = { source, size, sender, content: () => content, rowId, rowKey, rawKey, verified }
  const kept = { context, run, ...about, isRetry: true }
  return observed(context, read(kept, catalogue, { bytes: content, recipients: [] }))
}

async function observed(context: TrackerContext, work: Promise<ReceivedMailResult>): Promise<ReceivedMailResult> {
  const result = await work
  const outcome = result.reason === 'repeated' ? 'nothing' : result.outcome
  context.environment.observer?.inbound?.({ way: 'mail', outcome })
  return result
}

async function receive(
  context: TrackerContext,
  run: Run,
  bytes: Uint8Array,
  { recipients: allRecipients = [], verified = false, source: fullSource = 'program' }: ReceiveMailOptions = {},
): Promise<ReceivedMailResult> {
  if (!context.mailReader) throw new TrackerError('mail_reader_missing')
  const size = bytes.byteLength
  const recipients = allRecipients.slice(0, mostRecipients)
  const source = fullSource.slice(0, 255)
  const rawKey = rawKeyOf(bytes, recipients)
  const begun = (await run(beginMail, system, { key_hash: rawKey, source, size })) as Begun
  const content = () => withRecipients(bytes, recipients)
  const about = { source, size, sender: '', content, rowId: begun.id, rowKey: rawKey, rawKey, verified }
  const receiving: Receiving = { context, run, ...about, isRetry: false }
  if (size > largestMail) return end(receiving, { outcome: 'refused', reason: 'too_large' })
  if (begun.attempts > mostAttempts) return end(receiving, { outcome: 'failed', reason: 'unreadable' })
  try {
    return await read(receiving, begun.catalogue, { bytes, recipients })
  } catch (error) {
    // The message must not fail because it comes again and again while a disk is full, or during maintenance.
    if (isForLater(error)) await run(discountMail, system, begun).catch(() => undefined)
    throw error
  }
}

async function read(
  receiving: Receiving,
  catalogue: Catalogue,
  { bytes, recipients }: { readonly bytes: Uint8Array; readonly recipients: readonly string[] },
): Promise<ReceivedMailResult> {
  const { mailReader } = receiving.context
  if (!mailReader) throw new TrackerError('mail_reader_missing')
  let mail: ReceivedMail
  try {
    mail = await mailReader.read(bytes)
  } catch (error) {
    const isLarge = (error as { readonly reason?: unknown } | undefined)?.reason === 'too_large'
    return end(
      receiving,
      isLarge ? { outcome: 'refused', reason: 'too_large' } : { outcome: 'failed', reason: 'unreadable' },
    )
  }
  return receiveEach(receiving, catalogue, mail, recipients)
}

/** Each address has a separate outcome. The result is that of the first that did something, or failed again. */
async function receiveEach(
  receiving: Receiving,
  catalogue: Catalogue,
  mail: ReceivedMail,
  recipients: readonly string[],
): Promise<ReceivedMailResult> {
  const message = readMessage(mail, catalogue, receiving.verified)
  const { rawKey, rowKey, size, isRetry } = receiving
  const all = partsFor(mail, catalogue, recipients).map((part): MailItem => {
    const key_hash = hashOf(message.id === '' ? rawKey : message.id, part, message.sender ?? '')
    return { message, part, key_hash, size }
  })
  const own = isRetry ? all.filter(({ key_hash }) => key_hash === rowKey) : []
  const items = own.length > 0 || rowKey !== rawKey ? own : all
  if (items.length === 0) {
    const reason = message.isAutomatic ? 'automatic' : 'not_ours'
    return end(receiving, { outcome: message.isAutomatic ? 'nothing' : 'refused', reason, sender: message.sender })
  }
  const results: ReceivedMailResult[] = []
  // The row of the bytes counts attempts until the last part is done, or a part that always fails would never end.
  for (const [index, item] of items.entries())
    results.push(await receiveItem(receiving, catalogue, item, index === items.length - 1))
  const failed = results.find(({ outcome }) => outcome === 'failed')
  const first = (isRetry ? failed : undefined) ?? results.find(({ outcome }) => outcome === 'done') ?? results[0]
  return {
    ...{ outcome: 'nothing', reason: 'empty', ...first, bugs: [...new Set(results.flatMap(({ bugs }) => bugs))] },
    ...(failed && first?.outcome !== 'failed' && { hasFailedPart: true }),
  }
}

async function receiveItem(
  receiving: Receiving,
  catalogue: Catalogue,
  item: MailItem,
  isLast: boolean,
): Promise<ReceivedMailResult> {
  const note = noteOf(receiving, item, isLast)
  try {
    return await runSession(receiving.context, (tx, invoke) => act(tx, invoke, { item, note, catalogue }))
  } catch (error) {
    if (!(error instanceof Refused)) {
      if (isTroubleOfStore(error) || isTrackerError(error)) throw error
      receiving.context.environment.logger.error('a message could not be received', { id: receiving.rowId, error })
      const failed = note({ outcome: 'failed', reason: 'unreadable' })
      await receiving.run(noteMail, system, failed)
      return resultOf(failed)
    }
    const plan = (await receiving.run(planMail, system, item)) as MailPlan
    const user_id = 'userId' in plan ? (plan.userId ?? null) : null
    const hasCommands = item.message.commands !== undefined
    const isByRule = isTrackerError(error.cause, 'rule_refused')
    const reason = isByRule ? 'rule_refused' : hasCommands ? 'command_failed' : 'no_right'
    const reported = hasCommands || isByRule ? { error: error.cause.message } : {}
    const noted = note({ outcome: 'refused', reason, user_id })
    await receiving.run(noteMail, system, { ...noted, ...reported })
    return resultOf(noted)
  }
}

interface Acting {
  readonly item: MailItem
  readonly note: (outcome: Partial<MailOutcome> & Pick<MailOutcome, 'outcome' | 'reason'>) => MailOutcome
  readonly catalogue: Catalogue
}

async function act(
  tx: Parameters<TransactionWork<unknown>>[0],
  invoke: Parameters<TransactionWork<unknown>>[1],
  { item, note, catalogue }: Acting,
): Promise<ReceivedMailResult> {
  const { message } = item
  const plan = (await invoke(planMail, system, item, {}, undefined)) as MailPlan
  const write = async (outcome: Parameters<Acting['note']>[0]) => {
    const noted = note(outcome)
    await invoke(noteMail, system, noted, {}, undefined)
    return resultOf(noted)
  }
  if (plan.do === 'repeat') {
    const { id } = note({ outcome: 'nothing', reason: 'repeated' })
    if (id !== undefined) await invoke(forgetMail, system, { id }, {}, undefined)
    return { outcome: plan.outcome as 'done', reason: 'repeated', bugs: plan.bugs }
  }
  if (plan.do === 'end') return write({ outcome: plan.outcome, reason: plan.reason, user_id: plan.userId ?? null })
  if (plan.do === 'hold')
    return write({
      outcome: 'held',
      reason: '',
      intake_id: plan.intakeId,
      subject: truncate(message.subject, 200),
    })
  if (plan.do === 'bounce') return write({ outcome: 'done', reason: '', user_id: plan.userId, isBounce: true })
  const actor = { userId: plan.userId, largestFile: sizeLimit(catalogue) }
  const done = { outcome: 'done', reason: '', user_id: plan.userId } as const
  if (plan.do === 'comment') {
    await comment(tx, actor, message, plan)
    return write({ ...done, bug_ids: [plan.bugId] })
  }
  const bug = await file(tx, actor, message, plan.place)
  return write({ ...done, bug_ids: [bug], intake_id: plan.intakeId })
}

function resultOf({ outcome, reason, bug_ids: bugs }: MailOutcome): ReceivedMailResult {
  return { outcome, reason, bugs }
}

function noteOf(receiving: Receiving, { message, key_hash, size }: MailItem, isLast: boolean): Acting['note'] {
  const { rowId, source } = receiving
  const id = isLast ? rowId : undefined
  return (outcome) => ({
    id,
    key_hash,
    source,
    size,
    sender: (message.sender ?? '').slice(0, 255),
    ...{ user_id: null, subject: '', intake_id: null, bug_ids: [] },
    preview: outcome.outcome === 'held' ? previewOf(message) : undefined,
    ...outcome,
    ...keptOf(receiving, outcome),
  })
}

/** Held and failed messages are kept. A failed one stays so when it is refused, or comes too often. */
function keptOf(
  { content, verified, rawKey: key, isRetry }: Receiving,
  { outcome, reason }: Pick<MailOutcome, 'outcome' | 'reason'>,
): Pick<MailOutcome, 'outcome' | 'content' | 'facts'> {
  if (outcome === 'failed' || (isRetry && staysFailed({ outcome, reason })))
    return { outcome: 'failed', content: content(), facts: { verified, key } }
  return { outcome, content: outcome === 'held' ? content() : undefined }
}

function previewOf({ text, files }: IncomingMessage) {
  return { text, files: files.map(({ name }) => name) }
}

interface End {
  readonly outcome: 'nothing' | 'refused' | 'failed'
  readonly reason: string
  readonly sender?: IncomingMessage['sender']
}

/** Ends a message before it is known for which address it is. */
async function end(receiving: Receiving, { sender = receiving.sender, ...outcome }: End): Promise<ReceivedMailResult> {
  const { run, rowId: id, rowKey: key_hash, source, size } = receiving
  const about = { user_id: null, sender, subject: '', intake_id: null, bug_ids: [] }
  const noted = { id, key_hash, source, size, ...outcome, ...about, ...keptOf(receiving, outcome) }
  await run(noteMail, system, noted)
  return resultOf(noted)
}
