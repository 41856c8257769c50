// Description, comments and history in one line of time.
import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Apart } from '../../parts/apart.js'
import { focusRendered } from '../../parts/focus-rendered.js'
import { Icon } from '../../parts/icon.js'
import { Later } from '../../parts/later.js'
import { Link } from '../../parts/link.js'
import { useOnDemand } from '../../parts/on-demand.js'
import { Person } from '../../parts/name.js'
import { Text } from '../../parts/text.js'
import { ReferencesContext } from '../../parts/text-links.js'
import { exactTime, Time } from '../../parts/time.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { pathOf, type PageAddress } from '../../page/page.js'
import { AttachedFile, Attachments } from './attachments.js'
import { Code } from './code.js'
import { Changes, MergedChanges } from './changes.js'
import { CommentActions, CommentTags } from './comment-actions.js'
import { CommentForm } from './comment-form.js'
import {
  mostMore,
  pathOfRange,
  rangeBefore,
  rangeIn,
  rangeOfFragment,
  shownAtFirst,
  type CommentRange,
} from './comment-range.js'
import { cutComments } from './cut-comments.js'
import type { BugData, FormattedProps, ShownComment } from '../../fields/bug-data.js'
import { EditorProvider, useEditor } from '../../fields/editor.js'
import { Reactions } from './reactions.js'
import { ReplyProvider, useReply } from './reply.js'
import { timelineOf, type Moment } from './timeline.js'

interface CommentsProps {
  readonly data: BugData
  readonly address: PageAddress
}

export function Comments({ data, address: { path, query } }: CommentsProps) {
  const { texts, who, go } = useApp()
  const [editor, reply] = [useEditor(), useReply()]
  const range = rangeIn(query)
  const isFromMiddle = range ? range.from > 1 : data.comment_count > data.comments.length
  const { first, rest, omitted } = timelineOf(data.comments, data.history, {
    isFromMiddle,
    isToMiddle: !!range,
  })
  // As the user opened the page: from then on, they have seen it.
  const { current: since } = useRef(data.seen_until)
  const isNew = ({ by, at, comment }: Moment) => comment !== undefined && by !== who?.login && at > (since ?? at)
  const firstNew = rest.find(isNew)
  const cut = cutComments(data.comments, range)
  const item = (moment: Moment) => (
    <Later key={moment.key}>
      <Apart>
        <EditorProvider value={editor}>
          <ReplyProvider value={reply}>
            <MomentItem
              data={data}
              moment={moment}
              path={path}
              beginning={moment.comment && cut.get(moment.comment.count)}
            />
          </ReplyProvider>
        </EditorProvider>
      </Apart>
    </Later>
  )
  useEffect(() => {
    // The server has not heard of the fragment.
    const target = rangeOfFragment(data, range, location.hash)
    if (target) void go(pathOfRange(path, target) + location.hash, { replace: true })
  }, [])
  return (
    <section class="comments">
      {first && item(first)}
      <Attachments attachments={data.attachments} />
      <Code data={data} />
      <h2>{texts.bug.comments}</h2>
      <Earlier data={data} path={path} range={range} />
      {omitted > 0 && (
        <Link class="earlier" to={pathOf('bug', data.bug.id, 'history')}>
          {texts.bug.moreChanges(omitted)}
        </Link>
      )}
      {rest.map((moment) =>
        moment === firstNew ? [<NewSince key="new" at={since ?? moment.at} />, item(moment)] : item(moment),
      )}
      {range && (
        <Link class="earlier" to={path}>
          {texts.bug.latest}
        </Link>
      )}
      <CommentForm key={data.bug.id} data={data} />
    </section>
  )
}

function NewSince({ at }: { readonly at: Date }) {
  const app = useApp()
  const text = app.texts.bug.newSince(exactTime(app, at))
  return (
    <p role="separator" class="new-since" aria-label={text}>
      {text}
    </p>
  )
}

interface EarlierProps {
  readonly data: BugData
  readonly path: string
  readonly range: CommentRange | undefined
}

/** The way to the comments before those that are shown. */
function Earlier({ data: { comments, comment_count }, path, range }: EarlierProps) {
  const { texts } = useApp()
  const hidden = comment_count - comments.length
  const oldest = range ? range.from : (comments[1]?.count ?? 0)
  if (hidden === 0 || oldest <= 1) return null
  // At first there is one way, which can be known by heart.
  const isAtFirst = !range && comments.length <= shownAtFirst + 1
  const to = isAtFirst ? `${path}?comments=all` : pathOfRange(path, rangeBefore(oldest))
  return (
    <Link class="earlier" to={to}>
      {isAtFirst && hidden <= mostMore
        ? texts.bug.allComments(comment_count - 1)
        : texts.bug.earlier(Math.min(mostMore, oldest - 1))}
    </Link>
  )
}

interface MomentProps {
  readonly data: BugData
  readonly moment: Moment
  /** The path of the bug. */
  readonly path: string
  /** Of a comment that is not shown whole. */
  readonly beginning: string | undefined
}

function MomentItem(props: MomentProps) {
  const { data, moment } = props
  const { comment } = moment
  return comment ? <CommentArticle {...props} comment={comment} /> : <ChangeItem data={data} moment={moment} />
}

function ChangeItem({ data, moment: { by, at, changes, isMerged } }: Pick<MomentProps, 'data' | 'moment'>) {
  return (
    <div class="change-item">
      <Author data={data} login={by} />
      {isMerged ? (
        <MergedChanges changes={changes} name={visible(data.names.get(by) || by)} at={at} />
      ) : (
        <>
          <Time at={at} />
          <Changes changes={changes} />
        </>
      )}
    </div>
  )
}

interface CommentArticleProps extends MomentProps {
  readonly comment: ShownComment
}

const loadEditing = () => import('./edit-on-demand.js')

function CommentArticle({ data, comment, moment, path, beginning }: CommentArticleProps) {
  const { texts } = useApp()
  const isAddingTag = useSignal(false)
  const isEditing = useSignal(false)
  const stop = () => {
    isEditing.value = false
    // Elements outside of a dialog take no focus before it has closed.
    focusRendered(() => document.querySelector<HTMLElement>(`#c${count} [aria-haspopup=menu]`))
  }
  const more = useOnDemand(loadEditing, isEditing.value, () => (isEditing.value = false))
  const { count } = comment
  // Texts are read again for another object.
  const references = useMemo(() => ({ ...data, mentions: comment.mentions }), [data, comment])
  const attached = data.attachments.find(({ id }) => id === comment.attachment_id)
  const name = count === 0 ? texts.bug.description : texts.bug.comment(count)
  return (
    <article id={`c${count}`} class={comment.is_private ? 'comment is-private' : 'comment'} aria-label={name}>
      <header class="comment-head">
        <Author data={data} login={comment.creator} />
        <Time at={comment.creation_time} />
        <Edited data={data} comment={comment} />
        {comment.is_private && (
          <span class="private-mark">
            <Icon name="lock" size={12} />
            {texts.bug.privately}
          </span>
        )}
        <CommentActions
          data={data}
          comment={comment}
          name={name}
          onAddTag={() => (isAddingTag.value = true)}
          onEdit={() => (isEditing.value = true)}
        />
      </header>
      {more && isEditing.value ? (
        <more.EditComment data={data} comment={comment} onClose={stop} />
      ) : (
        <ReferencesContext.Provider value={references}>
          <CommentText data={data} comment={comment} text={beginning ?? comment.text} />
        </ReferencesContext.Provider>
      )}
      {attached && (
        <AttachedFile
          attachment={attached}
          isNew={attached.creation_time >= comment.creation_time}
          isInText={comment.is_markdown && comment.text.includes(`](attachment:${attached.id})`)}
        />
      )}
      {beginning !== undefined && (
        <Link class="whole-comment" to={pathOfRange(path, { from: count, to: count })}>
          {texts.bug.showWhole}
        </Link>
      )}
      <Reactions data={data} comment={comment} />
      <CommentTags data={data} comment={comment} isAdding={isAddingTag} />
      <Changes changes={moment.changes} />
    </article>
  )
}

/** Leads to the earlier versions. */
function Edited({ data, comment }: Pick<CommentArticleProps, 'data' | 'comment'>) {
  const { texts, isLive } = useApp()
  const isOpen = useSignal(false)
  const close = () => (isOpen.value = false)
  const more = useOnDemand(loadEditing, isOpen.value, close)
  if (comment.revision === undefined) return null
  return (
    <>
      <button type="button" class="quiet" disabled={!isLive.value} onClick={() => (isOpen.value = true)}>
        {texts.bug.edited}
      </button>
      {more && isOpen.value && <more.Versions data={data} comment={comment} onClose={close} />}
    </>
  )
}

function CommentText({ data, comment, text }: FormattedProps) {
  const { texts } = useApp()
  const { formatted } = data
  const { count, is_markdown } = comment
  if (text === '') return count === 0 ? <p class="quiet-text">{texts.bug.noDescription}</p> : null
  return formatted && is_markdown ? <formatted.View data={data} comment={comment} text={text} /> : <Text text={text} />
}

function Author({ data, login }: { readonly data: BugData; readonly login: string }) {
  return <Person person={{ name: login, real_name: data.names.get(login) ?? '' }} />
}
