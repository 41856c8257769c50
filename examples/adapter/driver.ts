// The connections to the database, and what its errors mean.
import { createMutex, StoreError } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { dialect } from './dialect.js'
import type { Connection, Driver } from './store.js'

/** @param file the file of the database, which is made if it is not there */
export function sqliteDriver(file: string): Driver {
  const idle: Database.Database[] = []
  const turns = createMutex()

  function open(): Database.Database {
    // Waiting for another process's lock would block this process: the caller retries.
    const database = new Database(file, { timeout: 0 })
    database.pragma('journal_mode = WAL')
    return database
  }

  /** A connection is for one transaction at a time. */
  async function lend<T>(task: (connection: Connection) => Promise<T>): Promise<T> {
    const database = idle.pop() ?? open()
    try {
      return await task(connectionTo(database))
    } finally {
      idle.push(database)
    }
  }

  return {
    dialect,
    begin: { read: 'BEGIN', write: 'BEGIN IMMEDIATE' },
    use: (what, task) => (what === 'write' ? turns.run(() => lend(task)) : lend(task)),
    storeError,
    async end() {
      for (const database of idle.splice(0)) database.close()
    },
  }
}

function connectionTo(database: Database.Database): Connection {
  return {
    async query(sql, parameters = []) {
      const statement = database.prepare<unknown[], unknown[]>(sql)
      if (statement.reader) return { rows: statement.raw().all(...parameters), changed: 0 }
      return { rows: [], changed: statement.run(...parameters).changes }
    },
  }
}

function storeError(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error
  const { code, message } = error
  if (code.startsWith('SQLITE_BUSY')) return new StoreError('retry', 'another process is writing', { cause: error })
  if (code.startsWith('SQLITE_FULL')) return new StoreError('full', 'the disk is full', { cause: error })
  if (code.startsWith('SQLITE_READONLY')) return new StoreError('read_only', 'the file is read-only', { cause: error })
  if (/^SQLITE_(IOERR|CANTOPEN|CORRUPT|NOTADB)/.test(code))
    return new StoreError('unavailable', 'the file cannot be used', { cause: error })
  if (/^no such (table|column): |^table .* has no column named /.test(message))
    return new StoreError('schema_newer', 'a newer version has changed the tables', { cause: error })
  // UNIQUE constraint failed: users.login_folded, users.realm
  const [entity, ...columns] = [...message.matchAll(/(\w+)\.(\w+)/g)].flatMap(([, table = '', column = ''], index) =>
    index === 0 ? [table, column] : [column],
  )
  if (!/^SQLITE_CONSTRAINT_(UNIQUE|PRIMARYKEY|ROWID)$/.test(code) || entity === undefined) return error
  return new StoreError('unique', `another row of ${entity} has the same ${columns.join(', ')}`, {
    entity,
    columns,
    cause: error,
  })
}
