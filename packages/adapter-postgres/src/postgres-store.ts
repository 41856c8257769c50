import {
  createCompiler,
  requireMigrated,
  requireNotEmpty,
  runMigrations,
  type MigrationSession,
  type Naming,
} from '@trackerkit/core/sql'
import {
  guarded,
  kindOf,
  StoreError,
  TrackerError,
  type MigrateOptions,
  type Migration,
  type PlainStore,
  type Schema,
  type Store,
} from '@trackerkit/core/store'
import type pg from 'pg'
import { createConnections, type Connections } from './connections.js'
import { isCounting } from './counting.js'
import { lockTable, postgresDialect } from './dialect.js'
import { createTranslation, overdueWhenCut } from './errors.js'
import { primaryAmong } from './failover.js'
import { hostsOf } from './hosts.js'
import { createJoin } from './join.js'
import { inspectDatabase, prepareDatabase } from './prepare.js'
import { completeOptions, type PostgresOptions } from './options.js'
import type { PostgresPool } from './pool.js'
import { givenPool, oneServer, type Servers } from './servers.js'
import { createStatements, noStatements } from './statements.js'
import {
  beginBulk,
  beginMigration,
  beginRead,
  beginWrite,
  createReader,
  createWriter,
  readSnapshot,
  writeTransaction,
  type Knowledge,
  type Transaction,
} from './transaction.js'
import { createSemaphore } from './semaphore.js'
import { usualStandbyPauses, type StandbyPauses } from './rest.js'
import { withPlaces } from './scan-places.js'
import { scansBeside, scansOf, type Scans } from './standby.js'
import { createUpkeep } from './upkeep.js'
import { createNotice, createWatch, usualPauses, type WatchPauses } from './watch.js'

/** How many writes of this process have a connection. While one runs the other already waits for it in the database. */
const writersAtOnce = 2

/**
 * A store in a PostgreSQL database, or in one that speaks its protocol. The tables are made in the first schema of the search
 * path. Any number of processes may use one database.
 *
 * @param database a URL (`postgres://user:password@host/database`; with several hosts, `postgres://a:5432,b:5432/database`, the one
 * that takes writes is used, and found again after a failover) or a pool of the driver `pg`, which stays its owner's: the
 * store does not end it, and its owner listens for its errors
 * @throws RangeError for an option that is out of its range, and for hosts that cannot be meant; TrackerError `invalid_options`
 *   for an option that does not exist, and for neither a URL nor a pool
 * @example
 * const tracker = await createTracker({ store: postgresStore('postgres://tracker@localhost/tracker') })
 */
export function postgresStore(database: string | PostgresPool, options: PostgresOptions = {}): Store {
  return openStore(database, options, usualPauses)
}

/** The store, with other pauses than usual, as tests want them. */
export function openStore(
  database: string | PostgresPool | Servers,
  options: PostgresOptions,
  pauses: WatchPauses & { readonly standby?: StandbyPauses },
): Store {
  const complete = completeOptions(options)
  const { max, prepared, readonly, naming, logger } = complete
  const servers = serversOf(database, max)
  const connections = createConnections(servers, prepared ? createStatements(logger) : noStatements)
  const writing = createSemaphore(writersAtOnce)
  const table = lockTable(naming)
  const scans = withPlaces(createScans(connections, complete, pauses.standby), servers.max)
  const joins = createJoin(connections, table)
  const notice = createNotice({ connections, table, pause: pauses.notice })
  const watch = createWatch({ connections, openClient: servers.openClient, table, pauses })
  let known: Knowledge | undefined

  function ready(): Knowledge {
    if (!known) throw new Error('migrate the store first: its schema is not known yet')
    return known
  }

  function readyToWrite(): Knowledge {
    if (readonly) throw new StoreError('read_only', 'the store was opened as read-only')
    return ready()
  }

  const store: PlainStore = {
    async migrate(schema, migrations, options) {
      known = await migrate(connections, naming, readonly, schema, migrations, options)
      if (!readonly) await joins.learn(known)
    },
    async read(work, { scan, bulk = false } = {}) {
      const knowledge = ready()
      const read = (tx: Transaction) => work(createReader(tx, knowledge))
      if (!scan) return readSnapshot(connections, knowledge.translate, bulk ? beginBulk(beginRead) : beginRead, read)
      return scans.read({ ...scan, translate: overdueWhenCut(knowledge.translate) }, read)
    },
    async write(work, { bulk = false } = {}) {
      const knowledge = readyToWrite()
      await writing.take()
      try {
        const { translate, begin } = knowledge
        const write = (tx: Transaction) => work(createWriter(tx, knowledge))
        return await writeTransaction(connections, translate, bulk ? beginBulk(begin) : begin, write, notice)
      } finally {
        writing.give()
      }
    },
    async join(connection, work) {
      return joins.join(connection, readyToWrite(), work)
    },
    ...createUpkeep(connections, naming, ready, readyToWrite),
    watch: (listener) => watch.watch(listener),
    async close() {
      await watch.close()
      await notice.close()
      await scans.close()
      await connections.close()
    },
  }
  return guarded(store)
}

/** @throws StoreError `schema_older` */
async function requireContents(connections: Connections, naming: Naming, schema: Schema): Promise<void> {
  const translate = createTranslation(schema, naming.prefix)
  const { queue: _, ...abilities } = await inspectDatabase(connections, translate)
  const dialect = postgresDialect(abilities, naming)
  await readSnapshot(connections, translate, beginRead, (tx) => requireNotEmpty(sessionOf(tx), dialect))
}

/** Brings the database up to date, or only sees whether it is. */
async function migrate(
  connections: Connections,
  naming: Naming,
  readonly: boolean,
  schema: Schema,
  migrations: readonly Migration[],
  { mustExist = false }: MigrateOptions = {},
): Promise<Knowledge> {
  if (mustExist) await requireContents(connections, naming, schema)
  const translate = createTranslation(schema, naming.prefix)
  const { queue, ...abilities } = await (readonly
    ? inspectDatabase(connections, translate)
    : prepareDatabase(connections, translate, naming, schema))
  const found = postgresDialect(abilities, naming)
  const counters = await (readonly
    ? readSnapshot(connections, translate, beginRead, async (tx) => {
        await requireMigrated(sessionOf(tx), found, migrations)
        return isCounting(tx, found, schema)
      })
    : writeTransaction(connections, translate, beginMigration, async (tx) => {
        await runMigrations(sessionOf(tx), found, migrations)
        return isCounting(tx, found, schema)
      }))
  const dialect = postgresDialect({ ...abilities, counters }, naming)
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

/** @throws RangeError for a standby that is several servers */
function createScans(
  primary: Connections,
  { replica, max, prepared, naming, logger }: ReturnType<typeof completeOptions>,
  pauses = usualStandbyPauses,
): Scans {
  if (replica === undefined) return scansOf(primary)
  if (typeof replica === 'string' && hostsOf(replica).length > 0)
    throw new RangeError('the URL of the replica must name one host, without target_session_attrs')
  const standby = createConnections(serversOf(replica, max), prepared ? createStatements(logger) : noStatements)
  return scansBeside({ primary, standby, table: lockTable(naming), logger, pauses })
}

function serversOf(database: string | PostgresPool | Servers, max: number): Servers {
  if (typeof database !== 'string') requirePool(database)
  else requireScheme(database)
  if (typeof database !== 'string' && 'openClient' in database) return database
  if (typeof database !== 'string') return givenPool(database as pg.Pool)
  const hosts = hostsOf(database)
  return hosts.length > 0 ? primaryAmong(hosts, max) : oneServer(database, max)
}

/** @throws TrackerError `invalid_options` unless it is a pool: it may be an unset variable of the environment or settings of pg */
function requirePool(database: unknown): void {
  if (typeof database === 'object' && database !== null && 'connect' in database) return
  throw invalidDatabase(kindOf(database))
}

/** @throws TrackerError `invalid_options` for the URL of something else, which the driver would take for the name of a host */
function requireScheme(database: string): void {
  const [, scheme = 'postgres:'] = /^([a-z][a-z\d+.-]*:)\/\//i.exec(database) ?? []
  if (!/^(postgres|postgresql|socket):$/i.test(scheme)) throw invalidDatabase(`a URL that begins with ${scheme}`)
}

function invalidDatabase(value: string | undefined): TrackerError {
  const accepted = "a URL as text, such as 'postgres://user:password@host/database', or a pool of pg"
  return new TrackerError('invalid_options', { field: 'database', value, accepted })
}
