// Incoming email: read in bounds, tied to an account, and done in its name by the operations that people use.
import { system } from '../auth/identity.js'
import type { Facts } from '../domain/inbound/content.js'
import type { InboundItem } from '../domain/inbound/find.js'
import { TrackerError } from '../kernel/errors.js'
import { beginMail, discountMail, noteMail, type Begun } from '../mail/incoming/log.js'
import { partsFor, readMessage, type IncomingMessage } from '../mail/incoming/message.js'
import type { MailItem } from '../mail/incoming/plan.js'
import type { ReceivedMail } from '../mail/incoming/received.js'
import type { Catalogue } from '../setup/catalogue.js'
import type { TrackerContext } from './context.js'
import { isForLater } from './mail-actions.js'
import { hashOf, largestMail, rawKeyOf, withRecipients } from './mail-bytes.js'
import { keptOf, receivePart, resultOf, type ReceivedMailResult, type Receiving } from './receive-mail-part.js'
import type { Run } from './request.js'

/** Details of a message that a mail server knows. */
export interface ReceiveMailOptions {
  /** The addresses that the server delivers it for, at most 100. Default: those in its headers. */
  readonly recipients?: readonly string[] | undefined
  /** True if the server has verified the domain of `From` (DMARC). Default: a trusted `Authentication-Results` decides. */
  readonly verified?: boolean | undefined
  /** A word for the list of incoming items, of which 255 characters are kept. Default: 'program'. */
  readonly source?: string | undefined
}

const mostRecipients = 100
/** After this number of attempts without an outcome, a message is not read again. */
const mostAttempts = 3

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
    const keyOf = (id: string) => hashOf(id, part, message.sender ?? '')
    const key_hash = keyOf(message.id === '' ? rawKey : message.id)
    return { message, part, key_hash, answered_hashes: message.answeredIds.map(keyOf), size }
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
    results.push(await receivePart(receiving, catalogue, item, index === items.length - 1))
  const failed = results.find(({ outcome }) => outcome === 'failed')
  const first = (isRetry ? failed : undefined) ?? results.find(({ outcome }) => outcome === 'done') ?? results[0]
  return {
    ...{ outcome: 'nothing', reason: 'empty', ...first, bugs: [...new Set(results.flatMap(({ bugs }) => bugs))] },
    ...(failed && first?.outcome !== 'failed' && { hasFailedPart: true }),
  }
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
