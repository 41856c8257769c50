import { StoreError } from '@trackerkit/core/store'
import type pg from 'pg'
import { isMisplacedStatement, isReadOnlyError, isStandbyError, openingError } from './errors.js'
import { createSemaphore } from './semaphore.js'
import type { Servers } from './servers.js'
import { noStatements, type Statements } from './statements.js'
import { typeParsers } from './type-parsers.js'

/** One connection, lent to one task. */
export interface Connection {
  /**
   * Runs a statement. Without parameters, it is not prepared and may consist of several. Statements sent while another
   * one runs are pipelined.
   * @param isForeign true for tables of the host, whose values are read as the driver does
   */
  readonly run: (sql: string, parameters?: readonly unknown[], isForeign?: boolean) => Promise<Answer>
  /**
   * True if the server has reported that the standby has not confirmed a COMMIT: cancelling then ends only that wait.
   */
  readonly isUnconfirmed: () => boolean
  /** Gives the connection back once `last` is done. One whose last statement fails is not used again. */
  readonly giveBack: (last: Promise<unknown>) => void
}

export interface Answer {
  /** Each an array of columns. */
  readonly rows: unknown[][]
  readonly columns: readonly string[]
  /** How many rows were read or written. */
  readonly count: number
  /** The command that ran: the response to COMMIT is ROLLBACK after an earlier error. */
  readonly command: string
}

export interface Connections {
  /**
   * Waits for a free connection, in the order of asking.
   *
   * @param isPatient whether its statements may take as long as they like, as those of migrations and copies do
   */
  take(isPatient?: boolean): Promise<Connection>
  /** Waits until all are given back, and closes those that are ours. */
  close(): Promise<void>
}

/** The parts of a notice that are read. */
interface NoticeMessage {
  readonly file?: string | undefined
}

/** A connection, opened by this package or by the host. */
type Client = pg.ClientBase & { readonly pipeline?: boolean }

export function createConnections(servers: Servers, statements: Statements): Connections {
  // The pool waits too, but takes waiting for a turn as it takes waiting for an answer: as a failure when it is long.
  const turns = createSemaphore(servers.max)
  const busy = new Set<Promise<unknown>>()
  // Each error of a standby begins a new one: a proxy may lead new connections to the primary.
  let generation = 0
  const generations = new WeakMap<pg.PoolClient, number>()
  const isStale = (client: pg.PoolClient) => generations.get(client) !== generation

  function lend(client: pg.PoolClient, isPatient: boolean): Connection {
    let isUnconfirmed = false
    // The text of the notice depends on the language of the server.
    const hear = ({ file }: NoticeMessage) => void (isUnconfirmed ||= file === 'syncrep.c')
    // Without a listener, a connection that ends between two statements would end the process.
    client.on('error', ignore).on('notice', hear)
    return {
      run: noticed(createRun(client, isPatient ? noStatements : statements, isPatient), (error) => {
        servers.notice(error)
        if (isStandbyError(error) && !isStale(client)) generation++
        // A new connection may have another default.
        else if (isReadOnlyError(error)) generations.delete(client)
      }),
      isUnconfirmed: () => isUnconfirmed,
      giveBack(last) {
        client.off('notice', hear)
        giveBack(client, last)
      },
    }
  }

  async function connect(): Promise<pg.PoolClient> {
    const client = await servers.connect()
    if (!generations.has(client)) generations.set(client, generation)
    if (!isStale(client)) return client
    client.release(true)
    return connect()
  }

  function giveBack(client: pg.PoolClient, last: Promise<unknown>): void {
    const release = (isBroken: boolean) => {
      client.off('error', ignore)
      client.release(isBroken || isStale(client) || statements.isFull(client))
      turns.give()
    }
    const done = last.then(
      () => release(false),
      () => release(true),
    )
    busy.add(done)
    void done.finally(() => busy.delete(done))
  }

  return {
    async take(isPatient = false) {
      await turns.take()
      try {
        return lend(await connect(), isPatient)
      } catch (error) {
        turns.give()
        throw openingError(error)
      }
    },
    async close() {
      await Promise.all(busy)
      await servers.end()
    },
  }
}

/** Wraps `run` and reports each error. */
function noticed(run: Connection['run'], report: (error: unknown) => void): Connection['run'] {
  return async (...statement) => {
    try {
      return await run(...statement)
    } catch (error) {
      report(error)
      throw error
    }
  }
}

/** The longest time that timers know, in milliseconds. */
const forever = 2 ** 31 - 1

/**
 * Makes the function that runs statements on a connection.
 *
 * @param isPatient whether they may take as long as they like
 */
export function createRun(client: Client, statements: Statements, isPatient: boolean): Connection['run'] {
  const stopNaming = (error: unknown) => {
    if (!isMisplacedStatement(error)) throw error
    statements.stop()
    throw new StoreError('retry', 'a proxy does not keep prepared statements', { cause: error })
  }
  async function send(text: string, parameters?: readonly unknown[], isForeign = false): Promise<Answer> {
    const name = parameters && !isForeign ? statements.nameOf(client, text) : undefined
    const sent = client.query<unknown[]>({
      text,
      ...(parameters && { values: [...parameters] }),
      ...(isForeign ? { queryMode: 'extended' } : { types: typeParsers }),
      rowMode: 'array',
      ...(name !== undefined && { name }),
      ...(isPatient && { query_timeout: forever }),
    })
    const { rows, rowCount, command, fields } = await (name === undefined ? sent : sent.catch(stopNaming))
    return { rows, columns: isForeign ? fields.map(({ name }) => name) : [], count: rowCount ?? 0, command }
  }
  if (client.pipeline) return send

  // A pool that was given may have clients that want one statement at a time.
  let before: Promise<unknown> = Promise.resolve()
  return (...statement) => {
    const answer = before.then(() => send(...statement))
    before = answer.catch(ignore)
    return answer
  }
}

function ignore(): void {}
