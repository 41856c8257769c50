// The form for the text of a comment.
import { useSignal, type Signal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Composer, useMarkdown } from '../../parts/composer.js'
import { Dialog, DialogFoot } from '../../parts/dialog.js'
import { useDrafts } from '../../parts/drafts.js'
import type { BugData } from '../../fields/bug-data.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'

interface EditCommentProps {
  readonly data: BugData
  readonly comment: Comment
  readonly onClose: () => void
}

interface EditDraft {
  readonly text: string
  readonly isMarkdown: boolean
  /** The version that was edited. */
  readonly revision: number
}

export function EditComment({ data, comment, onClose }: EditCommentProps) {
  const app = useApp()
  const labels = app.texts.commentEditing
  const { count } = comment
  const { text, isMarkdown, area, draft, save, isBusy, refusal } = useEditing(data, comment, onClose)
  const isAsking = useSignal(false)
  const discard = () => {
    draft.settle()
    onClose()
  }
  const form = (
    <form
      class="comment-form"
      aria-label={labels.form(count)}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !isBusy) void save()
      }}
    >
      {refusal !== undefined && <Alert message={refusal} />}
      <Composer
        label={app.texts.bug.form.comment}
        rows={6}
        area={area}
        value={text.value}
        isMarkdown={isMarkdown}
        attachments={data.attachments}
        people={{ bug: data.bug.id, isPrivate: comment.is_private }}
        onInput={(typed) => (text.value = typed)}
      />
      {draft.element}
      <div class="buttons">
        <button type="button" onClick={() => (draft.isChanged ? (isAsking.value = true) : discard())}>
          {labels.cancel}
        </button>
        <button type="submit" class="primary" aria-keyshortcuts="Control+Enter" disabled={isBusy}>
          {labels.save}
        </button>
      </div>
    </form>
  )
  return (
    <>
      {form}
      {isAsking.value && <DiscardDialog onKeep={() => (isAsking.value = false)} onDiscard={discard} />}
    </>
  )
}

interface DiscardDialogProps {
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  const { discard: labels } = useApp().texts.commentEditing
  return (
    <Dialog title={labels.title} onClose={onKeep}>
      <p>{labels.text}</p>
      <DialogFoot cancel={labels.keep} onCancel={onKeep}>
        <button type="button" class="danger" onClick={onDiscard}>
          {labels.discard}
        </button>
      </DialogFoot>
    </Dialog>
  )
}

/** The text as it is typed, kept as a draft until it is saved or given up. */
function useEditing(data: BugData, comment: Comment, onSaved: () => void) {
  const app = useApp()
  const { id, count } = comment
  const text = useSignal(comment.text)
  const isMarkdown = useMarkdown(data.metadata, comment.is_markdown)
  // The text when editing began: another user may edit it in between.
  const begun = useRef(comment)
  const area = useRef<HTMLTextAreaElement>(null)
  const { run, isBusy, refusal } = useWrite()
  useLayoutEffect(() => area.current?.focus(), [])
  const draft = useDraft(begun.current, text, isMarkdown)
  const save = async () => {
    const change = { id, text: text.value, ...(isMarkdown && { is_markdown: isMarkdown.value }) }
    const isSaved = await run(
      () => app.operations.comments.update({ ...change, expected_revision: begun.current.revision ?? 0 }),
      app.texts.commentEditing.saved(count),
    )
    if (!isSaved) return
    draft.settle()
    onSaved()
  }
  return { text, isMarkdown, area, draft, save, isBusy, refusal }
}

function useDraft(begun: Comment, text: Signal<string>, isMarkdown: Signal<boolean> | undefined) {
  const app = useApp()
  const drafts = useDrafts()
  const place = `comment ${begun.id}`
  const revision = begun.revision ?? 0
  const format = isMarkdown?.value ?? begun.is_markdown
  const isChanged = text.value !== begun.text || format !== begun.is_markdown
  const value: EditDraft | undefined = isChanged ? { text: text.value, isMarkdown: format, revision } : undefined
  const isCurrent = (kept: EditDraft) => kept.revision === revision
  const onUse = (kept?: EditDraft) => {
    text.value = kept?.text ?? begun.text
    if (isMarkdown) isMarkdown.value = kept?.isMarkdown ?? begun.is_markdown
  }
  return {
    isChanged,
    settle: () => drafts?.settleDraft(app, place),
    element: drafts && <drafts.KeptDraft place={place} value={value} onUse={onUse} isCurrent={isCurrent} />,
  }
}
