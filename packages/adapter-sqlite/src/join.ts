// Work within a transaction that the owner of another connection to the file has begun.
import { statSync } from 'node:fs'
import {
  createMutex,
  joinRefused,
  type Awaitable,
  type Mutex,
  type PlainWriter,
  type Schema,
} from '@trackerkit/core/store'
import type { Compiler } from '@trackerkit/core/sql'
import type { Connection } from './connection.js'
import { adopt, type SqliteDatabase } from './driver/choose.js'
import type { DriverConnection } from './driver/driver.js'
import type { OpenFile } from './open-file.js'
import { createWriter } from './transaction.js'

export type Join = <T>(
  connection: unknown,
  migrated: { readonly schema: Schema; readonly compiler: Compiler },
  work: (tx: PlainWriter) => Awaitable<T>,
) => Promise<T>

/** One for all stores, which may be joined on one connection: savepoints are a stack. */
const turns = new WeakMap<object, Mutex>()

/**
 * Makes the function that runs work within the transaction that is open on a connection.
 *
 * @param own the file of the store, and its driver
 * @param given the database that was given instead of a file, if one was
 */
export function createJoin(
  { path, db: own }: Pick<OpenFile, 'path' | 'db'>,
  given: unknown,
  connect: (db: DriverConnection) => Connection,
): Join {
  const known = new WeakMap<object, Connection>()

  return async (asked, { schema, compiler }, work) => {
    if (!isDatabase(asked)) throw joinRefused('not_supported')
    if (asked === given) throw joinRefused('shared_connection')
    const host = adopt(asked)
    if (!isSameFile(host.name, path)) throw joinRefused('another_database')
    if (host.driver.library !== own.driver.library) throw joinRefused('another_driver')
    // Before anything is waited for: a transaction that is over soon is there still.
    if (!host.isInTransaction()) throw joinRefused('no_transaction')
    const connection = remembered(known, asked, () => connect(host))
    return remembered(turns, asked, createMutex).run(() =>
      behindSavepoint(connection, (requireOpen) =>
        work(checked(createWriter(connection, compiler, schema), requireOpen)),
      ),
    )
  }
}

function remembered<T>(by: WeakMap<object, T>, key: object, make: () => T): T {
  const value = by.get(key) ?? make()
  by.set(key, value)
  return value
}

function isDatabase(connection: unknown): connection is SqliteDatabase {
  const { prepare, inTransaction, isTransaction } = (connection ?? {}) as Record<string, unknown>
  return typeof prepare === 'function' && typeof (inTransaction ?? isTransaction) === 'boolean'
}

function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false, bigint: true }))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** The savepoint where the work began, and one above it that is set repeatedly. */
const [beginning, mark] = ['trackerkit_join', 'trackerkit_mark']

/**
 * Runs `work` behind a savepoint and rolls back to it if the work throws. The transaction may end while the work waits,
 * and another may begin. Its savepoints end with it, so check them before each statement: later statements must not run
 * outside the transaction.
 */
async function behindSavepoint<T>(connection: Connection, work: (requireOpen: () => void) => Awaitable<T>): Promise<T> {
  const requireOpen = () => {
    try {
      connection.run(`RELEASE ${mark}`, [])
    } catch (error) {
      throw joinRefused('transaction_over', error)
    }
    connection.run(`SAVEPOINT ${mark}`, [])
  }
  // Outside of a transaction a savepoint would begin one.
  if (!connection.isInTransaction()) throw joinRefused('transaction_over')
  connection.run(`SAVEPOINT ${beginning}`, [])
  connection.run(`SAVEPOINT ${mark}`, [])
  try {
    const result = await work(requireOpen)
    requireOpen()
    connection.run(`RELEASE ${beginning}`, [])
    return result
  } catch (error) {
    takeBack(connection, requireOpen)
    throw error
  }
}

/** Report the original error, not a failed rollback: if the rollback fails, the transaction is gone. */
function takeBack(connection: Connection, requireOpen: () => void): void {
  try {
    requireOpen()
    connection.run(`ROLLBACK TO ${beginning}`, [])
    connection.run(`RELEASE ${beginning}`, [])
  } catch {
    // The owner of the connection finds out with its next statement.
  }
}

function checked(writer: PlainWriter, requireOpen: () => void): PlainWriter {
  return {
    select(query) {
      requireOpen()
      return writer.select(query)
    },
    count(from, where, options) {
      requireOpen()
      return writer.count(from, where, options)
    },
    countBy(query) {
      requireOpen()
      return writer.countBy(query)
    },
    insert(into, rows) {
      requireOpen()
      return writer.insert(into, rows)
    },
    put(into, rows) {
      requireOpen()
      return writer.put(into, rows)
    },
    update(entity, where, set) {
      requireOpen()
      return writer.update(entity, where, set)
    },
    delete(from, where) {
      requireOpen()
      return writer.delete(from, where)
    },
    query(sql, values) {
      requireOpen()
      return writer.query?.(sql, values) ?? []
    },
  }
}
