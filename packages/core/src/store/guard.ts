import { AsyncLocalStorage } from 'node:async_hooks'
import { StoreError } from './errors.js'
import { typed, type PlainReader, type PlainStore, type PlainWriter } from './plain.js'
import type { Awaitable, Schema, Store } from './types.js'
import { requireWholeRows } from './whole-rows.js'

interface Life {
  settled: boolean
}

/** Work that surrounds the code that runs: of which store, and the work around that. */
interface Surroundings {
  readonly store: symbol
  readonly life: Life
  readonly outer: Surroundings | undefined
}

/**
 * One for all stores. While it is enabled, Node before 24 calls hooks for every promise of the process, which takes a seventh of a
 * read; so it is disabled whenever no followed work runs.
 */
const surroundings = new AsyncLocalStorage<Surroundings>()

/** How many followed works run, in all stores. */
let followed = 0

let isFollowingAll = false

/** Makes all stores of the process follow work marked as `ours`, too. For tests, which then fail where such work uses the store. */
export function followAllWork(isOn = true): void {
  isFollowingAll = isOn
}

/** Whether promises of the process are followed at the moment. */
export function isFollowing(): boolean {
  return followed > 0
}

/**
 * Adds to a bare store what every store owes its callers and none should write twice: a handle used after its work settled
 * throws `closed`; the store used from inside its own work throws `reentrant` instead of waiting for itself; `put` gets whole
 * rows; after `close` everything throws `closed`; `close` waits for what is running and may be called again; a listener
 * that throws fails nothing.
 */
export function guarded<S extends Schema = Schema>(bare: PlainStore): Store<S> {
  const self = Symbol('store')
  const running = new Set<Promise<unknown>>()
  let schema: Schema = {}
  let closing: Promise<void> | undefined

  function refuseInside(): void {
    for (let around = surroundings.getStore(); around; around = around.outer) {
      if (around.store === self && !around.life.settled) {
        throw new StoreError('reentrant', 'the store was used from inside work: use the handle that the work was given')
      }
    }
  }

  async function use<T>(task: () => Awaitable<T>): Promise<T> {
    refuseInside()
    if (closing) throw new StoreError('closed', 'the store is closed')
    const result = Promise.resolve(task())
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }

  async function live<H, T>(life: Life, handle: H, work: (tx: H) => Awaitable<T>, ours = false): Promise<T> {
    if (ours && !isFollowingAll) {
      try {
        return await work(handle)
      } finally {
        life.settled = true
      }
    }
    followed++
    try {
      return await surroundings.run({ store: self, life, outer: surroundings.getStore() }, work, handle)
    } finally {
      life.settled = true
      if (--followed === 0) surroundings.disable()
    }
  }

  function liveRead<T>(tx: PlainReader, work: (tx: PlainReader) => Awaitable<T>, ours?: boolean): Promise<T> {
    const life = { settled: false }
    return live(life, lendReader(tx, life), work, ours)
  }

  function liveWrite<T>(tx: PlainWriter, work: (tx: PlainWriter) => Awaitable<T>, ours?: boolean): Promise<T> {
    const life = { settled: false }
    return live(life, lendWriter(tx, life, schema), work, ours)
  }

  const join = bare.join?.bind(bare)

  const store: PlainStore = {
    migrate: (wanted, migrations) =>
      use(async () => {
        await bare.migrate(wanted, migrations)
        schema = wanted
      }),
    read: (work, options) => use(() => bare.read((tx) => liveRead(tx, work, options?.ours), options)),
    write: (work, options) => use(() => bare.write((tx) => liveWrite(tx, work, options?.ours))),
    ...(join && {
      join: (connection: unknown, work) => use(() => join(connection, (tx) => liveWrite(tx, work))),
    }),
    ...(bare.verify && { verify: () => use(async () => (await bare.verify?.()) ?? []) }),
    ...(bare.room && { room: () => use(async () => (await bare.room?.()) ?? Infinity) }),
    ...(bare.reindex && { reindex: () => use(async () => bare.reindex?.()) }),
    ...(bare.purgeDeleted && { purgeDeleted: () => use(async () => bare.purgeDeleted?.()) }),
    ...(bare.watch && {
      watch: (listener: () => void) =>
        closing ? () => undefined : (bare.watch?.(() => hint(listener)) ?? (() => undefined)),
    }),
    async close() {
      refuseInside()
      closing ??= Promise.allSettled(running).then(() => bare.close())
      await closing
    },
  }
  return typed<S>(store)
}

/** What has been committed stays so, whatever a listener makes of it, and the next listener is called. */
function hint(listener: () => void): void {
  try {
    listener()
  } catch {
    // The listener's own affair: whoever has written has nothing to do with it.
  }
}

function requireLife(life: Life): void {
  if (life.settled) throw new StoreError('closed', 'this handle belongs to work that has settled')
}

function lendReader(tx: PlainReader, life: Life): PlainReader {
  return {
    select(query) {
      requireLife(life)
      return tx.select(query)
    },
    count(from, where) {
      requireLife(life)
      return tx.count(from, where)
    },
    countBy(query) {
      requireLife(life)
      return tx.countBy(query)
    },
  }
}

function lendWriter(tx: PlainWriter, life: Life, schema: Schema): PlainWriter {
  return {
    select(query) {
      requireLife(life)
      return tx.select(query)
    },
    count(from, where) {
      requireLife(life)
      return tx.count(from, where)
    },
    countBy(query) {
      requireLife(life)
      return tx.countBy(query)
    },
    insert(into, rows) {
      requireLife(life)
      return tx.insert(into, rows)
    },
    put(into, rows) {
      requireLife(life)
      const entity = Object.hasOwn(schema, into) ? schema[into] : undefined
      if (entity) requireWholeRows(into, entity, rows)
      return rows.length === 0 ? undefined : tx.put(into, rows)
    },
    update(entity, where, set) {
      requireLife(life)
      return tx.update(entity, where, set)
    },
    delete(from, where) {
      requireLife(life)
      return tx.delete(from, where)
    },
  }
}
