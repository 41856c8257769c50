import { StoreError } from './errors.js'
import { refuseInside, refuseNested, runFollowed, runOurs, type Life } from './following.js'
import { typed, type PlainReader, type PlainStore, type PlainWriter } from './plain.js'
import type { Awaitable, Schema } from './schema-types.js'
import type { Store, WriteOptions } from './types.js'
import { requireWholeRows } from './whole-rows.js'

type WriteWork<T> = (tx: PlainWriter) => Awaitable<T>
type Writing = WriteOptions & Pick<Life, 'connection'>

/**
 * Adds common behavior to a bare store: a handle used after its work settled throws `closed`; using the store within
 * its own work throws `reentrant` instead of deadlocking, and joining a transaction within another join of it throws
 * `join_refused`; `put` gets whole rows; after `close` everything throws `closed`; `close` waits for running work and may
 * be called again; throwing listeners have no effect.
 */
export function guarded<S extends Schema = Schema>(bare: PlainStore): Store<S> {
  const self = Symbol('store')
  const running = new Set<Promise<unknown>>()
  let schema: Schema = {}
  let closing: Promise<void> | undefined

  async function use<T>(task: () => Awaitable<T>): Promise<T> {
    refuseInside(self)
    if (closing) throw new StoreError('closed', 'the store is closed')
    const result = Promise.resolve(task())
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }

  function live<H, T>(life: Life, handle: H, work: (tx: H) => Awaitable<T>, ours = false): Promise<T> {
    return ours ? runOurs(self, life, work, handle) : runFollowed(self, life, (tx) => unfailed(life, work, tx), handle)
  }

  function liveRead<T>(tx: PlainReader, work: (tx: PlainReader) => Awaitable<T>, ours?: boolean): Promise<T> {
    const life = { settled: false }
    return live(life, lendReader(tx, life), work, ours)
  }

  function liveWrite<T>(tx: PlainWriter, work: WriteWork<T>, { ours, connection }: Writing = {}): Promise<T> {
    const life = { settled: false, connection }
    return live(life, lendWriter(tx, life, schema), work, ours)
  }

  const join = bare.join?.bind(bare)

  const store: PlainStore = {
    migrate: (wanted, migrations, options) =>
      use(async () => {
        await bare.migrate(wanted, migrations, options)
        schema = wanted
      }),
    read: (work, options) => use(() => bare.read((tx) => liveRead(tx, work, options?.ours), options)),
    write: (work, options) => use(() => bare.write((tx) => liveWrite(tx, work, options), options)),
    ...(join && {
      join: (connection: unknown, work) =>
        use(() => {
          refuseNested(connection)
          return join(connection, (tx) => liveWrite(tx, work, { connection }))
        }),
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
      refuseInside(self)
      closing ??= Promise.allSettled(running).then(() => bare.close())
      await closing
    },
  }
  return typed<S>(store)
}

/** Rolls back after a failed statement, even if the work ignores the error. */
async function unfailed<H, T>(life: Life, work: (tx: H) => Awaitable<T>, tx: H): Promise<T> {
  const result = await work(tx)
  if (life.failure) throw life.failure.error
  return result
}

/** A throwing listener must not affect the commit or the remaining listeners. */
function hint(listener: () => void): void {
  try {
    listener()
  } catch {
    // The write has succeeded, whatever its listeners do.
  }
}

function requireLife(life: Life): void {
  if (life.settled) throw new StoreError('closed', 'this handle belongs to work that has settled')
}

function lendReader(tx: PlainReader, life: Life): PlainReader {
  const reader: PlainReader = {
    select(query) {
      requireLife(life)
      return tx.select(query)
    },
    count(from, where, options) {
      requireLife(life)
      return tx.count(from, where, options)
    },
    countBy(query) {
      requireLife(life)
      return tx.countBy(query)
    },
  }
  if (tx.query)
    reader.query = async (sql, values, timeout) => {
      requireLife(life)
      try {
        return (await tx.query?.(sql, values, timeout)) ?? []
      } catch (error) {
        life.failure ??= { error }
        throw error
      }
    }
  return reader
}

function lendWriter(tx: PlainWriter, life: Life, schema: Schema): PlainWriter {
  // Not a spread of the reader, which takes longer.
  const writer = lendReader(tx, life) as PlainWriter
  writer.insert = (into, rows) => {
    requireLife(life)
    return tx.insert(into, rows)
  }
  writer.put = (into, rows) => {
    requireLife(life)
    const entity = Object.hasOwn(schema, into) ? schema[into] : undefined
    if (entity) requireWholeRows(into, entity, rows)
    return rows.length === 0 ? undefined : tx.put(into, rows)
  }
  writer.update = (entity, where, set) => {
    requireLife(life)
    return tx.update(entity, where, set)
  }
  writer.delete = (from, where) => {
    requireLife(life)
    return tx.delete(from, where)
  }
  return writer
}
