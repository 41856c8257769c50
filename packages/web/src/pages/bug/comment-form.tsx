// The form for a comment with files, a next status and hours.
import { useSignal, type Signal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { AttachButton, NewFiles } from '../../parts/attach.js'
import { Composer, useMarkdown } from '../../parts/composer.js'
import { addFiles } from '../../parts/add-files.js'
import { attachmentLimit, withoutReferences, type NewFile } from '../../parts/files.js'
import type { Accompanied, FilesOutcome } from '../../parts/send-files.js'
import { Link } from '../../parts/link.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { visible } from '../../parts/visible.js'
import { useApp, type App } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import { say } from '../../state/notice.js'
import { useEditor } from '../../fields/editor.js'
import type { BugData } from '../../fields/bug-data.js'
import type { Changes } from '../../fields/merge.js'
import { NextStep, noStep, type Next } from './next-step.js'
import { useReply } from './reply.js'

export function CommentForm({ data }: { readonly data: BugData }) {
  const { who, texts, shown } = useApp()
  if (!who) {
    const returnTo = new URLSearchParams({ return_to: shown.value.address.path })
    return (
      <p>
        <Link to={`/login?${returnTo}`}>{texts.bug.logInToComment}</Link>
      </p>
    )
  }
  if (!data.can.comment) return null
  return (
    <>
      <WithoutScripts />
      <Form data={data} />
    </>
  )
}

interface CommentDraft {
  readonly text: string
  readonly isMarkdown: boolean
  readonly isPrivate: boolean
  /** Not in drafts of earlier versions. */
  readonly next?: Next
}

/** The text with how it is written. */
function useText({ metadata }: BugData, text: Signal<string>) {
  const isPrivate = useSignal(false)
  const isMarkdown = useMarkdown(metadata)
  const format = () => ({ isMarkdown: isMarkdown?.value ?? false, isPrivate: isPrivate.value })
  const takeOut = (sent: string) => {
    if (text.value.startsWith(sent)) text.value = text.value.slice(sent.length).trimStart()
  }
  return { text, isPrivate, isMarkdown, format, takeOut }
}

type Typing = ReturnType<typeof useText>

const loadDrafts = () => import('../../parts/drafts-on-demand.js')

/** The text and the next status, kept as a draft. */
function useDraft({ bug, can }: BugData, { text, isPrivate, isMarkdown, format }: Typing, next: Signal<Next>) {
  const app = useApp()
  const place = `bug ${bug.id}`
  const drafts = useOnDemand(loadDrafts, true)
  const draft = (): CommentDraft | undefined =>
    text.value === '' && next.value === noStep ? undefined : { text: text.value, ...format(), next: next.value }
  const use = (kept?: CommentDraft) => {
    // A private one is never shown where it would become public.
    if (kept?.isPrivate && !can.make_private) return
    text.value = kept?.text ?? ''
    if (isMarkdown && kept) isMarkdown.value = kept.isMarkdown
    isPrivate.value = kept?.isPrivate ?? false
    const statuses = [bug.status, ...can.statuses.map(({ name }) => name)]
    next.value = kept?.next && statuses.includes(kept.next.status) ? kept.next : noStep
  }
  return {
    settle: (sent: string) =>
      drafts?.settleDraft<CommentDraft>(app, place, (kept) => kept.text.startsWith(sent), draft()),
    element: drafts && <drafts.KeptDraft place={place} value={draft()} onUse={use} />,
  }
}

/** The fields of the form, and their values to send. */
function useForm(data: BugData) {
  const app = useApp()
  const editor = useEditor()
  const reply = useReply()
  const { files, next, failure } = reply
  const typing = useText(data, reply.text)
  const { text, isPrivate, takeOut } = typing
  const draft = useDraft(data, typing, next)
  // The bug when the step was chosen: another user may change the status in between.
  const begun = useRef<BugData['bug'] | undefined>(undefined)
  begun.current = next.value === noStep ? undefined : (begun.current ?? data.bug)
  const hours = useSignal('')
  const isBusy = useSignal(false)
  const changes = (): Changes => ({
    ...(text.value.trim() !== '' && { comment: commentOf(text.value, typing.format()) }),
    ...next.value.changes,
    ...(hours.value.trim() !== '' && { work_time: hoursOf(hours.value) }),
  })
  /** Empties the fields, except for text typed since it was sent. */
  const empty = (sent: { readonly text: string; readonly next: Next; readonly hours: string }) => {
    takeOut(sent.text)
    if (next.value === sent.next) next.value = noStep
    if (hours.value === sent.hours) hours.value = ''
    if (text.value === '' && files.value.length === 0) isPrivate.value = false
  }
  const send = async () => {
    isBusy.value = true
    failure.value = undefined
    const begunText = text.value
    // A status that requires a comment gets it in the same change.
    const status = data.can.statuses.find(({ name }) => name === next.value.status)
    const comment = { text: text.value, ...typing.format(), isApart: status?.comment_required === true }
    const { isCommentSent, failure: failed, numbered } = await sendAttached(app, data.bug.id, files, comment)
    failure.value = failed
    if (numbered) text.value = numbered(text.value)
    if (isCommentSent) takeOut(numbered?.(comment.text) ?? '')
    const rest = changes()
    const sent = { text: text.value, next: next.value, hours: hours.value }
    const { done, saved } = app.texts.bug.form
    const notice = isCommentSent || 'comment' in rest ? done : saved
    if (failure.value === undefined && Object.keys(rest).length > 0) {
      const outcome = await editor.save(rest, notice, begun.current)
      if (!outcome.isSaved) failure.value = outcome.message === '' ? undefined : outcome.message
      else empty(sent)
    } else if (failure.value === undefined) say(app, notice)
    if (failure.value === undefined) draft.settle(begunText)
    isBusy.value = false
  }
  const isEmpty = files.value.length === 0 && Object.keys(changes()).length === 0
  const add = (more: readonly File[]) =>
    addFiles(files, more, { text: text.value, area: typing.isMarkdown?.value ? reply.area.current : undefined })
  return { typing, draft, files, next, hours, failure, isBusy, isEmpty, send, add, area: reply.area }
}

function commentOf(text: string, { isPrivate, isMarkdown }: Omit<CommentDraft, 'text'>) {
  return { body: isMarkdown ? withoutReferences(text) : text, is_private: isPrivate, is_markdown: isMarkdown }
}

// Loaded as soon as a file is chosen.
const loadFiles = () => import('../../parts/attach-on-demand.js')

/** Sends the files, and reloads the bug: the change that follows needs its new token. */
async function sendAttached(
  app: App,
  bug: number,
  files: Signal<readonly NewFile[]>,
  comment: Accompanied,
): Promise<Partial<FilesOutcome>> {
  if (files.value.length === 0) return {}
  const more = await loadFiles().catch(() => undefined)
  if (!more) return { failure: app.texts.error.title }
  const outcome = await more.sendFiles(app, bug, files, comment)
  await app.reload()
  return outcome
}

/** Text that is not a number is sent as it is: the API rejects it. */
function hoursOf(typed: string): number | string {
  const hours = Number(typed)
  return Number.isFinite(hours) ? hours : typed
}

/** Presses Reply of the comment with the selection, otherwise that of the last one. */
function replyToSelected(): void {
  const { anchorNode } = getSelection() ?? {}
  const buttons = [...document.querySelectorAll<HTMLElement>('.comment-actions > :first-child')]
  const isSelected = (button: HTMLElement) => button.closest('.comment')?.contains(anchorNode ?? null)
  const button = buttons.find(isSelected) ?? buttons.at(-1)
  button?.click()
}

function Form({ data }: { readonly data: BugData }) {
  const { texts, isLive } = useApp()
  const labels = texts.bug.form
  const form = useForm(data)
  const { typing } = form
  const { can } = data
  useKeys({ r: replyToSelected })
  const canSend = isLive.value && !form.isBusy.value && !form.isEmpty && form.next.value.isWhole
  return (
    <form
      class="comment-form needs-scripts"
      aria-label={labels.name}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend) void form.send()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && canSend) void form.send()
      }}
    >
      <Composer
        label={labels.comment}
        rows={5}
        area={form.area}
        keys="c"
        value={typing.text.value}
        isMarkdown={typing.isMarkdown}
        attachments={data.attachments}
        people={{ bug: data.bug.id, isPrivate: typing.isPrivate.value }}
        onInput={(typed) => (typing.text.value = typed)}
        files={form.files.value}
        onFiles={form.add}
      />
      {form.draft.element}
      <NewFiles
        files={form.files}
        limit={attachmentLimit(data.metadata.parameters)}
        canBePrivate={can.make_private && !typing.isPrivate.value}
        onText={(change) => (typing.text.value = change(typing.text.value))}
        onDrop={form.add}
      />
      <Options data={data} form={form} />
      {form.failure.value !== undefined && (
        <p role="alert" class="alert">
          {visible(form.failure.value)}
        </p>
      )}
      <div class="buttons">
        <AttachButton files={form.files} />
        <button type="submit" class="primary" aria-keyshortcuts="Control+Enter" disabled={!canSend}>
          {labels.save}
        </button>
      </div>
    </form>
  )
}

interface OptionsProps {
  readonly data: BugData
  readonly form: ReturnType<typeof useForm>
}

function Options({ data, form: { typing, next, hours, isBusy } }: OptionsProps) {
  const { can } = data
  return (
    <div class="comment-options">
      {can.make_private && <PrivateCheck isPrivate={typing.isPrivate} isBusy={isBusy.value} />}
      <NextStep data={data} next={next} />
      {can.track_time && <Hours hours={hours} />}
    </div>
  )
}

interface PrivateCheckProps {
  readonly isPrivate: Signal<boolean>
  /** A comment keeps its privacy while it is sent. */
  readonly isBusy: boolean
}

function PrivateCheck({ isPrivate, isBusy }: PrivateCheckProps) {
  const { texts } = useApp()
  return (
    <label class="check">
      <input
        type="checkbox"
        disabled={isBusy}
        checked={isPrivate.value}
        onChange={({ currentTarget }) => (isPrivate.value = currentTarget.checked)}
      />
      {texts.bug.form.private}
    </label>
  )
}

function Hours({ hours }: { readonly hours: Signal<string> }) {
  const { texts } = useApp()
  const id = useId()
  return (
    <span class="inline-field">
      <label for={id}>{texts.bug.form.hours}</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        class="short"
        value={hours.value}
        onInput={({ currentTarget }) => (hours.value = currentTarget.value)}
      />
    </span>
  )
}
