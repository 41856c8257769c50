// From the bytes of a database to text and numbers.
import { Buffer, isUtf8 } from 'node:buffer'
import type { Cell } from './connect.js'

/** Text, and changes of its bytes. */
export interface Decoded {
  readonly text: string
  /** Bytes beyond ASCII that were read as windows-1252. */
  readonly foreign: number
  readonly nulls: number
}

const windows = new TextDecoder('windows-1252')
/** Bytes that windows-1252 does not define. */
const undefinedBytes = /[\u0081\u008D\u008F\u0090\u009D]/g

/** Decodes bytes as UTF-8 if they are valid, otherwise as windows-1252. The charset of the column is ignored. */
export function decode(bytes: Buffer): Decoded {
  const isUnicode = isUtf8(bytes)
  const text = isUnicode ? bytes.toString('utf8') : windows.decode(bytes).replaceAll(undefinedBytes, '\uFFFD')
  const hasNulls = text.includes('\0')
  const clean = hasNulls ? text.replaceAll('\0', '') : text
  return {
    text: clean.includes('\r') ? clean.replaceAll('\r\n', '\n') : clean,
    foreign: isUnicode ? 0 : bytes.reduce((count, byte) => count + (byte > 127 ? 1 : 0), 0),
    nulls: text.length - clean.length,
  }
}

/** Returns true if a text was encoded twice: all of it decodes again. */
export function isTwiceEncoded(text: string): boolean {
  let isPlain = true
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 255) return false
    if (code > 127) isPlain = false
  }
  return !isPlain && isUtf8(Buffer.from(text, 'latin1'))
}

/** Text of which nothing needs to be reported, such as a name of a type. */
export function plainText(cell: Cell | undefined): string {
  return cell ? decode(cell).text : ''
}

/** One line, as the names of this tracker: control characters and spaces become one space. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()
}

export function numberOf(cell: Cell | undefined): number {
  const number = cell ? Number(cell.toString('latin1')) : 0
  return Number.isFinite(number) ? number : 0
}

/** NULL and 0 are no reference. */
export function idOf(cell: Cell | undefined): number | null {
  const id = numberOf(cell)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export function isTrue(cell: Cell | undefined): boolean {
  const text = cell?.toString('latin1')
  return text !== undefined && text !== '' && text !== '0' && text !== 'f'
}

/** For columns that default to true, and may be missing. */
export function isTrueOrAbsent(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || isTrue(cell)
}
