// The form for a comment with files, a next status and hours.
import { useSignal, type Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { AttachButton, NewFiles } from '../../parts/attach.js'
import { Composer } from '../../parts/composer.js'
import { addFiles } from '../../parts/add-files.js'
import { useDrafts } from '../../parts/drafts.js'
import { attachmentLimit } from '../../parts/files.js'
import { Later } from '../../parts/later.js'
import { LogInLink } from '../../parts/log-in-link.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { WithoutScripts } from '../../parts/without-scripts.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { useKeys } from '../../state/keys.js'
import { useEditor } from '../../fields/editor.js'
import type { BugData } from '../../fields/bug-data.js'
import type { Typing } from './typing.js'
import { NextStep, noStep, type Next } from './next-step.js'
import { useReply } from './reply.js'

export function CommentForm({ data }: { readonly data: BugData }) {
  const app = useApp()
  if (!app.who) {
    return (
      <p>
        <LogInLink>{app.texts.bug.logInToComment}</LogInLink>
      </p>
    )
  }
  if (!data.can.comment) return null
  return (
    <>
      <WithoutScripts />
      <Later>
        <Form data={data} />
      </Later>
    </>
  )
}

interface CommentDraft {
  readonly text: string
  readonly isMarkdown: boolean
  readonly isPrivate: boolean
  /** These are not in drafts of earlier versions. */
  readonly next?: Next
  readonly isMinor?: boolean
}

/** The text, the next status and the choice of email, kept as a draft. */
function useDraft(
  { bug, can }: BugData,
  { text, isPrivate, isMarkdown, format }: Typing,
  next: Signal<Next>,
  isMinor: Signal<boolean>,
) {
  const app = useApp()
  const place = `bug ${bug.id}`
  const drafts = useDrafts()
  const draft = (): CommentDraft | undefined =>
    text.value === '' && next.value === noStep
      ? undefined
      : { text: text.value, ...format(), next: next.value, isMinor: isMinor.value }
  const use = (kept?: CommentDraft) => {
    // A private one is never shown where it would become public.
    if (kept?.isPrivate && !can.make_private) return
    text.value = kept?.text ?? ''
    if (isMarkdown && kept) isMarkdown.value = kept.isMarkdown
    isPrivate.value = kept?.isPrivate ?? false
    isMinor.value = kept?.isMinor ?? false
    const statuses = [bug.status, ...can.statuses.map(({ name }) => name)]
    next.value = kept?.next && statuses.includes(kept.next.status) ? kept.next : noStep
  }
  return {
    settle: () => drafts?.settleDraft(app, place, draft()),
    element: drafts && <drafts.KeptDraft place={place} value={draft()} onUse={use} />,
  }
}

/** The fields of the form, and their values to send. */
function useForm(data: BugData) {
  const app = useApp()
  const editor = useEditor()
  const typing = useReply()
  const { text, files, next, failure, area } = typing
  const isMinor = useSignal(false)
  const draft = useDraft(data, typing, next, isMinor)
  // The bug when the step was chosen: another user may change the status in between.
  const begun = useRef<BugData['bug'] | undefined>(undefined)
  begun.current = next.value === noStep ? undefined : (begun.current ?? data.bug)
  const hours = useSignal('')
  const isBusy = useSignal(false)
  const send = async () => {
    isBusy.value = true
    failure.value = undefined
    try {
      const { sendComment } = await loadSending()
      const form = { typing, files, next, hours, isMinor, failure, editor, begun: begun.current, draft }
      await sendComment(app, data, form)
    } catch {
      failure.value = app.texts.error.title
    }
    isBusy.value = false
  }
  const isEmpty =
    files.value.length === 0 && next.value === noStep && text.value.trim() === '' && hours.value.trim() === ''
  const add = (more: readonly File[]) =>
    addFiles(files, more, { text: text.value, area: typing.isMarkdown?.value ? area.current : undefined })
  return { typing, draft, files, next, hours, isMinor, failure, isBusy, isEmpty, send, add }
}

// How a comment is sent is not in the main script.
const loadSending = () => import('./send-comment.js')

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
        area={typing.area}
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

function Options({ data, form }: OptionsProps) {
  const { can } = data
  const { typing, next, isBusy } = form
  return (
    <div class="comment-options">
      {can.make_private && <PrivateCheck isPrivate={typing.isPrivate} isBusy={isBusy.value} />}
      <NextStep data={data} next={next} />
      {(can.track_time || can.skip_mail) && <More data={data} form={form} />}
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

const loadMore = () => import('./on-demand.js')

/** Options that few comments need. */
function More({ data: { can }, form: { hours, isMinor, files, isBusy } }: OptionsProps) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  // A kept draft may have the option.
  const isShown = isOpen.value || hours.value !== '' || isMinor.value
  const more = useOnDemand(loadMore, isShown, isMinor.value ? undefined : () => (isOpen.value = false))
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-expanded={isOpen.value}
        disabled={!isLive.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        {texts.bug.form.more}
      </button>
      {more && isShown && (
        <more.MoreOptions
          can={can}
          hours={hours}
          isMinor={isMinor}
          hasFiles={files.value.length > 0}
          isBusy={isBusy.value}
        />
      )}
    </>
  )
}
