// The side of the tests.
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { databaseServerVariable, type DatabaseLease, type DatabaseRequest } from './broker.js'

export interface TestDatabase extends DatabaseLease {
  /** Gives the database back. It also is when this process ends. */
  readonly release: () => void
}

/** A new, empty database, which is removed when it is released. */
export async function freshDatabase(): Promise<TestDatabase> {
  return borrow({ kind: undefined })
}

/**
 * A database that only tests which name the same kind use, one after another. Whoever gets a new one fills it; whoever gets a used
 * one finds what the last one has left.
 */
export async function sharedDatabase(kind: string): Promise<TestDatabase> {
  return borrow({ kind })
}

async function borrow(wish: DatabaseRequest): Promise<TestDatabase> {
  const port = process.env[databaseServerVariable]
  if (port === undefined) throw new Error('there is no PostgreSQL for tests: vitest starts it by its global set-up')
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`${JSON.stringify(wish)}\n`)
  const line = await new Promise<string>((resolve, reject) => {
    socket.once('error', reject)
    createInterface(socket).once('line', resolve)
  })
  const loan = JSON.parse(line) as DatabaseLease | { readonly failure: string }
  if ('failure' in loan) throw new Error(loan.failure)
  socket.unref()
  return { ...loan, release: () => socket.destroy() }
}
