// Work within a transaction that the owner of another connection to the database has begun.
import {
  createMutex,
  isStoreError,
  joinRefused,
  type Awaitable,
  type Mutex,
  type PlainWriter,
} from '@trackerkit/core/store'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createRun, type Answer, type Connection, type Connections } from './connections.js'
import { sqlState, type Translate } from './errors.js'
import { quoteText } from './quote.js'
import { noStatements } from './statements.js'
import { createTransaction, createWriter, type Knowledge, type Transaction } from './transaction.js'

export interface Joins {
  /** Reads the place of the store. Call it before `join`, which then needs no second connection. */
  learn(knowledge: Pick<Knowledge, 'translate'>): Promise<void>
  readonly join: Join
}

export type Join = <T>(connection: unknown, knowledge: Knowledge, work: (tx: PlainWriter) => Awaitable<T>) => Promise<T>

/** Shared by all stores, because the savepoints of one connection are a stack. */
const turns = new WeakMap<object, Mutex>()

/** Milliseconds to wait for a connection when the place of the store is read again. */
const placePatience = 5000

/**
 * Creates the function that runs work within the open transaction of a connection.
 * @param table a table of the store, which identifies the database
 */
export function createJoin(connections: Connections, table: string): Joins {
  const question = askPlace(table)
  let own = ''

  async function learn({ translate }: Pick<Knowledge, 'translate'>): Promise<void> {
    const connection = await connections.take()
    const answer = connection.run(question)
    connection.giveBack(answer)
    try {
      own = readPlace(await answer).place
    } catch (error) {
      throw translate(error)
    }
  }

  /** Returns whether the store has moved: its server may have restarted. */
  async function hasMoved(knowledge: Knowledge): Promise<boolean> {
    const before = own
    // The joined transactions may hold all connections.
    const late = pause(placePatience, undefined, { ref: false })
    await Promise.race([learn(knowledge).catch(ignore), late])
    return own !== before
  }

  /** Returns undefined, without running the work, if the connection is to another database. */
  async function joinHere<T>(
    client: pg.ClientBase,
    knowledge: Knowledge,
    work: (tx: PlainWriter) => Awaitable<T>,
  ): Promise<{ readonly result: T } | undefined> {
    return behindSavepoint(client, knowledge, table, async (tx) => {
      const { isolation, place } = readPlace(await tx.run(question))
      if (isolation !== 'serializable') throw joinRefused('isolation')
      if (place !== own) return undefined
      return { result: await work(checked(createWriter(tx, knowledge), () => requireOpen(tx))) }
    })
  }

  return {
    learn,
    async join(client, knowledge, work) {
      if (!isClient(client)) throw joinRefused('not_supported')
      const turn = turns.get(client) ?? createMutex()
      turns.set(client, turn)
      return turn.run(async () => {
        const joined =
          (await joinHere(client, knowledge, work)) ??
          ((await hasMoved(knowledge)) ? await joinHere(client, knowledge, work) : undefined)
        if (!joined) throw joinRefused('another_database')
        return joined.result
      })
    },
  }
}

/** A pool has a function of that name as well, and another connection for each question. */
function isClient(client: unknown): client is pg.ClientBase {
  const { query, totalCount } = (client ?? {}) as { readonly query?: unknown; readonly totalCount?: unknown }
  return typeof query === 'function' && totalCount === undefined
}

/** The name of the savepoint where the work began. */
const beginning = 'trackerkit_join'

/** A setting that ends with the transaction. */
const setting = 'trackerkit.joined'

const noTransaction = '25P01'
const failedTransaction = '25P02'

/** Asks where a connection leads, and how isolated its transaction is; sets the setting. */
function askPlace(table: string): string {
  const isolation = `current_setting('transaction_isolation')`
  const place = `concat_ws(' ', to_regclass(${quoteText(table)})::oid, pg_postmaster_start_time(), current_database())`
  return `SELECT ${isolation}, ${place}, set_config('${setting}', 'on', true)`
}

function readPlace({ rows }: Answer): { readonly isolation: string; readonly place: string } {
  const [isolation, place] = rows[0] ?? []
  return { isolation: String(isolation), place: String(place) }
}

/** Runs `work` behind a savepoint, to which a work that throws is taken back, when no other write runs. */
async function behindSavepoint<T>(
  client: pg.ClientBase,
  { translate, queue }: Knowledge,
  table: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const connection = { run: guardedRun(createRun(client, noStatements, false), table) }
  await connection.run(`SAVEPOINT ${beginning}`).catch((error: unknown) => {
    if (sqlState(error) === noTransaction) throw joinRefused('no_transaction', error)
    if (sqlState(error) === failedTransaction) throw joinRefused('transaction_over', error)
    throw translate(error)
  })
  const tx = createTransaction(connection, Promise.resolve(), translate)
  try {
    // Before the first query, which determines the snapshot if the owner has sent none.
    if (queue !== '') await connection.run(queue).catch((error: unknown) => refuse(error, translate))
    const result = await work(tx)
    if (tx.failure) throw tx.failure.error
    await requireOpen(tx)
    await tx.run(`RELEASE SAVEPOINT ${beginning}`)
    return result
  } catch (error) {
    // Report the original error, not a failed rollback: if the rollback fails, the transaction is gone.
    if (await isOpen(tx))
      await tx.run(`ROLLBACK TO SAVEPOINT ${beginning}; RELEASE SAVEPOINT ${beginning}`).catch(ignore)
    throw error
  }
}

/** Where a table of the store is missing is another database. */
function refuse(error: unknown, translate: Translate): never {
  const isMissing = ['3F000', '42P01'].includes(sqlState(error)) // invalid_schema_name, undefined_table
  throw isMissing ? joinRefused('another_database', error) : translate(error)
}

const divisionByZero = '22012'

/**
 * Makes writes that fail where the transaction is over. The question whether it is open comes before each, but between the answer and
 * the write its owner may have ended it. So it is asked once more in the statement itself, as part of a deletion that finds nothing:
 * PostgreSQL carries out what changes rows in WITH whether anything refers to it or not.
 */
function guardedRun(run: Connection['run'], table: string): Connection['run'] {
  const isOpen = `(coalesce(current_setting('${setting}', true), '') = 'on')::int`
  const guard = `WITH trackerkit_joined AS (DELETE FROM ${table} WHERE 1 / ${isOpen} = 0) `
  return async (sql, parameters, isForeign) => {
    if (isForeign || !/^(INSERT|UPDATE|DELETE) /.test(sql)) return run(sql, parameters, isForeign)
    try {
      return await run(guard + sql, parameters)
    } catch (error) {
      throw sqlState(error) === divisionByZero ? joinRefused('transaction_over', error) : error
    }
  }
}

/**
 * The transaction may end while the work waits, and another may begin. The setting ends with the transaction, so check
 * it before each write: later statements must not run outside the transaction.
 */
async function requireOpen(tx: Transaction): Promise<void> {
  const { rows } = await tx.run(`SELECT current_setting('${setting}', true)`)
  if (rows[0]?.[0] !== 'on') throw joinRefused('transaction_over')
}

/**
 * Returns whether there is anything to undo. A failed transaction rejects queries but can roll back to its savepoint.
 */
async function isOpen(tx: Transaction): Promise<boolean> {
  return requireOpen(tx).then(
    () => true,
    (error: unknown) => !isStoreError(error, 'join_refused'),
  )
}

function checked(writer: PlainWriter, requireOpen: () => Promise<void>): PlainWriter {
  return {
    ...writer,
    async insert(into, rows) {
      await requireOpen()
      return writer.insert(into, rows)
    },
    async put(into, rows) {
      await requireOpen()
      await writer.put(into, rows)
    },
    async update(entity, where, set) {
      await requireOpen()
      return writer.update(entity, where, set)
    },
    async delete(from, where) {
      await requireOpen()
      return writer.delete(from, where)
    },
    async query(sql, values, timeout) {
      await requireOpen()
      return writer.query?.(sql, values, timeout) ?? []
    },
  }
}

function ignore(): void {}
