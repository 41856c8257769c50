// A bounded memory of callers, without their secrets.
import { hash } from 'node:crypto'
import type { Identity } from '@trackerkit/core'

/** Of addresses, of callers and of right credentials, each. */
const maxRemembered = 10_000

/** Stands for credentials without being them. A random secret of this process makes it useless elsewhere. */
export function digestOf(secret: string, identities: readonly Exclude<Identity, null>[]): number {
  // Not `createHmac`, which makes a stream for each request: nothing outside sees the digest, so no one can extend it.
  return Number.parseInt(hash('sha256', secret + JSON.stringify(identities)).slice(0, 12), 16)
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
