import type pg from 'pg'

type Parse = (text: string) => unknown

const asIs: Parse = (text) => text

/** How values come from the text that PostgreSQL sends, by the number of their type. Core stores ints up to 2^53 only. */
const parsers: Readonly<Record<number, Parse>> = {
  16: (text) => text === 't',
  17: parseBytes,
  20: Number,
  21: Number,
  23: Number,
  701: Number,
}

/** Set for every query of this package, so type parsers of the host affect only its own queries. */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((type: number) => parsers[type] ?? asIs) as pg.CustomTypesConfig['getTypeParser'],
}

/** A small Buffer shares its memory with others, so it is copied. */
function parseBytes(text: string): Uint8Array {
  const { buffer, byteLength, byteOffset } = text.startsWith('\\x')
    ? Buffer.from(text.slice(2), 'hex')
    : Buffer.from(text.replaceAll(/\\(\\|[0-7]{3})/g, unescape), 'latin1')
  return byteLength === buffer.byteLength
    ? new Uint8Array(buffer)
    : new Uint8Array(buffer.slice(byteOffset, byteOffset + byteLength))
}

/** A backslash, or a byte in octal, where the server has `bytea_output = escape`. */
function unescape(_: string, escaped: string): string {
  return escaped === '\\' ? escaped : String.fromCharCode(parseInt(escaped, 8))
}
