// Addresses, and bugs, comments, attachments, commits and people that a text names in passing. A separate module, because pages need it without
// the rest.
import { addressesIn } from './addresses.js'
import { mentionsIn } from './mentions.js'

/** The target of a link. */
export type Target =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'bug'; readonly id: string; readonly comment: string | undefined }
  | { readonly kind: 'comment'; readonly number: string }
  | { readonly kind: 'attachment'; readonly id: string }
  | { readonly kind: 'commit'; readonly hash: string }
  /** A person, by the word in lowercase. */
  | { readonly kind: 'mention'; readonly word: string }

/** The address of a target; null where it has none. */
export type AddressOf = (target: Target) => string | null

/** A reference in a text that becomes a link: its range in UTF-16 code units, and where it leads. */
export interface LinkPiece {
  readonly from: number
  readonly to: number
  readonly href: string
  readonly target: Target
}

/** `bug 12`, `bug 12 comment 3`, `comment 3`, `attachment 4`, `commit 1a2b3c4`. */
const named =
  /\b(?:bug\s{1,9}#?(?<bug>\d{1,9})(?:,?\s{1,9}comment\s{1,9}#?(?<of>\d{1,6}))?|comment\s{1,9}#?(?<comment>\d{1,6})|attachment\s{1,9}#?(?<attachment>\d{1,9})|commit\s{1,9}(?<commit>[0-9a-f]{7,40}))\b/gi

/** The first links of a text, none within another. */
export function linksIn(text: string, most: number, addressOf: AddressOf): LinkPiece[] {
  if (most === 0) return []
  const pieces: LinkPiece[] = []
  const sources = [urlsIn(text, addressOf), namedIn(text, addressOf), peopleIn(text, addressOf)]
  const next = sources.map((source) => source.next().value)
  for (let at = 0; pieces.length < most;) {
    const piece = next.reduce((first, other) => (first && (!other || first.from <= other.from) ? first : other))
    if (!piece) break
    const index = next.indexOf(piece)
    next[index] = sources[index]?.next().value
    if (piece.from < at) continue
    pieces.push(piece)
    at = piece.to
  }
  return pieces
}

function* peopleIn(text: string, addressOf: AddressOf): Generator<LinkPiece, undefined> {
  for (const { from, to, word } of mentionsIn(text)) {
    const target: Target = { kind: 'mention', word }
    const href = addressOf(target)
    if (href !== null) yield { from, to, href, target }
  }
}

/** Line by line, so that a text is read no further than its links are wanted. */
function* urlsIn(text: string, addressOf: AddressOf): Generator<LinkPiece, undefined> {
  let start = 0
  for (const line of text.split('\n')) {
    for (const { from, to } of addressesIn(line)) {
      const target: Target = { kind: 'url', url: line.slice(from, to) }
      const href = addressOf(target)
      if (href !== null) yield { from: start + from, to: start + to, href, target }
    }
    start += line.length + 1
  }
}

function* namedIn(text: string, addressOf: AddressOf): Generator<LinkPiece, undefined> {
  for (const found of text.matchAll(named)) {
    const target = targetOf(found.groups ?? {})
    const href = addressOf(target)
    if (href !== null) yield { from: found.index, to: found.index + found[0].length, href, target }
  }
}

function targetOf({ bug, of, comment, attachment, commit = '' }: Readonly<Record<string, string | undefined>>): Target {
  if (bug !== undefined) return { kind: 'bug', id: bug, comment: of }
  if (comment !== undefined) return { kind: 'comment', number: comment }
  if (attachment !== undefined) return { kind: 'attachment', id: attachment }
  return { kind: 'commit', hash: commit }
}
