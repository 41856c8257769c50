// The form for the text of a comment.
import { useSignal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { useEffect, useRef } from 'preact/hooks'
import { Alert } from '../../parts/alert.js'
import { Composer, useMarkdown } from '../../parts/composer.js'
import type { BugData } from '../../fields/bug-data.js'
import { useApp } from '../../state/app.js'
import { keepDraft, readDraft } from '../../state/drafts.js'
import { useWrite } from '../../state/write.js'

interface EditCommentProps {
  readonly data: BugData
  readonly comment: Comment
  readonly onClose: () => void
}

interface EditDraft {
  readonly text: string
  /** The version that was edited. */
  readonly revision: number
}

export function EditComment({ data, comment, onClose }: EditCommentProps) {
  const app = useApp()
  const labels = app.texts.commentEditing
  const { count } = comment
  const { text, isMarkdown, area, type, save, isBusy, refusal } = useEditing(data, comment, onClose)
  const cancel = () => {
    type(undefined)
    onClose()
  }
  return (
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
        value={text}
        isMarkdown={isMarkdown}
        attachments={data.attachments}
        people={{ bug: data.bug.id, isPrivate: comment.is_private }}
        onInput={type}
      />
      <div class="buttons">
        <button type="button" onClick={cancel}>
          {labels.cancel}
        </button>
        <button type="submit" class="primary" aria-keyshortcuts="Control+Enter" disabled={isBusy}>
          {labels.save}
        </button>
      </div>
    </form>
  )
}

/** The text as it is typed, kept as a draft until it is saved or given up. */
function useEditing(data: BugData, comment: Comment, onSaved: () => void) {
  const app = useApp()
  const { id, count } = comment
  const place = `comment ${id}`
  const text = useSignal(comment.text)
  const isMarkdown = useMarkdown(data.metadata, comment.is_markdown)
  // The text when editing began: another user may edit it in between.
  const revision = useRef(comment.revision ?? 0)
  const area = useRef<HTMLTextAreaElement>(null)
  const { run, isBusy, refusal } = useWrite()
  useEffect(() => {
    const draft = readDraft<EditDraft>(app, place)
    if (draft?.revision === revision.current) text.value = draft.text
    area.current?.focus()
  }, [])
  const type = (typed: string | undefined) => {
    if (typed !== undefined) text.value = typed
    keepDraft(app, place, typed === undefined ? undefined : { text: typed, revision: revision.current })
  }
  const save = async () => {
    const change = { id, text: text.value, ...(isMarkdown && { is_markdown: isMarkdown.value }) }
    const isSaved = await run(
      () => app.operations.comments.update({ ...change, expected_revision: revision.current }),
      app.texts.commentEditing.saved(count),
    )
    if (!isSaved) return
    type(undefined)
    onSaved()
  }
  return { text: text.value, isMarkdown, area, type, save, isBusy, refusal }
}
