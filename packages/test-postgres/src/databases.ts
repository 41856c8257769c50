// The side of the tests.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { databaseServerVariable, type DatabaseLease, type DatabaseRequest } from './database-server.js'

export interface TestDatabase extends DatabaseLease {
  /** Gives the database back. It also is when this process ends. */
  readonly release: () => void
}

/** A new, empty database, which is removed when it is released. */
export async function freshDatabase(): Promise<TestDatabase> {
  return requestDatabase({ kind: undefined })
}

/**
 * A database that only tests of the same kind use, one after another. The first one fills it; later ones find what
 * their predecessor has left.
 */
export async function sharedDatabase(kind: string): Promise<TestDatabase> {
  return requestDatabase({ kind })
}

async function requestDatabase(request: DatabaseRequest): Promise<TestDatabase> {
  const port = process.env[databaseServerVariable]
  if (port === undefined) throw new Error('there is no PostgreSQL for tests: vitest starts it by its global set-up')
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${JSON.stringify(request)}\n`)
  const line = await new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    createInterface(socket).once('line', resolve)
  })
  const lease = JSON.parse(line) as DatabaseLease | { readonly failure: string }
  if ('failure' in lease) throw new Error(lease.failure)
  socket.unref()
  return { ...lease, release: () => socket.destroy() }
}
