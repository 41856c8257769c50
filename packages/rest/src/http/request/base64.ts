// Bytes, which JSON has as base64. Strictly: characters that do not belong there are a mistake, not noise.
import { Buffer } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import { stage, type Observation } from '@trackerkit/core/host'
import { findOutermostKey } from './json-size.js'

/** In characters: a longer text is decoded in several turns of the event loop. */
const longBase64 = 1_048_576
/** In characters, decoded in one turn. */
const pieceOfBase64 = 262_144
const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]

/** Returns undefined for a text that is not base64. Line ends are permitted. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  // Buffer ignores what does not belong there, and half of each character that is not ASCII. A pattern of all that belongs there takes
  // ten times as long as these, and as long as the decoding.
  if (/[^\0-\x7f]/.test(text) || text.includes('-') || text.includes('_')) return undefined
  const length = text.length - countLineEnds(text)
  const end = text
    .trimEnd()
    .slice(-4)
    .replace(/[\r\n]/g, '')
  const padding = end.endsWith('==') ? 2 : Number(end.endsWith('='))
  if (length % 4 !== 0) return undefined
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== (length / 4) * 3 - padding) return undefined
  // Small ones are in a pool that others share.
  return bytes.buffer.byteLength === bytes.length ? viewOf(bytes) : new Uint8Array(bytes)
}

function countLineEnds(text: string): number {
  if (!text.includes('\n') && !text.includes('\r')) return 0
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x0a || unit === 0x0d) count++
  }
  return count
}

/** Where the body of a request has a long text that may be base64, without its quotes. */
export interface LongBase64 {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Not base64, and no text that a client sends beside a long one. */
export const placeholder = '(decoded)'

/**
 * Finds a long text of base64 in a body before it is parsed: parsing it would copy all of it twice, each time in one turn. Returns
 * undefined if none of the names has such a value within the first bytes, as many as `most`. The time depends on these only.
 */
export function findLongBase64(body: Uint8Array, names: readonly string[], most: number): LongBase64 | undefined {
  if (names.length === 0) return undefined
  const beginning = body.subarray(0, most)
  const found = findOutermostKey(beginning, names)
  if (!found) return undefined
  const start = startOfText(beginning, found.end + 1)
  if (start === undefined) return undefined
  const end = body.indexOf(quote, start)
  // A backslash before a quote, or before another backslash, is not base64.
  return end - start <= longBase64 || body[end - 1] === backslash ? undefined : { name: found.key, start, end }
}

/** The body with `placeholder` instead of the text. */
export function withPlaceholder(body: Uint8Array, { start, end }: LongBase64): Uint8Array {
  return Buffer.concat([body.subarray(0, start), Buffer.from(placeholder), body.subarray(end)])
}

/** The place after the quote that begins the text after a key. */
function startOfText(body: Uint8Array, from: number): number | undefined {
  const at = afterBlanks(body, from)
  if (body[at] !== colon) return undefined
  const start = afterBlanks(body, at + 1)
  return body[start] === quote ? start + 1 : undefined
}

function afterBlanks(body: Uint8Array, from: number): number {
  let at = from
  while (body[at] === 0x20 || body[at] === 0x0a || body[at] === 0x0d || body[at] === 0x09) at++
  return at
}

/** Decodes a text of base64 as JSON has it, in several turns. Returns undefined if it is not base64. */
export async function decodeInTurns(text: Uint8Array, observation?: Observation): Promise<Uint8Array | undefined> {
  const source = Buffer.from(text.buffer, text.byteOffset, text.length)
  const target = Buffer.allocUnsafeSlow(Math.ceil((text.length / 4) * 3))
  let [carried, written, isPadded] = ['', 0, false]
  /** Returns false if it is not base64. */
  const decodePiece = (at: number): boolean => {
    const isLast = at + pieceOfBase64 >= text.length
    const piece = carried + source.toString('latin1', at, at + pieceOfBase64)
    const until = isLast ? piece.length : startOfCutEscape(piece)
    const plain = withoutEscapes(piece.slice(0, until))
    if (plain === undefined || !isBase64(plain) || (isPadded && plain !== '')) return false
    const whole = plain.slice(0, plain.length - (plain.length % 4))
    if (isLast && whole !== plain) return false
    isPadded ||= whole.endsWith('=')
    written += target.write(whole, written, 'base64')
    carried = plain.slice(whole.length) + piece.slice(until)
    return true
  }
  for (let at = 0; at < text.length; at += pieceOfBase64) {
    await setImmediate()
    if (!stage(observation, 'parse', decodePiece, at)) return undefined
  }
  return viewOf(target.subarray(0, written))
}

/** Without escapes and line ends: some clients escape every slash or plus. Returns undefined if it is not JSON. */
function withoutEscapes(text: string): string | undefined {
  if (!text.includes('\\')) return text
  try {
    return (JSON.parse(`"${text}"`) as string).replaceAll('\n', '').replaceAll('\r', '')
  } catch {
    return undefined
  }
}

/** The place of an escape that is cut at the end of the piece, or the length of the piece. */
function startOfCutEscape(text: string): number {
  const at = text.lastIndexOf('\\')
  const length = text[at + 1] === 'u' ? 6 : 2
  return at < 0 || at + length <= text.length ? text.length : at
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text)
}

/** Without a copy. */
function viewOf({ buffer, byteOffset, length }: Buffer): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length)
}
