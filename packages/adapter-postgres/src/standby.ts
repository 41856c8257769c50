// Scans on a standby once it has replayed the state at their beginning; otherwise on the primary.
import { isStoreError } from '@trackerkit/core/store'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection, Connections } from './connections.js'
import type { Translate } from './errors.js'
import { createPositions, shared, type Position } from './position.js'
import { createRest, type StandbyPauses } from './rest.js'
import { beginScan, readOn, readSnapshot, type Transaction } from './transaction.js'

/** Reads of very many rows. */
export interface Scans {
  read<T>(scan: Scan, work: (tx: Transaction) => T | Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Options of one scan. */
export interface Scan {
  /** For how long its questions are answered, in milliseconds. */
  readonly timeout: number
  readonly isAnonymous?: boolean | undefined
  readonly translate: Translate
  /** Called with the server that is used, each time the work begins. */
  readonly answeredBy?: ((server: 'primary' | 'standby') => void) | undefined
}

interface Parts {
  /** To the server that takes writes. */
  readonly primary: Connections
  readonly standby: Connections
  /** A table of the store, which identifies the database. */
  readonly table: string
  readonly logger: { warn(message: string): void }
  readonly pauses: StandbyPauses
}

/** After how many milliseconds a standby that is behind is asked again. */
const betweenQuestions = 3

/** Scans where there is no standby. */
export function scansOf(primary: Connections): Scans {
  return {
    read: ({ timeout, translate }, work) => readSnapshot(primary, translate, beginScan(timeout), work),
    close: async () => undefined,
  }
}

/** Runs scans on the standby, if there is one. They are never staler than on the primary. */
export function scansBeside({ primary, standby, table, logger, pauses }: Parts): Scans {
  const { ask, hasReplayed } = createPositions(table)
  const position = shared(() => askOnce(primary, ask))
  const rest = createRest(pauses, logger)

  async function isThere(connection: Connection, written: Position, end: number): Promise<boolean> {
    for (;;) {
      if (await hasReplayed(connection, written)) return true
      if (performance.now() >= end) return false
      await pause(betweenQuestions)
    }
  }

  /** A connection to the standby that has replayed as much; none where it has not by then. */
  async function takeReady(written: Position, end: number): Promise<Connection | undefined> {
    const connection = await standby.take().catch(rest.begin)
    if (!connection) return undefined
    const answer = isThere(connection, written, end)
    const isReady = await answer.catch(rest.begin)
    if (isReady) return connection
    connection.giveBack(answer)
    if (isReady === false) rest.begin()
    return undefined
  }

  /** A connection to the standby, where it can be used right now. */
  async function ready(): Promise<Connection | undefined> {
    if (rest.isOn()) return undefined
    // The primary reports its own errors.
    const written = await position().catch(ignore)
    if (!written) return undefined
    const end = performance.now() + pauses.patience
    const connection = await rest.within(pauses.patience, takeReady(written, end), giveBack)
    if (connection) rest.end()
    return connection
  }

  return {
    async read({ timeout, translate, answeredBy }, work) {
      const due = performance.now() + timeout
      const left = () => beginScan(due - performance.now())
      const connection = await ready()
      if (connection) {
        let tx: Transaction | undefined
        answeredBy?.('standby')
        try {
          return await readOn(connection, translate, left(), (begun) => work((tx = begun)))
        } catch (error) {
          // Errors thrown by the work itself are final, on either server; so is a timeout.
          if (!tx?.failure || isStoreError(tx.failure.error, 'overdue')) throw error
          if (isStoreError(tx.failure.error, 'unavailable')) rest.begin(tx.failure.error)
        }
      }
      answeredBy?.('primary')
      return readSnapshot(primary, translate, left(), work)
    },
    async close() {
      rest.close()
      await standby.close()
    },
  }
}

function giveBack(connection: Connection | undefined): void {
  connection?.giveBack(Promise.resolve())
}

async function askOnce(primary: Connections, ask: (connection: Connection) => Promise<Position>): Promise<Position> {
  const connection = await primary.take()
  const answer = ask(connection)
  connection.giveBack(answer)
  return answer
}

function ignore(): undefined {}
