// Comments that are Markdown, in a separate piece, because most pages do not need it.
import { useSignal } from '@preact/signals'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { rememberTrees, type Root } from '@trackerkit/markdown'
import { useMemo, useRef } from 'preact/hooks'
import type { FormattedComments, FormattedProps } from '../../fields/bug-data.js'
import { Alert } from '../../parts/alert.js'
import { Markdown, mostAtOnce, type Tick } from '../../parts/markdown.js'
import { Text } from '../../parts/text.js'
import { useApp } from '../../state/app.js'
import { useWrite } from '../../state/write.js'
import { markdownTexts } from '../../texts/english/markdown.js'
import type { CommentRange } from './comment-range.js'
import { cutComments } from './cut-comments.js'

/** Limits of a page: characters that are read, and nodes that are shown. Later comments are plain at first. */
const mostOnPage = { characters: 200_000, nodes: 20_000 }

/** The longest time without a turn for others, in milliseconds. */
const longestTurn = 25

const parse = rememberTrees(16 * 1_048_576)

/** Reads the comments of a page that are Markdown, one after the other, with turns for others in between. */
export async function formatComments(
  comments: BugsViewAnswer['comments'],
  range: CommentRange | undefined,
): Promise<FormattedComments> {
  const beginnings = cutComments(comments, range)
  const trees = new Map<number, Root | null>()
  let { characters, nodes } = mostOnPage
  let turn = performance.now()
  for (const { count, is_markdown, text: whole } of comments) {
    if (!is_markdown) continue
    const text = beginnings.get(count) ?? whole
    const isRead = text.length <= Math.min(mostAtOnce, characters)
    const tree = isRead ? parse(text) : null
    if (isRead) characters -= text.length
    if (tree && tree.nodes <= nodes) {
      trees.set(count, tree)
      nodes -= tree.nodes
    } else if (tree || !isRead) trees.set(count, null)
    if (performance.now() - turn > longestTurn) {
      await new Promise((resolve) => setTimeout(resolve))
      turn = performance.now()
    }
  }
  // The same component each time, so that a reload keeps the state and the focus.
  return { View: Formatted, trees }
}

function Formatted({ data, comment, text }: FormattedProps) {
  const app = useApp()
  const { tick, refusal } = useTicking({ data, comment })
  useMemo(() => app.learn({ markdown: markdownTexts }), [app])
  const isWanted = useSignal(false)
  const tree = data.formatted?.trees.get(comment.count)
  const root = tree ?? (tree === null && isWanted.value ? parse(text) : null)
  if (root)
    return (
      <>
        <Markdown root={root} attachments={data.attachments} tick={tick} />
        {refusal !== undefined && <Alert message={refusal} />}
      </>
    )
  return (
    <>
      <Text text={text} />
      {tree === null && !isWanted.value && app.isLive.value && (
        <button type="button" class="quiet whole-comment" onClick={() => (isWanted.value = true)}>
          {app.texts.markdown.show}
        </button>
      )}
    </>
  )
}

/** Ticks boxes one after the other, each on the revision that the one before has made. */
function useTicking({ data, comment }: Omit<FormattedProps, 'text'>) {
  const app = useApp()
  const { run, refusal } = useWrite()
  const { id, revision = 0 } = comment
  const known = useRef(revision)
  known.current = Math.max(known.current, revision)
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const tick = useMemo((): Tick => {
    const send = async (offset: number, is_done: boolean) => {
      const input = { id, offset, is_done, expected_revision: known.current }
      known.current = (await app.operations.comments.tick(input)).revision
    }
    return async (offset, isDone) => {
      const done = last.current.then(() => run(() => send(offset, isDone), app.texts.markdown.saved))
      last.current = done.catch(() => undefined)
      const isSaved = await done
      if (!isSaved) await app.reload({ isQuiet: true })
      return isSaved
    }
  }, [app, id])
  return { tick: canTick(app.who?.login, { data, comment }) ? tick : undefined, refusal }
}

/** The API decides. Without the sentence about an attachment, positions in the text are others. */
function canTick(login: string | undefined, { data: { can }, comment }: Omit<FormattedProps, 'text'>): boolean {
  if (login === undefined || !can.comment || comment.attachment_id !== null) return false
  return comment.creator === login || can.tick
}
