// What people have written, as nodes: never as HTML. The only place where a text of theirs becomes more than one node.
import { LinkifyIt } from 'linkify-it'
import type { ComponentChildren } from 'preact'
import { pathOf } from '../pages/page.js'
import { useApp } from '../state/app.js'
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

/** A text with line ends, quotes and links. */
export function Text({ text }: { readonly text: string }) {
  const { site, href } = useApp()
  const lines = visibleLines(text).split(/\r\n|\r|\n/)
  const blocks: { readonly isQuote: boolean; readonly lines: string[] }[] = []
  for (const line of lines) {
    const isQuote = /^\s{0,2}>/.test(line)
    const last = blocks.at(-1)
    if (last?.isQuote === isQuote) last.lines.push(line)
    else blocks.push({ isQuote, lines: [line] })
  }
  const linked = (block: readonly string[]) => withLinks(block.join('\n'), href, site.commitUrl)
  return (
    <div class="text" dir="auto">
      {blocks.map((block, index) => (
        <span key={index} class={block.isQuote ? 'quote' : 'said'}>
          {linked(block.lines)}
          {index < blocks.length - 1 && '\n'}
        </span>
      ))}
    </div>
  )
}

function withLinks(text: string, href: (path: string) => string, commitUrl: string | null): ComponentChildren[] {
  const nodes: ComponentChildren[] = []
  let at = 0
  for (const piece of piecesOf(text, href, commitUrl)) {
    if (piece.from < at) continue
    nodes.push(text.slice(at, piece.from))
    const shown = text.slice(piece.from, piece.to)
    nodes.push(
      piece.isForeign ? (
        <a href={piece.href} rel="noopener nofollow ugc">
          {shown}
        </a>
      ) : (
        <a href={piece.href}>{shown}</a>
      ),
    )
    at = piece.to
  }
  nodes.push(text.slice(at))
  return nodes
}

function piecesOf(text: string, href: (path: string) => string, commitUrl: string | null): Piece[] {
  const urls = (addresses.match(text) ?? [])
    .filter(({ url }) => /^(https?|mailto):/i.test(url))
    .map(({ index, lastIndex, url }) => ({ from: index, to: lastIndex, href: url, isForeign: true }))
  const named = [...text.matchAll(mentions)].flatMap((found) => {
    const target = targetOf(found.groups ?? {}, href, commitUrl)
    return target === undefined ? [] : [{ from: found.index, to: found.index + found[0].length, ...target }]
  })
  return [...urls, ...named].toSorted((a, b) => a.from - b.from)
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
