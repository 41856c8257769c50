// Stored responses: JSON with typed times and bytes.
import type { Json } from '../../store/index.js'

/** Objects with a key that begins so are tagged themselves, so that no answer is taken for something else. */
const tag = '$'

export function toStored(value: unknown): Json {
  if (value instanceof Date) return { $time: value.getTime() }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return value.map(toStored)
  if (typeof value !== 'object' || value === null) return (value ?? null) as Json
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  const stored = Object.fromEntries(entries.map(([key, part]) => [key, toStored(part)]))
  return entries.some(([key]) => key.startsWith(tag)) ? { $object: stored } : stored
}

export function fromStored(stored: Json): unknown {
  if (Array.isArray(stored)) return stored.map(fromStored)
  if (typeof stored !== 'object' || stored === null) return stored
  const { $time, $bytes, $object } = stored as { readonly [key: string]: Json }
  if ($time !== undefined) return new Date($time as number)
  if ($bytes !== undefined) return new Uint8Array(Buffer.from($bytes as string, 'base64'))
  return Object.fromEntries(
    Object.entries(($object ?? stored) as Readonly<Record<string, Json>>).map(([key, part]) => [key, fromStored(part)]),
  )
}
