// A bounded memory of callers, without their secrets.
import { createHmac } from 'node:crypto'
import type { Identity } from '@trackerkit/core'

/** Of addresses, of callers and of right credentials, each. */
const maxRemembered = 10_000

/** Stands for credentials without being them. */
export function digestOf(secret: Uint8Array, identities: readonly Exclude<Identity, null>[]): number {
  return createHmac('sha256', secret).update(JSON.stringify(identities)).digest().readUIntBE(0, 6)
}

/** Removes the oldest entry if the cache is full. */
export function makeRoom<K>(remembered: { readonly size: number; keys(): Iterable<K>; delete(key: K): boolean }): void {
  if (remembered.size < maxRemembered) return
  for (const oldest of remembered.keys()) {
    remembered.delete(oldest)
    return
  }
}

/** Stores an entry as the newest, so that used ones are removed last. */
export function remember<K, V>(remembered: Map<K, V>, key: K, value: V): V {
  if (!remembered.delete(key)) makeRoom(remembered)
  remembered.set(key, value)
  return value
}
