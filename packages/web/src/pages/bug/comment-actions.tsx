// Actions on an existing comment.
import { useSignal, type Signal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { useRef } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Menu } from '../../parts/menu.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { Toolbar } from '../../parts/toolbar.js'
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
  /** Of the comment. */
  readonly name: string
  readonly onAddTag: () => void
  readonly onEdit: () => void
}

/** Reply, a menu of the rarer actions, which keeps comments short, and the address of the comment. */
export function CommentActions({ data, comment, name, onAddTag, onEdit }: ActionsProps) {
  const app = useApp()
  const { texts, who } = app
  // Without actions, the menu goes when the page is live, and may have been the Tab stop.
  const isLive = app.isLive.value
  const labels = texts.bug
  const { save } = useEditor()
  const reply = useQuote(comment)
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
    <>
      <Toolbar class="comment-actions" label={labels.actions}>
        {can.comment && (
          <button
            type="button"
            class="quiet"
            disabled={!isLive}
            // Pressing it must not end the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void reply()}
          >
            <Icon name="reply" size={14} />
            {labels.reply}
          </button>
        )}
        <Menu label={labels.moreActions} actions={actions} />
        <a class="comment-number" href={`#c${comment.count}`}>
          {name}
        </a>
      </Toolbar>
      {more && isErasing.value && (
        <more.EraseDialog what={{ kind: 'comment', id: comment.id, name: String(comment.count) }} onClose={stop} />
      )}
    </>
  )
}

/** Quotes the comment in the reply. Clicks do nothing while the script for it loads. */
function useQuote(comment: Comment): () => Promise<void> {
  const { quote, format } = useReply()
  const isQuoting = useRef(false)
  return async () => {
    if (isQuoting.current) return
    isQuoting.current = true
    const { isMarkdown } = format()
    const isAsItIs = getSelection()?.isCollapsed !== false && (comment.is_markdown || !isMarkdown)
    const more = isAsItIs ? undefined : await loadQuoting().catch(() => undefined)
    isQuoting.current = false
    quote(comment, more?.quoteOf(comment, isMarkdown))
  }
}

const loadQuoting = () => import('./quote-of.js')
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
