// Runs the operations of a message, as its sender.
import { commandFields, listIn, type CommandField } from '../mail/incoming/commands.js'
import type { IncomingMessage } from '../mail/incoming/message.js'
import type { ReceivedFile } from '../mail/incoming/received.js'
import { maxFileNameLength, maxTextLength } from '../call/define/inputs.js'
import { isTroubleOfStore } from '../call/store-errors.js'
import { contentType } from '../domain/attachments/fields.js'
import type { Place } from '../domain/intakes/find.js'
import { isTrackerError, TrackerError } from '../kernel/errors.js'
import { plainLine, truncate } from '../kernel/normalize.js'
import { Refused } from './code-attempts.js'
import type { CallOrigin } from './session/begin-call.js'
import type { Transaction } from './session/transaction-handle.js'

type Operations = ReturnType<Transaction['as']>

const mostFiles = 20

export interface Actor {
  readonly userId: number
  /** In bytes. */
  readonly largestFile: number
  readonly origin?: CallOrigin | undefined
}

/** Comments, and changes the fields that the commands name. @throws Refused */
export async function comment(
  tx: Transaction,
  { userId, largestFile }: Actor,
  message: IncomingMessage,
  { bugId, isPrivate }: { readonly bugId: number; readonly isPrivate: boolean },
): Promise<void> {
  const as = tx.as({ user_id: userId })
  const { files, note } = filesOf(message, largestFile)
  const text = textOf(message, note)
  const { unknown, values = {} } = message.commands ?? {}
  if (unknown !== undefined) throw commandRefused('command', `@${unknown}`, commandFields)
  const { id: _bug, ...changes } = values
  if (Object.keys(changes).length > 0)
    await refusable(as.bugs.update({ ids: [bugId], ...changesOf(changes), ...commentOf(text, isPrivate) }))
  else if (text !== '') await refusable(as.comments.create({ id: bugId, comment: text, is_private: isPrivate }))
  await attach(as, bugId, files, isPrivate)
}

/** Files a bug. @throws Refused */
export async function file(
  tx: Transaction,
  { userId, largestFile, origin }: Actor,
  message: IncomingMessage,
  place: Place,
): Promise<number> {
  const as = tx.as({ user_id: userId }, origin)
  const { files, note } = filesOf(message, largestFile)
  const { unknown, values = {} } = message.commands ?? {}
  if (unknown !== undefined) throw commandRefused('command', `@${unknown}`, commandFields)
  const { id: bug, removecc: _none, ...fields } = values
  // A command with the number of a bug makes the message a comment.
  if (bug !== undefined) throw commandRefused('id', bug, 'the number of a bug')
  const { cc, keywords, ...rest } = fields
  const { id } = await refusable(
    as.bugs.create({
      ...place,
      ...rest,
      ...(cc !== undefined && { cc: listIn(cc) }),
      ...(keywords !== undefined && { keywords: listIn(keywords) }),
      summary: message.subject,
      description: textOf(message, note),
    }),
  )
  await attach(as, id, files, false)
  return id
}

export async function attach(as: Operations, bugId: number, files: readonly ReceivedFile[], isPrivate: boolean) {
  for (const { name, type, data } of files) {
    const content_type = contentType.safeParse(type).data || 'application/octet-stream'
    const common = { ids: [bugId], data, file_name: name, summary: name, is_private: isPrivate }
    await refusable(as.attachments.create({ ...common, content_type }))
  }
}

/** The text of a comment, which is cut if it is too long, and the note. */
function textOf({ text }: IncomingMessage, note: string): string {
  return [truncate(text, roomBeside(note)), note].filter((one) => one !== '').join('\n\n')
}

/** Characters of a text that a comment has beside the note. */
function roomBeside(note: string): number {
  return note === '' ? maxTextLength : maxTextLength - note.length - 2
}

/** The files that fit, and a line about those that do not. A text that is cut is attached as a whole. */
function filesOf({ files, text }: IncomingMessage, largest: number) {
  const kept = keepFiles(files, largest)
  if (truncate(text, roomBeside(kept.note)).length === text.length) return kept
  const whole = { name: 'mail.txt', type: 'text/plain', data: Buffer.from(text), isInline: false }
  return keepFiles([whole, ...files], largest)
}

function keepFiles(files: readonly ReceivedFile[], largest: number) {
  const fit = files.filter(({ data }) => data.byteLength <= largest)
  const kept = fit.slice(0, mostFiles).map((one, index) => ({ ...one, name: nameOf(one, index) }))
  const left = files.length - kept.length
  const note =
    left === 0
      ? ''
      : `(${left === 1 ? '1 attachment was' : `${left} attachments were`} left out: too large or too many)`
  return { files: kept, note }
}

/** Without path and control characters. */
function nameOf({ name }: ReceivedFile, index: number): string {
  const last = name.slice(-1000).split(/[\\/]/).at(-1) ?? ''
  return Array.from(plainLine(last)).slice(-maxFileNameLength).join('').trim() || `attachment-${index + 1}`
}

function commentOf(text: string, isPrivate: boolean) {
  return text === '' ? {} : { comment: { body: text, is_private: isPrivate } }
}

function changesOf({ cc, removecc, keywords, ...rest }: Readonly<Partial<Record<CommandField, string>>>) {
  return {
    ...rest,
    ...((cc !== undefined || removecc !== undefined) && {
      cc: { add: listIn(cc ?? ''), remove: listIn(removecc ?? '') },
    }),
    ...(keywords !== undefined && { keywords: { set: listIn(keywords) } }),
  }
}

function commandRefused(field: string, value: string, accepted: string | readonly string[]): Refused {
  return new Refused(new TrackerError('param_invalid', { field, value: value.slice(0, 41), accepted }))
}

/** Rules of the tracker refuse; trouble of the store is for a later attempt. @throws Refused */
export async function refusable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const timeouts = ['operation_timeout', 'transaction_timeout'] as const
    const isMistake = isTrackerError(error, 'fault', 'internal_error', 'rule_failed', ...timeouts)
    throw isTrackerError(error) && !isMistake && !isForLater(error) ? new Refused(error) : error
  }
}

/** Returns true for errors that do not depend on the message. Mistakes of programs and timeouts may, and end it after three attempts. */
export function isForLater(error: unknown): boolean {
  return isTroubleOfStore(error) || isTrackerError(error, 'too_busy', 'down_for_maintenance')
}
