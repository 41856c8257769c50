import type { Compiler } from '@trackerkit/core/sql'
import {
  isStoreError,
  StoreError,
  type PlainReader,
  type PlainRow,
  type PlainWhere,
  type PlainWriter,
  type Schema,
} from '@trackerkit/core/store'
import type { Answer, Connection, Connections } from './connections.js'
import { isCancelled, isRefused, overdueWhenCut, type Translate } from './errors.js'
import type { Notice } from './watch.js'

/** Facts a store has after migration. */
export interface Knowledge {
  readonly schema: Schema
  readonly compiler: Compiler
  /** The same, with an INSERT that fails where the other leaves out rows. */
  readonly strict: Compiler
  readonly translate: Translate
  /** The statement that opens a write. */
  readonly begin: string
  /** The statement by which writes wait for each other; empty where there is none. */
  readonly queue: string
}

/** One open transaction. Its errors are the store's own. */
export interface Transaction {
  /** Runs a statement that changes nothing. */
  ask(sql: string, parameters: readonly unknown[]): Promise<Answer>
  run(sql: string, parameters?: readonly unknown[]): Promise<Answer>
  /** Runs a statement about tables of others. Errors are those of the driver, except for troubles of the store. */
  query(sql: string, values: readonly unknown[], timeout?: number): Promise<Record<string, unknown>[]>
  /** Runs a statement that may violate uniqueness. If it does, it is rolled back and the transaction continues. */
  attempt<T>(task: () => Promise<T>): Promise<T>
  /** The first error that ended the transaction early: nothing in it will be kept. */
  readonly failure: { readonly error: unknown } | undefined
}

/**
 * Runs `work` in a transaction for reading. It is over as soon as the work is: nothing hangs on its COMMIT.
 *
 * @param begin what opens the transaction: `beginRead`, or what `beginScan` makes
 */
export async function readSnapshot<T>(
  connections: Connections,
  translate: Translate,
  begin: string,
  work: (tx: Transaction) => T | Promise<T>,
): Promise<T> {
  return readOn(await take(connections, translate, begin), translate, begin, work)
}

/** The same on a connection that has been lent, which is given back. */
export async function readOn<T>(
  connection: Connection,
  translate: Translate,
  begin: string,
  work: (tx: Transaction) => T | Promise<T>,
): Promise<T> {
  const tx = open(connection, translate, begin)
  try {
    return await work(tx)
  } finally {
    connection.giveBack(connection.run('COMMIT'))
  }
}

/**
 * Runs `work` in a write transaction and commits. If a database error has aborted the transaction, the commit fails
 * even if the work ignored the error.
 * @param begin the opening statement: see `beginWrite` and `beginMigration`
 * @param notice notifies other processes
 */
export async function writeTransaction<T>(
  connections: Connections,
  translate: Translate,
  begin: string,
  work: (tx: Transaction) => T | Promise<T>,
  notice?: Notice,
): Promise<T> {
  const connection = await take(connections, translate, begin)
  const tx = open(connection, translate, begin)
  try {
    const result = await work(tx)
    if (tx.failure) throw tx.failure.error
    const committed = tx.run('COMMIT')
    // It travels with the COMMIT, whose failure says enough when the connection is lost.
    const isAlong = notice?.isDue() ?? false
    const noticed = Promise.resolve(isAlong ? notice?.send((sql) => tx.run(sql)) : undefined)
    noticed.catch(ignore)
    const { command } = await committed
    if (!isAlong) notice?.later()
    if (command !== 'COMMIT') throw new Error('PostgreSQL rolled back this transaction')
    if (connection.isUnconfirmed())
      throw new StoreError('unavailable', 'the standby has not confirmed this transaction; a failover may lose it')
    connection.giveBack(noticed)
    return result
  } catch (error) {
    connection.giveBack(connection.run('ROLLBACK'))
    throw error
  }
}

export const beginRead = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'

/** Opens a read whose statements time out after this many milliseconds, or sooner if requested. */
export function beginScan(timeout: number): string {
  return `${beginRead}; ${limitStatements(timeout)}`
}

/** Sets the time limit of the statements that follow, unless it is lower already, and returns the limit before. */
function limitStatements(timeout: number): string {
  const limit = Math.min(Math.max(1, Math.ceil(timeout)), longestTimeout)
  const least = `least(${limit}, nullif(setting, '0')::integer)::text`
  return `SELECT setting, set_config(name, ${least}, true) FROM pg_settings WHERE name = 'statement_timeout'`
}

function restoreLimit({ rows }: Answer): string {
  return `SELECT set_config('statement_timeout', '${Number(rows[0]?.[0])}', true)`
}

/** The most that the server takes, in milliseconds. */
const longestTimeout = 2 ** 31 - 1

/** Milliseconds until the server ends an idle write, so that others do not wait for a lost process. */
const idleMilliseconds = 30_000

/**
 * Opens a write. It is SERIALIZABLE, so concurrent writes have the effect of sequential ones. Most of them would have
 * to be repeated, though: PostgreSQL tracks reads by index pages, and active bugs share a few. So writes first queue if
 * possible. This makes them 2 to 5 times faster under load, and none fails. It is not READ WRITE: where transactions are
 * read-only by default, the database is about to move, and writes would be lost.
 */
export function beginWrite(queue: string): string {
  const idle = `SET LOCAL idle_in_transaction_session_timeout = ${idleMilliseconds}`
  // The lock precedes the first query, which determines the snapshot.
  return ['BEGIN ISOLATION LEVEL SERIALIZABLE', idle, ...(queue === '' ? [] : [queue])].join('; ')
}

const unhurried = 'SET LOCAL idle_in_transaction_session_timeout = 0'

/** Opens a transaction that may wait for a slow file or network, and whose statements take as long as they take. */
export function beginBulk(begin: string): string {
  return `${begin}; ${unhurried}`
}

/** Opens a migration. After waiting for the lock, it must see commits of others. */
export const beginMigration = beginBulk('BEGIN ISOLATION LEVEL READ COMMITTED')

async function take(connections: Connections, translate: Translate, begin: string): Promise<Connection> {
  return connections.take(begin.endsWith(unhurried)).catch((error: unknown) => {
    throw translate(error)
  })
}

/** BEGIN is sent without waiting for its answer, so that the first question travels with it. */
function open(connection: Connection, translate: Translate, begin: string): Transaction {
  return createTransaction(connection, connection.run(begin), translate)
}

export function createTransaction(
  connection: Pick<Connection, 'run'>,
  begun: Promise<unknown>,
  translate: Translate,
): Transaction {
  let failure: Transaction['failure']
  let hasBegun = false
  begun.then(() => (hasBegun = true), ignore)

  /** An idle connection that ended is noticed only now. Nothing has been done, so another one can be used. */
  function meaningOf(error: unknown): unknown {
    const meaning = translate(error)
    if (hasBegun || !isStoreError(meaning, 'unavailable') || isCancelled(error) || isRefused(error)) return meaning
    return new StoreError('retry', 'the connection was closed', { cause: meaning })
  }

  async function translated(answer: Promise<Answer>, { isForeign = false, isLimited = false } = {}): Promise<Answer> {
    try {
      return await answer
    } catch (error) {
      const meant = isLimited && isCancelled(error) ? overdueWhenCut(translate)(error) : meaningOf(error)
      const meaning = isForeign && isAboutStatement(meant) ? error : meant
      failure ??= { error: meaning }
      throw meaning
    }
  }

  async function send(...statement: Parameters<Connection['run']>): Promise<Answer> {
    await begun
    return connection.run(...statement)
  }

  const run: Transaction['run'] = (...statement) => translated(send(...statement))

  return {
    run,
    async query(sql, values, timeout) {
      const isLimited = timeout !== undefined
      const sent = () => translated(send(sql, values, true), { isForeign: true, isLimited })
      return objectsOf(await (isLimited ? limited(run, timeout, sent) : sent()))
    },
    ask: (sql, parameters) =>
      translated(Promise.all([connection.run(sql, parameters), begun]).then(([first]) => first)),
    async attempt(task) {
      // A failure shows in the statements that follow.
      run('SAVEPOINT attempt').catch(ignore)
      try {
        const result = await task()
        run('RELEASE SAVEPOINT attempt').catch(ignore)
        return result
      } catch (error) {
        if (failure?.error === error && isStoreError(error, 'unique')) {
          failure = undefined
          run('ROLLBACK TO SAVEPOINT attempt').catch(ignore)
          await run('RELEASE SAVEPOINT attempt')
        }
        throw error
      }
    },
    get failure() {
      return failure
    },
  }
}

/** Sends a statement between two that limit its time. */
async function limited(run: Transaction['run'], timeout: number, send: () => Promise<Answer>): Promise<Answer> {
  const before = run(limitStatements(timeout))
  before.catch(ignore)
  const answer = await send()
  // It travels with the next statement.
  run(restoreLimit(await before)).catch(ignore)
  return answer
}

function objectsOf({ rows, columns }: Answer): Record<string, unknown>[] {
  return rows.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])))
}

/** Tables of the host have rows, names and columns unknown to this store. */
function isAboutStatement(meaning: unknown): boolean {
  return isStoreError(meaning) && ['unique', 'schema_newer', 'read_only'].includes(meaning.code)
}

export function createReader(tx: Transaction, { compiler }: Knowledge): PlainReader {
  return {
    async select(query) {
      const { sql, parameters, decode } = compiler.select(query)
      return decode((await tx.ask(sql, parameters)).rows)
    },
    async count(from, where, options) {
      const { sql, parameters } = compiler.count(from, where, options)
      return (await tx.ask(sql, parameters)).rows[0]?.[0] as number
    },
    async countBy(query) {
      const { sql, parameters, decode } = compiler.countBy(query)
      return decode((await tx.ask(sql, parameters)).rows)
    },
    query: (sql, values, timeout) => tx.query(sql, values, timeout),
  }
}

export function createWriter(tx: Transaction, knowledge: Knowledge): PlainWriter {
  const { schema, compiler, strict } = knowledge
  const reader = createReader(tx, knowledge)

  /** Adds the rows and returns the keys of those that were added. */
  async function add(by: Compiler, into: string, rows: readonly PlainRow[]): Promise<PlainRow[]> {
    const keys: PlainRow[] = []
    for (const { sql, parameters, decode } of by.insert(into, rows)) {
      const { rows: read } = await tx.run(sql, parameters)
      if (decode) keys.push(...decode(read))
    }
    return keys
  }

  async function remove(from: string, where: PlainWhere): Promise<number> {
    const { sql, parameters } = compiler.delete(from, where)
    return (await tx.run(sql, parameters)).count
  }

  return {
    ...reader,
    async insert(into, rows) {
      let keys = await add(compiler, into, rows)
      if (keys.length < rows.length) {
        // Rows were left out. Remove the inserted ones and retry, to learn from the error which column was not unique.
        if (keys.length > 0) await remove(into, anyOf(keys))
        keys = await tx.attempt(() => add(strict, into, rows))
      }
      const assigned = schema[into]?.autoId ? schema[into].key[0] : undefined
      return assigned === undefined ? [] : keys.map((key) => key[assigned] as number)
    },
    async put(into, rows) {
      const put = async () => {
        for (const { sql, parameters } of compiler.put(into, rows)) await tx.run(sql, parameters)
      }
      const { unique = [] } = schema[into] ?? {}
      await (unique.length > 0 ? tx.attempt(put) : put())
    },
    async update(entity, where, set) {
      if (Object.keys(set).length === 0) return reader.count(entity, where)
      const { sql, parameters } = compiler.update(entity, where, set)
      const update = async () => (await tx.run(sql, parameters)).count
      return mayShare(schema, entity, set) ? tx.attempt(update) : update()
    },
    delete: remove,
  }
}

/** Returns whether the set columns include unique ones. */
function mayShare(schema: Schema, entity: string, set: PlainRow): boolean {
  const { key = [], unique = [] } = schema[entity] ?? {}
  return [key, ...unique].some((columns) => columns.some((column) => column in set))
}

function anyOf(keys: readonly PlainRow[]): PlainWhere {
  return { or: keys.map((key) => ({ and: Object.entries(key).map(([col, eq]) => ({ col, eq })) })) }
}

function ignore(): void {}
