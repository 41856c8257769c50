// The words of a quicksearch, and how AND, OR, NOT and | join them.
import { TrackerError } from '../../kernel/errors.js'

/** A part of the text without its quotes. `mask` is as long as `text` and has NUL for every quoted character. */
export interface Piece {
  readonly text: string
  readonly mask: string
}

/** One of the ways in which a word may be satisfied. */
export interface Alternative {
  readonly piece: Piece
  readonly isNegated: boolean
}

/** Words that are all to be satisfied; each by one of its alternatives, and by none of the negated ones. */
export type Word = readonly Alternative[]

const quoted = '\0'
const [input, blank] = ['quicksearch', /\s/]

/** @throws quicksearch_unbalanced_quotes, quicksearch_invalid_query */
export function readWords(text: string): Word[] {
  const pieces = splitAtBlanks(text)
  requireSense(pieces, text)
  const words: Alternative[][] = []
  let [isNegated, joinsLast] = [false, false]
  for (const piece of pieces) {
    if (piece.mask === 'NOT') isNegated = !isNegated
    else if (piece.mask === 'OR') joinsLast = true
    else if (piece.mask !== 'AND') {
      const alternatives = alternativesOf(piece, isNegated)
      if (joinsLast) words.at(-1)?.push(...alternatives)
      else words.push(alternatives)
      ;[isNegated, joinsLast] = [false, false]
    }
  }
  return words.filter((word) => word.length > 0)
}

/** A part of a piece. */
export function slice({ text, mask }: Piece, from: number, to?: number): Piece {
  return { text: text.slice(from, to), mask: mask.slice(from, to) }
}

/** Splits a piece at unquoted separators; empty parts are omitted. */
export function split(piece: Piece, separator: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let to = 0; to <= piece.mask.length; to++) {
    if (to < piece.mask.length && piece.mask[to] !== separator) continue
    if (to > from) pieces.push(slice(piece, from, to))
    from = to + 1
  }
  return pieces
}

/** Returns true if all of it was quoted. */
export function isQuoted({ mask }: Piece): boolean {
  return /^\0+$/.test(mask)
}

function alternativesOf(piece: Piece, isNegated: boolean): Alternative[] {
  return split(piece, '|').map((one, index) => {
    const hasMinus = one.mask.startsWith('-') && one.mask.length > 1
    return { piece: hasMinus ? slice(one, 1) : one, isNegated: hasMinus !== (isNegated && index === 0) }
  })
}

/** @throws quicksearch_unbalanced_quotes */
function splitAtBlanks(typed: string): Piece[] {
  const pieces: Piece[] = []
  let [text, mask, quote] = ['', '', '']
  const finish = () => {
    if (text !== '') pieces.push({ text, mask })
    ;[text, mask] = ['', '']
  }
  for (let at = 0; at < typed.length; at++) {
    const character = typed[at] as string
    if (quote !== '' && closes(typed, at, quote)) quote = ''
    else if (quote === '' && opens(typed, at)) quote = character
    else if (quote === '' && blank.test(character)) finish()
    else {
      text += character
      mask += quote === '' ? character : quoted
    }
  }
  if (quote !== '') throw new TrackerError('quicksearch_unbalanced_quotes', { field: input, value: typed })
  finish()
  return pieces
}

/** A single quote within a word is an apostrophe. */
function opens(typed: string, at: number): boolean {
  if (typed[at] !== "'") return typed[at] === '"'
  return at === 0 || /[\s:|,]/.test(typed[at - 1] as string)
}

function closes(typed: string, at: number, quote: string): boolean {
  if (typed[at] !== quote) return false
  return quote === '"' || at + 1 === typed.length || /[\s|,]/.test(typed[at + 1] as string)
}

const nonsense = ['AND OR', 'OR AND', 'NOT AND', 'NOT OR']

/** @throws quicksearch_invalid_query */
function requireSense(pieces: readonly Piece[], text: string): void {
  const names = pieces.map((piece) => piece.mask)
  const isNonsense =
    ['AND', 'OR'].includes(names[0] ?? '') ||
    ['AND', 'OR', 'NOT'].includes(names.at(-1) ?? '') ||
    names.some((name, index) => nonsense.includes(`${name} ${names[index + 1]}`))
  if (isNonsense) throw new TrackerError('quicksearch_invalid_query', { field: input, value: text })
}
