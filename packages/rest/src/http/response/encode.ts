// Answers as JSON: times in whole seconds of UTC, bytes as base64.
import { Buffer } from 'node:buffer'
import { formatTime } from '@trackerkit/core/host'

/**
 * Writes a value as JSON, as JSON.stringify would write a copy in which times and bytes are text. Making that copy takes four
 * times as long as writing it.
 */
export function toJson(value: unknown): string {
  return jsonUpTo(Infinity, value) as string
}

/** The JSON of a value, unless that is longer than `most` characters. */
function jsonUpTo(most: number, value: unknown): string | undefined {
  if (typeof value === 'string') return value.length > most ? undefined : quoted(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null'
  if (typeof value === 'boolean') return value ? 'true' : 'false'
  if (typeof value !== 'object' || value === null) return 'null'
  if (Array.isArray(value)) return listUpTo(most, value)
  if (value instanceof Date) return `"${formatTime(value)}"`
  if (value instanceof Uint8Array) return value.byteLength > most ? undefined : base64(value)
  return objectUpTo(most, value)
}

function listUpTo(most: number, list: readonly unknown[]): string | undefined {
  let text = ''
  // Holes count as well.
  for (let at = 0; at < list.length; at++) {
    const inner = jsonUpTo(most - text.length, list[at])
    if (inner === undefined || text.length > most) return undefined
    text += at === 0 ? inner : `,${inner}`
  }
  return `[${text}]`
}

function objectUpTo(most: number, value: object): string | undefined {
  let text = ''
  for (const key of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[key]
    if (member === undefined) continue
    const inner = jsonUpTo(most - text.length, member)
    if (inner === undefined || text.length > most) return undefined
    text += `${text === '' ? '' : ','}${quotedKey(key)}:${inner}`
  }
  return `{${text}}`
}

function base64(bytes: Uint8Array): string {
  return `"${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')}"`
}

/** The length in characters from which a value is not written in one go: that takes some milliseconds. */
export const pieceLength = 100_000

/**
 * The same text in pieces, for whoever has others to serve between them: none is much longer than `pieceLength`, as far as no
 * single text is.
 */
export function* piecesOfJson(value: unknown): Generator<string, undefined> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
  return undefined
}

/** A long list or object part by part, everything else whole. */
function* partsOf(value: unknown): Generator<string> {
  if (!isHolder(value)) {
    if (value instanceof Uint8Array && value.byteLength > pieceLength) yield* partsOfBytes(value)
    else yield toJson(value)
    return
  }
  const whole = jsonUpTo(pieceLength, value)
  if (whole !== undefined) {
    yield whole
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  // A loop over the keys: a list of all entries would be as long as the answer.
  for (const key of Object.keys(value)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key]
    if (inner === undefined && !isList) continue
    yield isList ? before : `${before}${quotedKey(key)}:`
    yield* partsOf(inner)
    before = ','
  }
  yield isList ? ']' : '}'
}

/** A multiple of three: only the last slice is padded. */
const sliceLength = 75_000

function* partsOfBytes(bytes: Uint8Array): Generator<string> {
  for (let from = 0; from < bytes.byteLength; from += sliceLength) {
    const text = base64(bytes.subarray(from, from + sliceLength))
    const [start, end] = [from === 0 ? 0 : 1, from + sliceLength < bytes.byteLength ? -1 : text.length]
    yield text.slice(start, end)
  }
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array)
}

/** Everything but quotes, backslashes, control characters and halves of characters stands for itself. */
const plain = /^[^"\\\u0000-\u001f\ud800-\udfff]*$/

function quoted(text: string): string {
  return text.length < 100 && plain.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Names of fields, which come again and again. There are some hundreds, and custom fields. */
const quotedKeys = new Map<string, string>()
const mostKeys = 2000
const fieldName = /^[a-z_]{1,64}$/

function quotedKey(key: string): string {
  const cached = quotedKeys.get(key)
  if (cached !== undefined) return cached
  const text = quoted(key)
  if (quotedKeys.size < mostKeys && fieldName.test(key)) quotedKeys.set(key, text)
  return text
}
