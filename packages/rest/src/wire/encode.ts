// Answers as JSON: times in whole seconds of UTC, bytes as base64.
import { Buffer } from 'node:buffer'
import { formatTime } from './time.js'

/**
 * Writes a value as JSON, as JSON.stringify would write a copy in which times and bytes are text. Making that copy takes four
 * times as long as writing it.
 */
export function toJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value !== 'object' || value === null) return 'null'
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`
  if (value instanceof Date) return `"${formatTime(value)}"`
  if (value instanceof Uint8Array)
    return `"${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')}"`
  let text = ''
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    if (inner !== undefined) text += `${text === '' ? '' : ','}${quoted(key)}:${toJson(inner)}`
  }
  return `{${text}}`
}

/** The length in characters from which a value is not written in one go: that takes some milliseconds. */
const pieceLength = 100_000

/**
 * The same text in pieces, for whoever has others to serve between them: none is much longer than `pieceLength`, as far as no
 * single text or file is.
 */
export function* piecesOfJson(value: unknown): Generator<string> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** A long list or object part by part, everything else whole. */
function* partsOf(value: unknown): Generator<string> {
  if (!isHolder(value) || lengthUpTo(pieceLength, value) < pieceLength) {
    yield toJson(value)
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  // A loop over the keys: a list of all entries would be as long as the answer.
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    if (inner === undefined && !isList) continue
    yield isList ? before : `${before}${quoted(key)}:`
    yield* partsOf(inner)
    before = ','
  }
  yield isList ? ']' : '}'
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array)
}

/** About how long the text of a value is; looks no further once that is `most`. */
function lengthUpTo(most: number, value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value instanceof Uint8Array) return value.byteLength
  if (!isHolder(value)) return shortLength
  let length = 0
  for (const inner of Object.values(value)) {
    length += shortLength + lengthUpTo(most - length, inner)
    if (length >= most) break
  }
  return length
}

/** Of a number, a time, or a name. */
const shortLength = 10

/** Everything but quotes, backslashes, control characters and halves of characters stands for itself. */
const plain = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/

function quoted(text: string): string {
  return text.length < 100 && plain.test(text) ? `"${text}"` : JSON.stringify(text)
}
