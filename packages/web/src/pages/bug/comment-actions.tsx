// Actions on an existing comment.
import { useSignal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { Combobox } from '../../parts/combobox.js'
import { EraseButton } from '../../parts/erase-button.js'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { say } from '../../state/notice.js'
import { useEditor } from '../../fields/editor.js'
import type { BugData } from '../../fields/bug-data.js'
import { useReply } from './reply.js'

interface CommentProps {
  readonly data: BugData
  readonly comment: Comment
}

export function CommentActions(props: CommentProps) {
  return useApp().isLive.value ? <LiveActions {...props} /> : null
}

function LiveActions({ data, comment }: CommentProps) {
  const { texts, who } = useApp()
  const { save } = useEditor()
  const { quote } = useReply()
  const { can } = data
  const toggle = () => {
    const isPrivate = !comment.is_private
    const notice = isPrivate ? texts.bug.isPrivateNow(comment.count) : texts.bug.isPublicNow(comment.count)
    void save({ comment_is_private: { [comment.id]: isPrivate } }, notice)
  }
  return (
    <span class="comment-actions">
      {can.make_private && (
        <button type="button" class="quiet" onClick={toggle}>
          {comment.is_private ? texts.bug.makePublic : texts.bug.makePrivate}
        </button>
      )}
      {can.comment && (
        <button type="button" class="quiet" onClick={() => quote(comment.text)}>
          <Icon name="reply" size={14} />
          {texts.bug.reply}
        </button>
      )}
      {who?.rights.includes('admin') && <RareActions comment={comment} />}
    </span>
  )
}

/** Rare actions are in a menu, to keep comments short. */
function RareActions({ comment: { id, count } }: { readonly comment: Comment }) {
  const { bug: labels } = useApp().texts
  const isOpen = useSignal(false)
  return (
    <>
      {isOpen.value && <EraseButton what={{ kind: 'comment', id, name: String(count) }} label={labels.redact} />}
      <button
        type="button"
        class="quiet"
        aria-label={labels.moreActions}
        aria-expanded={isOpen.value}
        onClick={() => (isOpen.value = !isOpen.value)}
      >
        <Icon name="more" size={14} />
      </button>
    </>
  )
}

export function CommentTags({ data, comment }: CommentProps) {
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
  if (comment.tags.length === 0 && !(mayTag && app.isLive.value)) return null
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
      {mayTag && app.isLive.value && <AddTag onAdd={(tag) => void change({ add: [tag] })} />}
    </div>
  )
}

function AddTag({ onAdd }: { readonly onAdd: (tag: string) => void }) {
  const { texts, operations } = useApp()
  const labels = texts.bug.tag
  const text = useSignal<string | undefined>(undefined)
  const add = (tag: string) => {
    text.value = undefined
    if (tag.trim() !== '') onAdd(tag.trim())
  }
  if (text.value === undefined) {
    return (
      <button type="button" class="quiet add-tag" onClick={() => (text.value = '')}>
        <Icon name="tag" size={12} />
        {labels.add}
      </button>
    )
  }
  return (
    <Combobox
      label={labels.name}
      value={text.value}
      suggest={async (query, signal) => {
        const tags = await operations.comments.searchTags({ query, limit: 8 }, { signal })
        return tags.map((tag) => ({ key: tag, value: tag, content: <bdi>{visible(tag)}</bdi> }))
      }}
      onInput={(typed) => (text.value = typed)}
      onChoose={add}
      onEnter={add}
      onEscape={() => (text.value = undefined)}
    />
  )
}
