// Values of JavaScript as JSON has them: times in whole seconds of UTC, bytes as base64.
import { formatTime } from './time.js'

/** A copy that JSON.stringify writes as the contract wants it. */
export function encodeValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(encodeValue)
  if (value instanceof Date) return formatTime(value)
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
  const copy: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) copy[key] = encodeValue(inner)
  return copy
}
