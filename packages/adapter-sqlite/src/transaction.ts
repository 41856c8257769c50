import {
  StoreError,
  type PlainReader,
  type PlainWhere,
  type PlainWriter,
  type ReadOptions,
  type Schema,
} from '@trackerkit/core/store'
import type { Compiler } from '@trackerkit/core/sql'
import type { Connection } from './connection.js'
import type { RunQuery } from './scans.js'

/** Runs `work` on one snapshot: the first select pins it. */
export async function readSnapshot<T>(connection: Connection, work: () => T | Promise<T>): Promise<T> {
  connection.run('BEGIN', [])
  try {
    return await work()
  } finally {
    connection.run('COMMIT', [])
  }
}

/** Runs `work` with the write lock of the file, and commits. A work that throws and a commit that fails are undone. */
export async function writeTransaction<T>(connection: Connection, work: () => T | Promise<T>): Promise<T> {
  connection.run('BEGIN IMMEDIATE', [])
  try {
    const result = await work()
    connection.run('COMMIT', [])
    return result
  } catch (error) {
    rollBack(connection)
    throw error
  }
}

/** The original error is reported, not a failed rollback: an uncommitted transaction has no effect anyway. */
function rollBack(connection: Connection): void {
  try {
    if (connection.isInTransaction()) connection.run('ROLLBACK', [])
  } catch {
    // The next transaction on this connection reports if it is unusable.
  }
}

/** How long a query of a work may take, if not as long as the connection says. */
export function longestOf({ bulk }: Pick<ReadOptions, 'bulk'>): number | undefined {
  return bulk ? Infinity : undefined
}

/** @param milliseconds how long a query may take, instead of the time of the connection */
export function createReader(connection: Connection, compiler: Compiler, milliseconds?: number): PlainReader {
  return {
    select(query) {
      const { sql, parameters, decode } = compiler.select(query)
      return decode(connection.all(sql, parameters, Infinity, milliseconds))
    },
    count(from, where, options) {
      const { sql, parameters } = compiler.count(from, where, options)
      return connection.all(sql, parameters, Infinity, milliseconds)[0]?.[0] as number
    },
    countBy(query) {
      const { sql, parameters, decode } = compiler.countBy(query)
      return decode(connection.all(sql, parameters, Infinity, milliseconds))
    },
    query(sql, values) {
      // The connection may be one that writes as well.
      connection.run('PRAGMA query_only = ON', [])
      try {
        return connection.query(sql, values)
      } finally {
        connection.run('PRAGMA query_only = OFF', [])
      }
    },
  }
}

/**
 * Reads queries of few rows. Queries that may read many, or turn out to, are left to a thread: those that search texts,
 * count, or sort or limit rows without a condition on them.
 * @param mostRows how many rows a question may look at
 * @throws StoreError `overdue`
 */
export function createBriefReader(connection: Connection, compiler: Compiler, mostRows: number): PlainReader {
  const refuse = () => {
    throw new StoreError('overdue', 'a query may examine very many rows')
  }
  return {
    select(query) {
      const { where, order, limit } = query
      if (where ? looksForText(where) : order !== undefined || limit !== undefined) return refuse()
      const { sql, parameters, decode } = compiler.select(query)
      return decode(connection.all(sql, parameters, mostRows))
    },
    count: refuse,
    countBy: refuse,
  }
}

function looksForText(where: PlainWhere): boolean {
  if ('and' in where) return where.and.some(looksForText)
  if ('or' in where) return where.or.some(looksForText)
  if ('not' in where) return looksForText(where.not)
  if ('some' in where) return where.where !== undefined && looksForText(where.where)
  return 'contains' in where
}

/** Reads by asking a thread. */
export function createScanReader(ask: RunQuery, compiler: Compiler): PlainReader {
  return {
    async select(query) {
      const { sql, parameters, decode } = compiler.select(query)
      return decode(await ask(sql, parameters))
    },
    async count(from, where, options) {
      const { sql, parameters } = compiler.count(from, where, options)
      return (await ask(sql, parameters))[0]?.[0] as number
    },
    async countBy(query) {
      const { sql, parameters, decode } = compiler.countBy(query)
      return decode(await ask(sql, parameters))
    },
  }
}

/** @param milliseconds how long a query may take, instead of the time of the connection */
export function createWriter(
  connection: Connection,
  compiler: Compiler,
  schema: Schema,
  milliseconds?: number,
): PlainWriter {
  const reader = createReader(connection, compiler, milliseconds)

  /** A full disk makes SQLite roll back at once; later statements would run outside any transaction. */
  function requireTransaction(): void {
    if (!connection.isInTransaction()) throw new Error('SQLite rolled back this transaction after an earlier error')
  }

  return {
    ...reader,
    insert(into, rows) {
      requireTransaction()
      const statements = compiler.insert(into, rows)
      const key = schema[into]?.autoId ? schema[into].key[0] : undefined
      return allOrNone(connection, statements.length, () => {
        const assigned = statements.flatMap(({ sql, parameters, rows: count }) =>
          lastKeys(Number(connection.run(sql, parameters).lastInsertRowid), count),
        )
        return key === undefined ? [] : rows.map((row, index) => (row[key] ?? assigned[index]) as number)
      })
    },
    put(into, rows) {
      requireTransaction()
      const statements = compiler.put(into, rows)
      allOrNone(connection, statements.length, () => {
        for (const { sql, parameters } of statements) connection.run(sql, parameters)
      })
    },
    update(entity, where, set) {
      requireTransaction()
      if (Object.keys(set).length === 0) return reader.count(entity, where)
      const { sql, parameters } = compiler.update(entity, where, set)
      return connection.run(sql, parameters).changes
    },
    delete(from, where) {
      requireTransaction()
      const { sql, parameters } = compiler.delete(from, where)
      return connection.run(sql, parameters).changes
    },
    query(sql, values) {
      requireTransaction()
      return connection.query(sql, values)
    },
  }
}

/** The keys that one INSERT assigned: they are consecutive. */
function lastKeys(last: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => last - count + 1 + index)
}

/** One statement undoes itself when it fails; several need a mark to go back to. */
function allOrNone<T>(connection: Connection, statements: number, run: () => T): T {
  if (statements < 2) return run()
  connection.run('SAVEPOINT rows', [])
  try {
    return run()
  } catch (error) {
    if (connection.isInTransaction()) connection.run('ROLLBACK TO rows', [])
    throw error
  } finally {
    if (connection.isInTransaction()) connection.run('RELEASE rows', [])
  }
}
