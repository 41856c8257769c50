// The test run's side: starts the server on first use and leases databases.
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { startServer, type PostgresServer } from './server.js'

/** The variable by which tests find the server of databases. */
export const databaseServerVariable = 'TRACKERKIT_TEST_POSTGRES_SERVER'

/** A request of a test: a used database of a kind, or one that is dropped afterwards. */
export interface DatabaseRequest {
  readonly kind: string | undefined
}

export interface DatabaseLease {
  readonly url: string
  /** True if the database is new. */
  readonly isNew: boolean
}

/** Starts the server of databases; returns how to end it, and the server with it. Tests in other processes find it by a variable. */
export async function startDatabaseServer(): Promise<() => Promise<void>> {
  const databases = createDatabases(process.env['TRACKERKIT_TEST_POSTGRES'])
  const sockets = new Set<Socket>()
  const databaseServer = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    const lines = createInterface(socket)
    lines.once('line', (line) => {
      const { kind } = JSON.parse(line) as DatabaseRequest
      const leased = databases.lease(kind)
      leased.then(
        ({ lease }) => socket.write(`${JSON.stringify(lease)}\n`),
        (error: unknown) => socket.write(`${JSON.stringify({ failure: String(error) })}\n`),
      )
      // The database is given back when whoever has it closes the connection, or ends.
      socket.once('close', () => void leased.then((it) => it.giveBack()).catch(() => undefined))
    })
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => databaseServer.listen(0, '127.0.0.1', resolve))
  process.env[databaseServerVariable] = String((databaseServer.address() as AddressInfo).port)
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => databaseServer.close(resolve))
    await databases.remove()
  }
}

interface Leased {
  readonly lease: DatabaseLease
  giveBack(): Promise<void>
}

/** @param given the URL of a server that is there already */
function createDatabases(given: string | undefined) {
  let opened: Promise<{ url: string; pool: pg.Pool; server: PostgresServer | undefined }> | undefined
  const names = new Set<string>()
  const free = new Map<string, string[]>()
  let count = 0

  async function open() {
    const server = given === undefined ? await startServer() : undefined
    const url = given ?? server?.url ?? ''
    const pool = new pg.Pool({ connectionString: url, max: 2 })
    pool.on('error', () => undefined)
    return { url, pool, server }
  }

  async function drop(name: string): Promise<void> {
    const { pool } = await (opened ??= open())
    await pool.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    names.delete(name)
  }

  return {
    async lease(kind: string | undefined): Promise<Leased> {
      const { url, pool } = await (opened ??= open())
      const urlOf = (name: string) => Object.assign(new URL(url), { pathname: name }).href
      const shelf = kind === undefined ? [] : (free.get(kind) ?? [])
      if (kind !== undefined) free.set(kind, shelf)
      const used = shelf.pop()
      const name = used ?? `trackerkit_test_${process.pid}_${++count}`
      if (used === undefined) {
        await pool.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`)
        names.add(name)
      }
      return {
        lease: { url: urlOf(name), isNew: used === undefined },
        giveBack: async () => (kind === undefined ? drop(name) : void shelf.push(name)),
      }
    },
    async remove(): Promise<void> {
      if (!opened) return
      const { pool, server } = await opened
      if (!server) for (const name of names) await drop(name)
      await pool.end()
      await server?.remove()
    },
  }
}
