// Fingerprints that show if two calls request the same.
import { createHmac, type Hmac } from 'node:crypto'

/**
 * The same for two calls of one operation with inputs that mean the same. Inputs may hold passwords, so that it takes the secret of
 * the installation to try one.
 */
export function fingerprintOf(operation: string, input: unknown, secret: string): string {
  const hmac = createHmac('sha256', secret)
  hmac.update(operation)
  add(hmac, input)
  return hmac.digest('base64url')
}

/** Each value begins with its kind and its length, so that no two inputs are added as the same bytes. */
function add(hmac: Hmac, value: unknown): void {
  if (value instanceof Uint8Array) {
    hmac.update(`bytes ${value.length} `)
    hmac.update(value)
  } else if (Array.isArray(value)) {
    hmac.update(`list ${value.length} `)
    for (const item of value) add(hmac, item)
  } else if (value instanceof Date) addText(hmac, 'time', String(value.getTime()))
  else if (typeof value === 'object' && value !== null) addObject(hmac, value)
  else addText(hmac, typeof value, String(value))
}

function addObject(hmac: Hmac, value: object): void {
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  hmac.update(`object ${entries.length} `)
  for (const [key, part] of entries.sort(([a], [b]) => (a < b ? -1 : 1))) {
    addText(hmac, 'key', key)
    add(hmac, part)
  }
}

function addText(hmac: Hmac, kind: string, text: string): void {
  hmac.update(`${kind} ${text.length} ${text} `)
}
