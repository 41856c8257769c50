// Callers and credentials that are remembered while no identity changes.
import type { Caller, Person } from '../call/context.js'
import type { Row } from '../schema/index.js'
import type { Link } from './links.js'

type Memory<K, V> = Pick<Map<K, V>, 'get'> & { set(key: K, value: V): unknown }

/** Callers cached for one state of the store. Any change of identities starts a new cache. */
export interface IdentityCache {
  readonly versions: string
  readonly callers: Memory<number, Caller>
  readonly logins: Memory<string, number>
  readonly apiKeys: Memory<string, Row<'api_keys'>>
  /** True for users with a second factor. */
  readonly secondFactors: Memory<number, boolean>
  readonly links: Memory<number, readonly Link[]>
  /** All users shown so far. */
  readonly people: Map<number, Person>
}

export function createIdentityCache(versions: string): IdentityCache {
  return {
    versions,
    callers: new Map(),
    logins: new Map(),
    apiKeys: new Map(),
    secondFactors: new Map(),
    links: new Map(),
    people: new Map(),
  }
}

/** Returns a copy with separate additions, for transactions that may be rolled back. */
export function forkIdentityCache(cache: IdentityCache): IdentityCache {
  return {
    versions: cache.versions,
    callers: overlay(cache.callers),
    logins: overlay(cache.logins),
    apiKeys: overlay(cache.apiKeys),
    secondFactors: overlay(cache.secondFactors),
    links: overlay(cache.links),
    people: new Map(),
  }
}

function overlay<K, V>(below: Pick<Map<K, V>, 'get'>): Memory<K, V> {
  const own = new Map<K, V>()
  return { get: (key) => own.get(key) ?? below.get(key), set: (key, value) => own.set(key, value) }
}
