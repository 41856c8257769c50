// The bytes of a message, and keys that identify it.
import { createHash } from 'node:crypto'

/** In bytes. */
export const largestMail = 25 * 1_048_576
/** Of larger messages, this much identifies one that comes again. */
const largestStart = 65_536

/** The message with its recipients in headers. */
export function withRecipients(bytes: Uint8Array, recipients: readonly string[]): Uint8Array {
  const lines = recipients.map((one) => `Delivered-To: ${one.replace(/[^!-~]/g, '').slice(0, 320)}\r\n`)
  return lines.length === 0 ? bytes : Buffer.concat([Buffer.from(lines.join('')), bytes])
}

/** Identifies a message that comes again. */
export function rawKeyOf(bytes: Uint8Array, recipients: readonly string[]): string {
  const isLarge = bytes.byteLength > largestMail
  const start = isLarge ? bytes.subarray(0, largestStart) : bytes
  const parts = isLarge ? [`${bytes.byteLength}`, ...recipients] : recipients
  return hashOf('raw', ...parts, createHash('sha256').update(start).digest('hex'))
}

export function hashOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}
