// Text of users as nodes, never as HTML. Nothing else turns such text into more than one node.
import { LinkifyIt } from 'linkify-it'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { pathOf } from '../page/page.js'
import { useApp, type App } from '../state/app.js'
import { mostLinksInText } from '../state/link-budget.js'
import { visibleLines } from './visible.js'

// Whole addresses only: what merely looks like one, such as `main.rs`, is a file name more often than not.
const addresses = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false }).add('ftp:', null).add('//', null)

/** `bug 12`, `bug 12 comment 3`, `comment 3`, `attachment 4`, `commit 1a2b3c4`. */
const mentions =
  /\b(?:bug\s{1,9}#?(?<bug>\d{1,9})(?:,?\s{1,9}comment\s{1,9}#?(?<of>\d{1,6}))?|comment\s{1,9}#?(?<comment>\d{1,6})|attachment\s{1,9}#?(?<attachment>\d{1,9})|commit\s{1,9}(?<commit>[0-9a-f]{7,40}))\b/gi

interface Piece {
  readonly from: number
  readonly to: number
  readonly href: string
  readonly isForeign: boolean
}

interface Block {
  readonly isQuote: boolean
  readonly text: string
  readonly pieces: readonly Piece[]
}

/** A text with line ends, quotes and links, as far as the page has room for them. */
export function Text({ text }: { readonly text: string }) {
  const app = useApp()
  const blocks = useMemo(() => blocksOf(app, text), [text])
  return (
    <div class="text" dir="auto">
      {blocks.map((block, index) => (
        <span key={index} class={block.isQuote ? 'quote' : 'said'}>
          {withLinks(block)}
          {index < blocks.length - 1 && '\n'}
        </span>
      ))}
    </div>
  )
}

function blocksOf(app: App, text: string): Block[] {
  const budget = app.linkBudget()
  const paragraphs: { readonly isQuote: boolean; readonly lines: string[] }[] = []
  for (const line of visibleLines(text).split(/\r\n|\r|\n/)) {
    const last = paragraphs.at(-1)
    const isQuote = /^\s{0,2}>/.test(line) && (last?.isQuote === true || budget.quotes-- > 0)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else paragraphs.push({ isQuote, lines: [line] })
  }
  const most = Math.min(mostLinksInText, budget.links)
  let remaining = most
  const blocks = paragraphs.map(({ isQuote, lines }) => {
    const whole = lines.join('\n')
    const pieces = piecesOf(app, whole, remaining)
    remaining -= pieces.length
    return { isQuote, text: whole, pieces }
  })
  budget.links -= most - remaining
  return blocks
}

function withLinks({ text, pieces }: Block): ComponentChildren {
  if (pieces.length === 0) return text
  const nodes: ComponentChildren[] = []
  let at = 0
  for (const { from, to, href, isForeign } of pieces) {
    nodes.push(text.slice(at, from))
    const rel = isForeign ? 'noopener nofollow ugc' : undefined
    nodes.push(
      <a href={href} rel={rel}>
        {text.slice(from, to)}
      </a>,
    )
    at = to
  }
  nodes.push(text.slice(at))
  return nodes
}

/** The first links of a text, none within another. */
function piecesOf(app: App, text: string, most: number): Piece[] {
  if (most === 0) return []
  const pieces: Piece[] = []
  const [urls, named] = [urlsIn(text), namedIn(app, text)]
  let [url, name] = [urls.next().value, named.next().value]
  for (let at = 0; pieces.length < most && (url ?? name);) {
    const isUrl = url !== undefined && (name === undefined || url.from <= name.from)
    const piece = isUrl ? url : name
    if (isUrl) url = urls.next().value
    else name = named.next().value
    if (piece === undefined || piece.from < at) continue
    pieces.push(piece)
    at = piece.to
  }
  return pieces
}

/** Line by line, so that a text is read no further than its links are wanted. */
function* urlsIn(text: string): Generator<Piece, undefined> {
  let start = 0
  for (const line of text.split('\n')) {
    for (const { index, lastIndex, url } of addresses.match(line) ?? [])
      if (/^(https?|mailto):/i.test(url))
        yield { from: start + index, to: start + lastIndex, href: url, isForeign: true }
    start += line.length + 1
  }
}

function* namedIn({ href, site }: App, text: string): Generator<Piece, undefined> {
  for (const mention of text.matchAll(mentions)) {
    const target = targetOf(mention.groups ?? {}, href, site.commitUrl)
    if (target) yield { from: mention.index, to: mention.index + mention[0].length, ...target }
  }
}

type Groups = Readonly<Record<string, string | undefined>>

function targetOf(
  { bug, of, comment, attachment, commit }: Groups,
  href: (path: string) => string,
  commitUrl: string | null,
) {
  if (bug !== undefined)
    return { href: href(pathOf('bug', bug)) + (of === undefined ? '' : `#c${of}`), isForeign: false }
  if (comment !== undefined) return { href: `#c${comment}`, isForeign: false }
  if (attachment !== undefined) return { href: href(pathOf('attachment', attachment)), isForeign: false }
  if (commit === undefined || commitUrl === null) return undefined
  return { href: commitUrl.replace('%s', commit), isForeign: true }
}
