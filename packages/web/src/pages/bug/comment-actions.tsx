// Actions on an existing comment.
import { useSignal, type Signal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Menu } from '../../parts/menu.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { canCopy, copyText } from '../../state/copy.js'
import { say } from '../../state/notice.js'
import { useEditor } from '../../fields/editor.js'
import type { BugData } from '../../fields/bug-data.js'
import { useReply } from './reply.js'

interface CommentProps {
  readonly data: BugData
  readonly comment: Comment
}

interface ActionsProps extends CommentProps {
  readonly onAddTag: () => void
  readonly onEdit: () => void
}

/** Reply, and a menu of the rarer actions, which keeps comments short. */
export function CommentActions({ data, comment, onAddTag, onEdit }: ActionsProps) {
  const app = useApp()
  const { texts, who, isLive } = app
  const labels = texts.bug
  const { save } = useEditor()
  const { quote } = useReply()
  const reply = async () => {
    const selected = selectedIn(`c${comment.count}`)
    if (!selected) return quote(comment.text)
    const { quoted } = await loadQuoted()
    quote(quoted(comment, selected))
  }
  const { can } = data
  const isErasing = useSignal(false)
  const stop = () => {
    isErasing.value = false
  }
  const more = useOnDemand(loadErasing, isErasing.value, stop)
  const toggle = async () => {
    const isPrivate = !comment.is_private
    const notice = isPrivate ? labels.isPrivateNow(comment.count) : labels.isPublicNow(comment.count)
    const outcome = await save({ comment_is_private: { [comment.id]: isPrivate } }, notice)
    // No field shows this error.
    if (!outcome.isSaved && outcome.message !== '') say(app, outcome.message)
  }
  const copyLink = () => copyText(app, new URL(`#c${comment.count}`, location.href).href, labels.linkCopied)
  const privacy = comment.is_private ? labels.makePublic : labels.makePrivate
  const actions = () => [
    ...(data.editable_comments.includes(comment.id) ? [{ text: labels.edit, act: onEdit }] : []),
    ...(canCopy() ? [{ text: labels.copyLink, act: () => void copyLink() }] : []),
    ...(can.make_private ? [{ text: privacy, act: () => void toggle() }] : []),
    ...(can.tag_comments ? [{ text: labels.tag.add, act: onAddTag }] : []),
    ...(who?.rights.includes('admin') ? [{ text: labels.redact, act: () => (isErasing.value = true) }] : []),
  ]
  return (
    <span class="comment-actions">
      {can.comment && (
        <button
          type="button"
          class="quiet"
          disabled={!isLive.value}
          // Pressing it must not end the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void reply().catch(() => quote(comment.text))}
        >
          <Icon name="reply" size={14} />
          {labels.reply}
        </button>
      )}
      <Menu label={labels.moreActions} actions={actions} />
      {more && isErasing.value && (
        <more.EraseDialog what={{ kind: 'comment', id: comment.id, name: String(comment.count) }} onClose={stop} />
      )}
    </span>
  )
}

const loadQuoted = () => import('./quoted.js')

/** The selected words of the text of a comment, and those before them. */
function selectedIn(id: string) {
  const selection = getSelection()
  const text = document.querySelector(`#${id} .text`)
  if (!text || !selection?.rangeCount) return undefined
  const range = selection.getRangeAt(0)
  const words = selection.toString().trim()
  if (words === '' || !text.contains(range.startContainer) || !text.contains(range.endContainer)) return undefined
  const before = range.cloneRange()
  before.setStart(text, 0)
  before.setEnd(range.startContainer, range.startOffset)
  return { words, before: before.toString() }
}

const loadMore = () => import('./on-demand.js')
const loadErasing = () => import('../../parts/erase-dialog.js')

interface TagsProps extends CommentProps {
  /** The field for a new tag is open. */
  readonly isAdding: Signal<boolean>
}

export function CommentTags({ data, comment, isAdding }: TagsProps) {
  const app = useApp()
  const { texts } = app
  const labels = texts.bug.tag
  const { tag_comments: mayTag } = data.can
  const change = async (changes: { readonly add?: readonly string[]; readonly remove?: readonly string[] }) => {
    try {
      await app.operations.comments.updateTags({ comment_id: comment.id, ...changes })
      await app.reload()
    } catch (error) {
      say(app, error instanceof Error ? error.message : texts.error.title)
    }
  }
  const more = useOnDemand(loadMore, isAdding.value, () => (isAdding.value = false))
  if (comment.tags.length === 0 && !isAdding.value) return null
  return (
    <div class="tags">
      {comment.tags.map((tag) => (
        <span key={tag} class="tag">
          <Link to={`/bugs?${new URLSearchParams({ comment_tag: tag })}`}>{visible(tag)}</Link>
          {mayTag && (
            <button
              type="button"
              class="quiet icon-button"
              aria-label={labels.remove(visible(tag))}
              onClick={() => void change({ remove: [tag] })}
            >
              <Icon name="remove" size={12} />
            </button>
          )}
        </span>
      ))}
      {more && isAdding.value && <more.AddTag isAdding={isAdding} onAdd={(tag) => void change({ add: [tag] })} />}
    </div>
  )
}
