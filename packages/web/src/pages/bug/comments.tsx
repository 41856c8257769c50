// Description, comments and history in one line of time.
import { useSignal } from '@preact/signals'
import type { Comment } from '@trackerkit/client'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../parts/icon.js'
import { Link } from '../../parts/link.js'
import { Person } from '../../parts/name.js'
import { Text } from '../../parts/text.js'
import { Time } from '../../parts/time.js'
import { useApp } from '../../state/app.js'
import type { PageAddress } from '../page.js'
import { Changes } from './changes.js'
import { CommentActions, CommentTags } from './comment-actions.js'
import { CommentForm } from './comment-form.js'
import type { BugData } from './load.js'
import { timelineOf, type Moment } from './timeline.js'

export function Comments({ data, address }: { readonly data: BugData; readonly address: PageAddress }) {
  const { texts, go } = useApp()
  const hidden = data.comment_count - data.comments.length
  const [first, ...rest] = timelineOf(data.comments, data.history, hidden > 0)
  const all = `${address.path}?comments=all`
  useEffect(() => {
    // A link to an earlier comment opens all of them.
    const wanted = /^#(c\d+)$/.exec(location.hash)?.[1]
    if (wanted !== undefined && hidden > 0 && !document.getElementById(wanted))
      void go(`${all}#${wanted}`, { replace: true })
  }, [])
  return (
    <section class="comments">
      <h2>{texts.bug.comments}</h2>
      {first && <MomentItem data={data} moment={first} />}
      {hidden > 0 && (
        <Link class="earlier" to={all}>
          {texts.bug.earlier(hidden)}
        </Link>
      )}
      {rest.map((moment) => (
        <MomentItem key={moment.key} data={data} moment={moment} />
      ))}
      <CommentForm key={data.bug.id} data={data} />
    </section>
  )
}

interface MomentProps {
  readonly data: BugData
  readonly moment: Moment
}

function MomentItem({ data, moment }: MomentProps) {
  const { comment } = moment
  return comment ? (
    <CommentArticle data={data} comment={comment} moment={moment} />
  ) : (
    <ChangeItem data={data} moment={moment} />
  )
}

function ChangeItem({ data, moment }: MomentProps) {
  return (
    <div class="change-item">
      <Author data={data} login={moment.by} />
      <Time at={moment.at} />
      <Changes changes={moment.changes} />
    </div>
  )
}

interface CommentArticleProps {
  readonly data: BugData
  readonly comment: Comment
  readonly moment: Moment
}

function CommentArticle({ data, comment, moment }: CommentArticleProps) {
  const { texts } = useApp()
  const { count } = comment
  const name = count === 0 ? texts.bug.description : texts.bug.comment(count)
  return (
    <article id={`c${count}`} class={`comment ${comment.is_private ? 'is-private' : ''}`} aria-label={name}>
      <header class="comment-head">
        <Author data={data} login={comment.creator} />
        <Time at={comment.creation_time} />
        {comment.is_private && (
          <span class="private-mark">
            <Icon name="lock" size={12} />
            {texts.bug.privately}
          </span>
        )}
        <CommentActions data={data} comment={comment} />
        <a class="comment-number" href={`#c${count}`}>
          {name}
        </a>
      </header>
      {comment.text === '' && count === 0 ? (
        <p class="quiet-text">{texts.bug.noDescription}</p>
      ) : (
        <Folded text={comment.text} />
      )}
      <CommentTags data={data} comment={comment} />
      <Changes changes={moment.changes} />
    </article>
  )
}

/** The longest comment that is shown whole at first. */
const longest = { lines: 200, characters: 20_000 }

/** A long comment by its beginning, and all of it on demand. */
function Folded({ text }: { readonly text: string }) {
  const { texts } = useApp()
  const isOpen = useSignal(false)
  const lines = text.split('\n')
  if (isOpen.value || (lines.length <= longest.lines && text.length <= longest.characters)) return <Text text={text} />
  const beginning = lines.slice(0, longest.lines).join('\n').slice(0, longest.characters)
  return (
    <>
      <Text text={beginning} />
      <button type="button" class="quiet" onClick={() => (isOpen.value = true)}>
        {texts.bug.showAll}
      </button>
    </>
  )
}

function Author({ data, login }: { readonly data: BugData; readonly login: string }) {
  return <Person person={{ name: login, real_name: data.names.get(login) ?? '' }} />
}
