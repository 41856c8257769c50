// Watchers are notified of writes in other processes by NOTIFY, and also poll from time to time.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Connections } from './connections.js'
import { sqlState } from './errors.js'
import { quote, quoteText } from './quote.js'

/** All in milliseconds. */
export interface WatchPauses {
  /**
   * Interval of unconditional hints. They cover commits without a notification, such as joined transactions, and lost
   * notifications, for example through a transaction-pooling proxy.
   */
  readonly hint: number
  /** From the end of the listening connection to the next one: the first time, and at most. It doubles. */
  readonly firstAgain: number
  readonly lastAgain: number
  /** How long to keep the connection without watchers: followers watch again after each event. */
  readonly linger: number
  /** From one notification that this process sends to the next. */
  readonly notice: number
}

export const usualPauses: WatchPauses = { hint: 1000, firstAgain: 250, lastAgain: 30_000, linger: 30_000, notice: 50 }

/** For how long the end of a connection is waited for, in milliseconds. */
const endPatience = 1000

/**
 * The channel name: derived from one table, so it is the same for all users of the table, however they name the schema.
 */
const channelSql = (table: string) => `'trackerkit_' || to_regclass(${quoteText(table)})::oid`

/** Notifies other processes of commits, at most once per pause and always after the last commit. */
export interface Notice {
  /** True if a notification may be sent now. */
  isDue(): boolean
  /**
   * Sends it after a COMMIT without waiting. Within the transaction, it would hold a server-wide lock during the disk
   * flush and make a two-phase COMMIT fail.
   * @returns a promise to await before the connection is reused
   */
  send(run: (sql: string) => Promise<unknown>): Promise<unknown>
  /** Sends a notification of the commit when it is due. */
  later(): void
  /** Sends a pending notification at once. */
  close(): Promise<void>
}

interface NoticeParts {
  readonly connections: Connections
  /** One of the tables of the store. */
  readonly table: string
  /** Milliseconds from one to the next. */
  readonly pause: number
}

export function createNotice({ connections, table, pause: between }: NoticeParts): Notice {
  const sql = `SELECT pg_notify(${channelSql(table)}, '')`
  let isKnown = true
  let due = -Infinity
  let waiting: NodeJS.Timeout | undefined

  async function send(run: (statement: string) => Promise<unknown>): Promise<void> {
    if (!isKnown) return
    due = performance.now() + between
    try {
      await run(sql)
    } catch (error) {
      // A database that speaks the protocol and has no such function.
      if (/^(42|0A)/.test(sqlState(error))) isKnown = false
      else throw error
    }
  }

  async function sendAlone(): Promise<void> {
    clearTimeout(waiting)
    waiting = undefined
    const connection = await connections.take()
    const sent = send(connection.run)
    connection.giveBack(sent)
    await sent
  }

  return {
    isDue: () => waiting === undefined && performance.now() >= due,
    send,
    later() {
      // If it cannot be sent, others poll within a second.
      waiting ??= setTimeout(() => void sendAlone().catch(ignore), Math.max(0, due - performance.now())).unref()
    },
    async close() {
      if (waiting) await sendAlone().catch(ignore)
    },
  }
}

/** The types of pg lack `ref` and `unref`; its native client does not have them. */
export type ListeningClient = pg.Client & { ref?(): void; unref?(): void }

export interface Watch {
  watch(listener: () => void): () => void
  close(): Promise<void>
}

interface WatchParts {
  readonly connections: Connections
  /** Creates an unconnected client. Undefined if the settings of the pool are unknown. */
  readonly openClient: (() => ListeningClient) | undefined
  readonly table: string
  readonly pauses: WatchPauses
}

/** Listens on a separate connection while there are watchers. */
export function createWatch({ connections, openClient, table, pauses }: WatchParts): Watch {
  const listeners = new Set<() => void>()
  let lingering: NodeJS.Timeout | undefined
  let listening: { end(): Promise<void> } | undefined

  function tell(): void {
    for (const listener of listeners) listener()
  }

  async function readChannel(): Promise<string> {
    const connection = await connections.take()
    const answer = connection.run(`SELECT ${channelSql(table)}`)
    connection.giveBack(answer)
    const channel = (await answer).rows[0]?.[0]
    if (typeof channel !== 'string') throw new Error('the store is not migrated')
    return channel
  }

  function begin() {
    const stop = new AbortController()
    const hints = setInterval(tell, pauses.hint).unref()
    const listened = openClient && keepListening({ readChannel, openClient, tell, pauses }, stop.signal)
    return {
      async end() {
        clearInterval(hints)
        stop.abort()
        await listened
      },
    }
  }

  async function end(): Promise<void> {
    clearTimeout(lingering)
    const ending = listening?.end()
    listening = undefined
    await ending
  }

  return {
    watch(listener) {
      clearTimeout(lingering)
      listeners.add(listener)
      listening ??= begin()
      return () => {
        if (listeners.delete(listener) && listeners.size === 0)
          lingering = setTimeout(() => void end(), pauses.linger).unref()
      }
    },
    async close() {
      listeners.clear()
      await end()
    },
  }
}

interface ListenParts {
  readonly readChannel: () => Promise<string>
  readonly openClient: () => ListeningClient
  readonly tell: () => void
  readonly pauses: WatchPauses
}

/** Listens until the signal, on another connection whenever one ends. */
async function keepListening(parts: ListenParts, signal: AbortSignal): Promise<void> {
  const { firstAgain, lastAgain } = parts.pauses
  const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  let again = firstAgain
  while (!signal.aborted) {
    const began = performance.now()
    // The error does not matter: hints continue, and reads report errors of the database.
    await listen(parts, stopped, signal).catch(ignore)
    if (performance.now() - began > lastAgain) again = firstAgain
    await pause(again, undefined, { ref: false, signal }).catch(ignore)
    again = Math.min(2 * again, lastAgain)
  }
}

/** Listens until the connection ends, or until it is to stop. */
async function listen(
  { readChannel, openClient, tell }: ListenParts,
  stopped: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const channel = await Promise.race([readChannel(), stopped])
  if (channel === undefined || signal.aborted) return
  const client = openClient()
  client.on('error', ignore)
  client.on('notification', tell)
  const ended = new Promise<void>((resolve) => client.once('end', resolve))
  try {
    await Promise.race([begin(client, channel).then(tell), stopped])
    await Promise.race([ended, stopped])
  } finally {
    await end(client)
  }
}

async function begin(client: ListeningClient, channel: string): Promise<void> {
  await client.connect()
  // The connection does not keep the process alive.
  client.unref?.()
  await client.query(`LISTEN ${quote(channel)}`)
}

async function end(client: ListeningClient): Promise<void> {
  const given = new AbortController()
  client.ref?.()
  await Promise.race([client.end(), pause(endPatience, undefined, { signal: given.signal })]).catch(ignore)
  given.abort()
}

function ignore(): void {}
