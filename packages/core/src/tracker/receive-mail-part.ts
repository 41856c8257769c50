// One part of an incoming message: what it does at one address of the tracker, and the record of that.
import { system } from '../auth/identity.js'
import { sizeLimit } from '../domain/attachments/content.js'
import { isTroubleOfStore } from '../call/store-errors.js'
import { isTrackerError } from '../kernel/errors.js'
import { truncate } from '../kernel/normalize.js'
import { forgetMail, noteMail, staysFailed, type MailOutcome } from '../mail/incoming/log.js'
import { asReport, type IncomingMessage } from '../mail/incoming/message.js'
import { planMail, type MailItem, type MailPlan } from '../mail/incoming/plan.js'
import type { Catalogue } from '../setup/catalogue.js'
import { Refused } from './code-attempts.js'
import type { TrackerContext } from './context.js'
import { comment, file } from './mail-actions.js'
import type { Run } from './request.js'
import { runSession } from './run-transaction.js'
import type { TransactionWork } from './session/transaction-handle.js'

/** The result of a message: what was done, or why nothing was. */
export interface ReceivedMailResult {
  readonly outcome: 'done' | 'nothing' | 'held' | 'refused' | 'failed'
  /** Empty for what was done. */
  readonly reason: string
  readonly bugs: readonly number[]
  /** True if the message failed for one of several addresses of the tracker, for which it can be received again. */
  readonly hasFailedPart?: boolean
}

/** A message that is being received. */
export interface Receiving {
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

/** Does what a part of a message asks for, in one transaction. `isLast`: its outcome is that of the whole message. */
export async function receivePart(
  receiving: Receiving,
  catalogue: Catalogue,
  item: MailItem,
  isLast: boolean,
): Promise<ReceivedMailResult> {
  const note = noteOf(receiving, item, isLast)
  try {
    return await runSession(receiving.context, (tx, invoke) => act(tx, invoke, { item, note, catalogue }))
  } catch (error) {
    const noted =
      error instanceof Refused ? await refusalOf(receiving, item, note, error) : failureOf(receiving, note, error)
    await receiving.run(noteMail, system, noted)
    return resultOf(noted)
  }
}

/** @throws errors after which the message must be received again */
function failureOf({ context, rowId }: Receiving, note: Note, error: unknown): MailOutcome {
  if (isTroubleOfStore(error) || isTrackerError(error)) throw error
  context.environment.logger.error('a message could not be received', { id: rowId, error })
  return note({ outcome: 'failed', reason: 'unreadable' })
}

async function refusalOf({ run }: Receiving, item: MailItem, note: Note, { cause }: Refused): Promise<MailOutcome> {
  const plan = (await run(planMail, system, item)) as MailPlan
  const user_id = 'userId' in plan ? (plan.userId ?? null) : null
  const { commands } = plan.do === 'file' ? item.message.report : item.message
  const hasCommands = commands !== undefined
  const isByRule = isTrackerError(cause, 'rule_refused')
  const reason = isByRule ? 'rule_refused' : hasCommands ? 'command_failed' : 'no_right'
  const reported = hasCommands || isByRule ? { error: cause.message } : {}
  return { ...note({ outcome: 'refused', reason, user_id }), ...reported }
}

type Note = (outcome: Partial<MailOutcome> & Pick<MailOutcome, 'outcome' | 'reason'>) => MailOutcome

interface Acting {
  readonly item: MailItem
  readonly note: Note
  readonly catalogue: Catalogue
}

async function act(
  tx: Parameters<TransactionWork<unknown>>[0],
  invoke: Parameters<TransactionWork<unknown>>[1],
  { item, note, catalogue }: Acting,
): Promise<ReceivedMailResult> {
  const { message } = item
  const plan = (await invoke(planMail, system, item, {}, undefined)) as MailPlan
  const write = async (outcome: Parameters<Note>[0]) => {
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
  const bug = await file(tx, actor, asReport(message), plan.place)
  return write({ ...done, bug_ids: [bug], intake_id: plan.intakeId })
}

export function resultOf({ outcome, reason, bug_ids: bugs }: MailOutcome): ReceivedMailResult {
  return { outcome, reason, bugs }
}

function noteOf(receiving: Receiving, { message, key_hash, size }: MailItem, isLast: boolean): Note {
  const { rowId, source } = receiving
  const id = isLast ? rowId : undefined
  return (outcome) => ({
    id,
    key_hash,
    source,
    size,
    sender: (message.sender ?? '').slice(0, 255),
    ...{ user_id: null, subject: '', intake_id: null, bug_ids: [] },
    preview: outcome.outcome === 'held' ? previewOf(asReport(message)) : undefined,
    ...outcome,
    ...keptOf(receiving, outcome),
  })
}

/** Held and failed messages are kept. A failed one stays so when it is refused, or comes too often. */
export function keptOf(
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
