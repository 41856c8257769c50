import {
  createCompiler,
  requireMigrated,
  runMigrations,
  type MigrationSession,
  type Naming,
} from '@trackerkit/core/sql'
import { guarded, StoreError, type Migration, type PlainStore, type Schema, type Store } from '@trackerkit/core/store'
import pg from 'pg'
import { createConnections, type Connections } from './connections.js'
import { lockTable, postgresDialect } from './dialect.js'
import { createTranslation, overdueWhenCut } from './errors.js'
import { createJoin } from './join.js'
import { inspectDatabase, prepareDatabase } from './prepare.js'
import { completeOptions, type PostgresOptions } from './options.js'
import type { PostgresPool } from './pool.js'
import { createStatements, noStatements } from './statements.js'
import {
  beginMigration,
  beginRead,
  beginScan,
  beginWrite,
  createReader,
  createWriter,
  readSnapshot,
  writeTransaction,
  type Knowledge,
  type Transaction,
} from './transaction.js'
import { createSemaphore } from './semaphore.js'
import { createNotice, createWatch, usualPauses, type WatchPauses } from './watch.js'

/** How many writes of this process have a connection. While one runs the other already waits for it in the database. */
const writersAtOnce = 2

/** For how long a connection may take to come about, and how long it may be of no use, in milliseconds. */
const [connectPatience, idlePatience] = [5_000, 300_000]

/**
 * A machine that is gone, or a network, does not say so. After this time without a word the server is asked whether it is still
 * there; and a statement whose answer does not come is given up. Longer than a write may be idle, in milliseconds.
 */
const [silencePatience, answerPatience] = [10_000, 60_000]

/**
 * A store in a PostgreSQL database, or in one that speaks its protocol. The tables are made in the first schema of the search
 * path. Any number of processes may use one database.
 *
 * @param database a URL (`postgres://user:password@host/database`) or a pool of the driver `pg`, which stays its owner's: the
 * store does not end it, and its owner listens for its errors
 * @throws RangeError for an option that is out of its range
 * @example
 * const tracker = await createTracker({ store: postgresStore('postgres://tracker@localhost/tracker') })
 */
export function postgresStore(database: string | PostgresPool, options: PostgresOptions = {}): Store {
  return openStore(database, options, usualPauses)
}

/** The store, with other pauses than usual, as tests want them. */
export function openStore(database: string | PostgresPool, options: PostgresOptions, pauses: WatchPauses): Store {
  const { max, prepared, readonly, naming } = completeOptions(options)
  const isOurs = typeof database === 'string'
  const pool = isOurs ? openPool(database, max) : (database as pg.Pool)
  const connections = createConnections(pool, isOurs, prepared ? createStatements() : noStatements)
  const writing = createSemaphore(writersAtOnce)
  const table = lockTable(naming)
  const joins = createJoin(connections, table)
  const notice = createNotice({ connections, table, pause: pauses.notice })
  const watch = createWatch({ connections, openClient: clientsOf(pool), table, pauses })
  let known: Knowledge | undefined

  function ready(): Knowledge {
    if (!known) throw new Error('migrate the store before anything else: it does not know its schema yet')
    return known
  }

  function readyToWrite(): Knowledge {
    if (readonly) throw new StoreError('read_only', 'the store was opened for reading only')
    return ready()
  }

  const store: PlainStore = {
    async migrate(schema, migrations) {
      known = await migrate(connections, naming, readonly, schema, migrations)
      if (!readonly) await joins.learn(known)
    },
    async read(work, { scan } = {}) {
      const knowledge = ready()
      const { translate, begin } = scan ? scanning(knowledge, scan.timeout) : reading(knowledge)
      return readSnapshot(connections, translate, begin, (tx) => work(createReader(tx, knowledge)))
    },
    async write(work) {
      const knowledge = readyToWrite()
      await writing.take()
      try {
        const { translate, begin } = knowledge
        const write = (tx: Transaction) => work(createWriter(tx, knowledge))
        return await writeTransaction(connections, translate, begin, write, notice)
      } finally {
        writing.give()
      }
    },
    async join(connection, work) {
      return joins.join(connection, readyToWrite(), work)
    },
    watch: (listener) => watch.watch(listener),
    async close() {
      await watch.close()
      await notice.close()
      await connections.close()
    },
  }
  return guarded(store)
}

/** Brings the database up to date, or only sees whether it is. */
async function migrate(
  connections: Connections,
  naming: Naming,
  readonly: boolean,
  schema: Schema,
  migrations: readonly Migration[],
): Promise<Knowledge> {
  const translate = createTranslation(schema, naming.prefix)
  const { trigrams, queue } = await (readonly
    ? inspectDatabase(connections, translate)
    : prepareDatabase(connections, translate, naming))
  const dialect = postgresDialect(trigrams, naming)
  if (readonly)
    await readSnapshot(connections, translate, beginRead, (tx) => requireMigrated(sessionOf(tx), dialect, migrations))
  else
    await writeTransaction(connections, translate, beginMigration, (tx) =>
      runMigrations(sessionOf(tx), dialect, migrations),
    )
  const { skipDuplicates: _, ...strict } = dialect
  return {
    schema,
    translate,
    compiler: createCompiler(schema, dialect),
    strict: createCompiler(schema, strict),
    begin: beginWrite(queue),
    queue,
  }
}

function sessionOf(tx: Transaction): MigrationSession {
  return { run: async (sql, parameters) => (await tx.run(sql, parameters)).rows }
}

function reading({ translate }: Knowledge) {
  return { translate, begin: beginRead }
}

function scanning({ translate }: Knowledge, timeout: number) {
  return { translate: overdueWhenCut(translate), begin: beginScan(timeout) }
}

/** How to make a client as the pool makes its own, which does not count among them. A pool of another make may not say. */
function clientsOf(pool: pg.Pool): (() => pg.Client) | undefined {
  const { Client, options } = pool as { readonly Client?: typeof pg.Client; readonly options: pg.PoolOptions }
  return Client && (() => new Client(options))
}

function openPool(url: string, max: number): pg.Pool {
  return new pg.Pool({
    connectionString: url,
    max,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: silencePatience,
    query_timeout: answerPatience,
    connectionTimeoutMillis: connectPatience,
    idleTimeoutMillis: idlePatience,
    fallback_application_name: 'trackerkit',
  })
}
