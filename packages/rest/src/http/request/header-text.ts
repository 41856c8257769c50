// The text of a header out of its bytes.
import { Buffer } from 'node:buffer'

/** Headers carry bytes, one character for each, in which clients write UTF-8. */
export function headerText(value: string): string {
  return utf8(Buffer.from(value, 'latin1'))
}

/** Old programs write Latin-1. */
export function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Buffer.from(bytes).toString('latin1')
  }
}
