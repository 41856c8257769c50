// Work of stores that is followed through its asynchronous calls, so that the use of a store from inside its own work is noticed.
import { AsyncLocalStorage } from 'node:async_hooks'
import { joinRefused, StoreError } from './errors.js'
import type { Awaitable } from './schema-types.js'

/** Of one piece of work. */
export interface Life {
  settled: boolean
  /** The connection of the transaction that it has joined. */
  readonly connection?: unknown
  /** The error of a statement of others, after which nothing is kept. */
  failure?: { readonly error: unknown }
}

/** Work that surrounds the code that runs: of which store, and the work around that. */
interface Surroundings {
  readonly store: symbol
  readonly life: Life
  readonly outer: Surroundings | undefined
}

/**
 * One for all stores. While it is enabled, Node before 24 calls hooks for every promise of the process, so it is disabled whenever no
 * followed work runs.
 */
const surroundings = new AsyncLocalStorage<Surroundings>()

/** How many followed works run, in all stores. */
let followed = 0

let isFollowingAll = false

/** Makes all stores of the process follow work marked as `ours`, too. For tests, which then fail where such work uses the store. */
export function followAllWork(isOn = true): void {
  isFollowingAll = isOn
}

/** Returns true while promises of the process are followed. */
export function isFollowing(): boolean {
  return followed > 0
}

/** Returns true in followed work of any store. */
export function isInsideWork(): boolean {
  return surroundings.getStore() !== undefined
}

/** @throws StoreError `reentrant` inside followed work of the store that has not settled */
export function refuseInside(store: symbol): void {
  for (let around = surroundings.getStore(); around; around = around.outer) {
    if (around.store === store && !around.life.settled) {
      throw new StoreError('reentrant', 'the store was used inside its own work: use the handle passed to it')
    }
  }
}

/**
 * Work on a connection waits for earlier work on it, and would wait for itself.
 *
 * @throws StoreError `join_refused` inside followed work, of any store, that has joined the transaction of the connection
 */
export function refuseNested(connection: unknown): void {
  for (let around = surroundings.getStore(); around; around = around.outer) {
    const { connection: joined, settled } = around.life
    if (joined !== undefined && joined === connection && !settled) throw joinRefused('nested')
  }
}

export async function runFollowed<H, T>(
  store: symbol,
  life: Life,
  work: (tx: H) => Awaitable<T>,
  handle: H,
): Promise<T> {
  followed++
  try {
    return await surroundings.run({ store, life, outer: surroundings.getStore() }, work, handle)
  } finally {
    life.settled = true
    if (--followed === 0) surroundings.disable()
  }
}

/** The same for work that calls no code of others: it is not followed, but in tests. */
export async function runOurs<H, T>(store: symbol, life: Life, work: (tx: H) => Awaitable<T>, handle: H): Promise<T> {
  if (isFollowingAll) return runFollowed(store, life, work, handle)
  try {
    return await work(handle)
  } finally {
    life.settled = true
  }
}
