// The HMAC-SHA256 of short texts, for what each answer contains many times.
import { hash } from 'node:crypto'

const blockSize = 64
const digestSize = 32

/**
 * Returns a function for the HMAC-SHA256 of a text by `key`, as base64url. `createHmac` takes three times as long, because
 * it makes a stream for each text. The key has at most 64 ASCII characters.
 */
export function createHmacOf(key: string): (text: string) => string {
  const inner = padded(key, 0x36)
  const outer = Buffer.alloc(blockSize + digestSize)
  outer.write(padded(key, 0x5c), 'ascii')
  return (text) => {
    outer.write(hash('sha256', inner + text, 'hex'), blockSize, 'hex')
    return hash('sha256', outer, 'base64url')
  }
}

function padded(key: string, mask: number): string {
  const masked = Array.from(key.padEnd(blockSize, '\0'), (character) => character.charCodeAt(0) ^ mask)
  return String.fromCharCode(...masked)
}
