// Sending a comment with files, a next status and hours. Kept out of the main script.
import type { Signal } from '@preact/signals'
import type { BugData } from '../../fields/bug-data.js'
import type { Changes } from '../../fields/merge.js'
import type { Editor } from '../../fields/saver.js'
import { attachmentLimit, type NewFile } from '../../parts/files.js'
import { withoutReferences } from '../../parts/picture-references.js'
import type { Accompanied, FilesOutcome } from '../../parts/send-files.js'
import type { App } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { noStep, type Next } from './next-step.js'
import type { Typing } from './typing.js'

/** The form, whose fields are emptied as they are sent. */
interface Form {
  readonly typing: Typing
  readonly files: Signal<readonly NewFile[]>
  readonly next: Signal<Next>
  readonly hours: Signal<string>
  /** True to send no email. */
  readonly isMinor: Signal<boolean>
  readonly failure: Signal<string | undefined>
  readonly editor: Editor
  /** The bug when the next status was chosen. */
  readonly begun: BugData['bug'] | undefined
  readonly draft: { readonly settle: () => void }
}

export async function sendComment(app: App, data: BugData, form: Form): Promise<void> {
  const { can } = data
  const { typing, files, next, hours, failure, editor, begun, draft } = form
  const { text } = typing
  const hadFiles = files.value.length > 0
  // A status that requires a comment gets it in the same change.
  const status = can.statuses.find(({ name }) => name === next.value.status)
  const comment = { text: text.value, ...typing.format(), isApart: status?.comment_required === true }
  const { isCommentSent, failure: failed, numbered } = await sendAttached(app, data, files, comment)
  failure.value = failed
  if (numbered) text.value = numbered(text.value)
  const whole = numbered?.(comment.text) ?? comment.text
  if (isCommentSent) takeOut(text, whole)
  // Text typed since then is another comment.
  const remaining = { ...comment, text: isCommentSent ? '' : whole }
  const rest = changesOf(form, remaining, hadFiles)
  const sent = { text: remaining.text, next: next.value, hours: hours.value }
  const { done, saved } = app.texts.bug.form
  const notice = isCommentSent || 'comment' in rest ? done : saved
  if (failure.value !== undefined) return
  if (Object.keys(rest).length > 0) {
    const outcome = await editor.save(rest, notice, begun)
    if (!outcome.isSaved) {
      failure.value = outcome.message === '' ? undefined : outcome.message
      return
    }
  } else say(app, notice)
  empty(form, sent)
  draft.settle()
}

function changesOf({ next, hours, isMinor }: Form, comment: Accompanied, hadFiles: boolean): Changes {
  const changes = {
    ...(comment.text.trim() !== '' && { comment: commentOf(comment) }),
    ...next.value.changes,
    ...(hours.value.trim() !== '' && { work_time: hoursOf(hours.value) }),
  }
  const isSilent = isMinor.value && !hadFiles && Object.keys(changes).length > 0
  return isSilent ? { ...changes, minor_update: true } : changes
}

/** Empties the fields, except for text typed since it was sent. */
function empty(
  { typing: { text, isPrivate }, files, next, hours, isMinor }: Form,
  sent: { readonly text: string; readonly next: Next; readonly hours: string },
): void {
  takeOut(text, sent.text)
  if (next.value === sent.next) next.value = noStep
  if (hours.value === sent.hours) hours.value = ''
  isMinor.value = false
  if (text.value === '' && files.value.length === 0) isPrivate.value = false
}

function takeOut(text: Signal<string>, sent: string): void {
  if (text.value.startsWith(sent)) text.value = text.value.slice(sent.length).trimStart()
}

function commentOf({ text, isPrivate, isMarkdown }: Accompanied) {
  return { body: isMarkdown ? withoutReferences(text) : text, is_private: isPrivate, is_markdown: isMarkdown }
}

// Loaded as soon as a file is chosen.
const loadFiles = () => import('../../parts/attach-on-demand.js')

/** Sends the files, and reloads the bug: the change that follows needs its new token. */
async function sendAttached(
  app: App,
  { bug, metadata }: BugData,
  files: Signal<readonly NewFile[]>,
  comment: Accompanied,
): Promise<Partial<FilesOutcome>> {
  if (files.value.length === 0) return {}
  const more = await loadFiles().catch(() => undefined)
  if (!more) return { failure: app.texts.error.title }
  app.learn(more.texts)
  const failure = more.tooLarge(app, files.value, attachmentLimit(metadata.parameters))
  if (failure !== undefined) return { failure }
  const outcome = await more.sendFiles(app, bug.id, files, comment)
  // The files are sent, whatever comes of it.
  await app.reload().catch(() => undefined)
  return outcome
}

/** Text that is not a number is sent as it is: the API rejects it. */
function hoursOf(typed: string): number | string {
  const hours = Number(typed)
  return Number.isFinite(hours) ? hours : typed
}
