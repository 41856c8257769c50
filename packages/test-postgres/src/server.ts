import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgres } from './embedded-postgres.js'
import { freePort } from './free-port.js'

export interface PostgresServer {
  /** A URL of its maintenance database, for a user who may do everything. */
  readonly url: string
  /** Shuts the server down: clients are notified, and none can connect until `start`. */
  stop(): Promise<void>
  /** Crashes the server: clients are not notified, and unwritten data is lost. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Runs a statement in the database of the URL. */
  run(sql: string): Promise<void>
  /** Ends the server for good and removes its data. */
  remove(): Promise<void>
}

/** In milliseconds. */
const stopPatience = 10_000

export const password = 'test'

/** Settings that make tests fast; only a crash of the machine would lose data. */
const careless = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']
const settings = ['max_connections=200', 'unix_socket_directories=', 'listen_addresses=127.0.0.1']

/**
 * Starts a separate PostgreSQL on a free port, with its data in a temporary folder.
 * @param options `isDurable`: whether commits wait for the disk, as on production servers
 */
export async function startServer(options: { readonly isDurable?: boolean } = {}): Promise<PostgresServer> {
  const folder = makeFolder()
  const { embedded, server } = await createServerIn(folder, options.isDurable ? [] : careless)
  await embedded.initialise()
  await embedded.start()
  return server
}

/** A folder for the data of a server, which goes with this process at the latest. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trackerkit-postgres-'))
  process.once('exit', () => removeFolder(folder))
  return folder
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

interface Embedded {
  readonly embedded: InstanceType<typeof EmbeddedPostgres>
  readonly server: PostgresServer
}

/** A server on a free port that keeps its data in the folder. Neither is it set up nor does it run. */
export async function createServerIn(databaseDir: string, flags: readonly string[]): Promise<Embedded> {
  const port = await freePort()
  const embedded = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password,
    // The server refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    persistent: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [...settings, ...flags].flatMap((flag) => ['-c', flag]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  let isKilled = false
  /** An interrupt from the keyboard ends the server first, and nothing reports its end then. */
  const stop = async () => {
    if (!isKilled) await Promise.race([embedded.stop(), setTimeout(stopPatience, undefined, { ref: false })])
  }
  const server: PostgresServer = {
    url,
    stop,
    async kill() {
      const [pid] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
      isKilled = true
      process.kill(Number(pid), 'SIGKILL')
      // Its child processes end soon after.
      await setTimeout(200)
    },
    async start() {
      await persistently(() => embedded.start())
      isKilled = false
    },
    async run(sql) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(sql)
      } finally {
        await client.end()
      }
    },
    async remove() {
      await stop()
      removeFolder(databaseDir)
    },
  }
  return { embedded, server }
}

/** Until the processes of a server that was killed are gone, another one does not start on its data. */
async function persistently(start: () => Promise<void>, attempts = 50): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start()
    } catch (error) {
      if (attempt === attempts) throw error
      await setTimeout(200)
    }
  }
}
