// A store in a PGlite of the embedding program.
import { refuseUnknownOptions, type OptionNames, type Store } from '@trackerkit/core/store'
import pg from 'pg'
import { openStore } from './postgres-store.js'
import type { PostgresOptions } from './options.js'
import { createPgliteStream, type PgliteWire } from './pglite-stream.js'
import { settings, type Servers } from './servers.js'
import { usualPauses } from './watch.js'

/** A `PGlite` of `@electric-sql/pglite`, as far as it is used. */
export interface PgliteDatabase extends PgliteWire {
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  /** `transaction` holds this lock until it ends, and the other one only during its statements. */
  _runExclusiveTransaction<T>(work: () => Promise<T>): Promise<T>
}

/** Options of `pgliteStore`. */
export type PgliteOptions = Pick<PostgresOptions, 'prefix' | 'readonly' | 'schema'>

/**
 * A store in PGlite: PostgreSQL as WebAssembly, in memory or in a folder that only this process uses. The caller closes the
 * database after the tracker. While the tracker reads or writes, queries of the owner wait, and the other way round. So never wait
 * for the tracker inside `db.transaction`; use `query` of its transactions instead. `join` is not supported.
 *
 * @throws RangeError for an option that is out of its range
 * @throws TrackerError `invalid_options` for unknown options
 */
export function pgliteStore(db: PgliteDatabase, options: PgliteOptions = {}): Store {
  const names = { prefix: true, readonly: true, schema: true } satisfies OptionNames<PgliteOptions>
  refuseUnknownOptions(options, names, 'pgliteStore')
  const session = sessions.get(db) ?? createSession(db)
  sessions.set(db, session)
  const store = { ...openStore(session.servers, options, usualPauses) }
  delete store.join
  const { listeners } = session
  return {
    ...store,
    async write(work, how) {
      const result = await store.write(work, how)
      for (const listener of listeners) listener()
      return result
    },
    watch(listener) {
      const own = () => {
        try {
          listener()
        } catch {
          // The write is committed already.
        }
      }
      listeners.add(own)
      return () => void listeners.delete(own)
    },
  }
}

interface Session {
  readonly servers: Servers
  /** Of all stores: other processes cannot write. */
  readonly listeners: Set<() => void>
}

/** PGlite is one session of PostgreSQL, however many stores use it. */
const sessions = new WeakMap<PgliteDatabase, Session>()

function createSession(db: PgliteDatabase): Session {
  const pool = new pg.Pool({
    ...settings,
    max: 1,
    idleTimeoutMillis: 0,
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    stream: () => createPgliteStream(db),
  })
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))

  /** Keeps the owner and the tracker out of each other's transactions while the client is lent. */
  async function connect(): Promise<pg.PoolClient> {
    const leave = await enter(db)
    try {
      const client = await pool.connect()
      const release = client.release.bind(client)
      client.release = (error) => {
        release(error)
        leave()
      }
      return client
    } catch (error) {
      leave()
      throw error
    }
  }
  const servers = { max: 1, connect, notice: ignore, openClient: undefined, end: async () => undefined }
  return { servers, listeners: new Set() }
}

/** Waits for the database, and returns the function that releases it. */
function enter(db: PgliteDatabase): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const hold = () => db.runExclusive(() => new Promise<void>((leave) => resolve(leave)))
    db._runExclusiveTransaction(hold).catch(reject)
  })
}

function ignore(): void {}
