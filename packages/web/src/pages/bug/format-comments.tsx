// Comments that are Markdown, in a separate piece, because most pages do not need it.
import { useSignal } from '@preact/signals'
import type { BugsViewAnswer } from '@trackerkit/client/types'
import { rememberTrees, type Root } from '@trackerkit/markdown'
import { useMemo } from 'preact/hooks'
import type { FormattedComments, FormattedProps } from '../../parts/formatted-comments.js'
import { Markdown } from '../../parts/markdown.js'
import { Text } from '../../parts/text.js'
import { useApp } from '../../state/app.js'
import { markdownTexts } from '../../texts/english/markdown.js'
import type { CommentRange } from './comment-range.js'
import { cutComments } from './cut-comments.js'

/** Limits of a page: characters that are read, and nodes that are shown. Later comments are plain at first. */
const mostOnPage = { characters: 200_000, nodes: 20_000 }

/** Characters of a text that is read together with the page. */
const mostAtOnce = 20_000

/** The longest time without a turn for others, in milliseconds. */
const longestTurn = 25

const parse = rememberTrees(16 * 1_048_576)

/** By the numbers of comments; null: read on demand. Those that cannot be formatted are missing. */
type Trees = ReadonlyMap<number, Root | null>

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
  return { View: (props) => <Formatted {...props} trees={trees} /> }
}

function Formatted({ count, text, attachments, trees }: FormattedProps & { readonly trees: Trees }) {
  const app = useApp()
  useMemo(() => app.learn({ markdown: markdownTexts }), [app])
  const isWanted = useSignal(false)
  const tree = trees.get(count)
  const root = tree ?? (tree === null && isWanted.value ? parse(text) : null)
  if (root) return <Markdown root={root} attachments={attachments} />
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
