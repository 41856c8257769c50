// The parts of a message that decide its outcome. Pure.
import type { Catalogue } from '../../setup/catalogue.js'
import { maxSummaryLength } from '../../domain/bugs/fields/input-values.js'
import { incomingPart } from './address.js'
import { isAutomatic } from './automatic.js'
import { isHardBounce } from './bounce.js'
import { readCommands, type Commands } from './commands.js'
import { newTextOf, quotesMessage, reportTextOf } from './quotes.js'
import { valuesOf, type ReceivedFile, type ReceivedMail } from './received.js'
import { isVerified, senderOf } from './sender.js'
import { oneLine, truncate } from '../../kernel/normalize.js'

interface TextWithCommands {
  readonly commands: Commands | undefined
  readonly text: string
}

/** A message, with its text as a reply, without what it quotes, and what is known of its sender. */
export interface IncomingMessage extends TextWithCommands {
  readonly id: string
  readonly sender: string | undefined
  readonly isVerified: boolean
  readonly isAutomatic: boolean
  /** Programs that people use name the message that is answered. */
  readonly isAnswer: boolean
  /** IDs of the message that is answered, and of those before it, the latest first; none for a forwarded message. */
  readonly answeredIds: readonly string[]
  /** A report that an email could not be delivered. */
  readonly isHardBounce: boolean
  readonly isEncrypted: boolean
  readonly subject: string
  /** The bug that the command `@id` names, or a subject such as "Re: [Bug 12] It blinks". */
  readonly bugId: number | undefined
  /** As a new bug, with what it quotes. */
  readonly report: TextWithCommands
  readonly files: readonly ReceivedFile[]
}

/** Inline pictures that are smaller belong to a signature. */
const smallestPicture = 10_240
const mostAnswered = 20
/** The group matches forwarded messages. VS is one in Danish and Norwegian, but a reply in Finnish. */
const prefix =
  /^(?:re|aw|antw|sv|r|ref|odp|ynt|(fwd?|wg|tr|rv|enc|i|doorst|vs))\s{0,3}(?:\[\d{1,3}\])?\s{0,3}[:：]\s{0,9}/i

export function readMessage(mail: ReceivedMail, catalogue: Catalogue, verified: boolean): IncomingMessage {
  const sender = senderOf(mail)
  const files = mail.attachments.filter(isKept)
  const reply = withCommands(replyTextOf(mail, files))
  const fullSubject = oneLine(mail.subject.slice(0, 2000))
  const subject = withoutPrefixes(fullSubject)
  const [type = ''] = valuesOf(mail, 'content-type')
  const isByProgram = isAutomatic(mail, sender, catalogue)
  const answered = ['references', 'in-reply-to'].flatMap((name) => valuesOf(mail, name))
  return {
    id: valuesOf(mail, 'message-id')[0] ?? '',
    sender,
    isVerified: sender !== undefined && (verified || isVerified(mail, sender, catalogue.parameters.mail_in_trusted)),
    isAutomatic: isByProgram,
    isAnswer: answered.length > 0,
    answeredIds: isForward(fullSubject) ? [] : idsIn(answered),
    isHardBounce: isByProgram && isHardBounce(mail),
    isEncrypted: /^multipart\/encrypted\b/i.test(type),
    subject: truncate(subject, maxSummaryLength).trim() || '(no subject)',
    bugId: numberIn(reply.commands?.values.id ?? /^\[bug (\d{1,9})\]/i.exec(subject)?.[1]),
    ...reply,
    report: withCommands(reportTextOf(mail.text)),
    files,
  }
}

/** The last one names the message that is answered. */
function idsIn(values: readonly string[]): string[] {
  const ids = values.flatMap((value) => value.match(/<[^<>\s]{1,998}>/g) ?? [])
  return [...new Set(ids.reverse())].slice(0, mostAnswered)
}

/** The message with its text as a new bug. */
export function asReport(message: IncomingMessage): IncomingMessage {
  return { ...message, ...message.report }
}

/** The same with the lines of its commands as text. */
export function asReportWithoutCommands(message: IncomingMessage, { text }: ReceivedMail): IncomingMessage {
  return { ...message, commands: undefined, text: reportTextOf(text) }
}

/** Lines that look quoted may be all that a person wrote. */
function replyTextOf({ text }: ReceivedMail, files: readonly ReceivedFile[]): string {
  const added = newTextOf(text)
  return added === '' && files.length === 0 && !quotesMessage(text) ? reportTextOf(text) : added
}

function withCommands(text: string): TextWithCommands {
  const commands = readCommands(text)
  return { commands, text: commands?.text ?? text }
}

/** The parts in the addresses of a tracker to which a message was sent, each once, at most ten. */
export function partsFor(mail: ReceivedMail, catalogue: Catalogue, recipients: readonly string[]): string[] {
  const headers = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc']
  const sources =
    recipients.length > 0 ? [recipients] : headers.map((name) => valuesOf(mail, name).flatMap(addressesIn))
  for (const addresses of sources) {
    const parts = addresses.flatMap((address) => incomingPart(catalogue, address) ?? [])
    if (parts.length > 0) return [...new Set(parts)].slice(0, 10)
  }
  return []
}

/** Words with an @: only addresses of the tracker count. */
function addressesIn(value: string): string[] {
  return value
    .slice(0, 20_000)
    .split(/[\s,;<>"]+/)
    .filter((word) => word.includes('@'))
}

/** The first prefix decides: "Re: Fwd: It hums" answers a forwarded message. */
function isForward(subject: string): boolean {
  return prefix.exec(subject)?.[1] !== undefined
}

function withoutPrefixes(subject: string): string {
  let text = subject
  for (let count = 0; count < 10 && prefix.test(text); count++) text = text.replace(prefix, '')
  return text.trim()
}

function numberIn(text: string | undefined): number | undefined {
  const digits = /^#?(\d{1,9})$/.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function isKept({ type, isInline, data }: ReceivedFile): boolean {
  if (['application/pgp-signature', 'application/pkcs7-signature', 'application/x-pkcs7-signature'].includes(type))
    return false
  return data.byteLength > 0 && !(isInline && type.startsWith('image/') && data.byteLength < smallestPicture)
}
