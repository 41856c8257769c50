// Up to where a server has got, as its standby and the store can compare it.
import type { Answer, Connection } from './connections.js'
import { quoteText } from './quote.js'

/** The log position of the primary, and its identity. */
export interface Position {
  /** A log sequence number that everything visible precedes. */
  readonly written: string
  readonly identity: string
  /** How often a standby was promoted before. Positions can be compared within one. */
  readonly timeline: number
}

/** The questions about one store. */
export interface Positions {
  /** For the server that takes writes. */
  readonly ask: (connection: Connection) => Promise<Position>
  /**
   * For a standby: whether it has replayed all of it. Not within a transaction: that would have looked at the rows before.
   *
   * @throws Error that says why this server is no standby of that one
   */
  readonly hasReplayed: (connection: Connection, position: Position) => Promise<boolean>
}

/** @param table a table of the store, which identifies the database */
export function createPositions(table: string): Positions {
  const database = '(SELECT oid FROM pg_database WHERE datname = current_database())'
  const system = '(SELECT system_identifier FROM pg_control_system())'
  const identity = `concat_ws(' ', ${system}, ${database}, to_regclass(${quoteText(table)})::oid)`
  const askPrimary = `SELECT ${written}, ${identity}, ${primaryTimeline}`
  const askStandby = `SELECT pg_is_in_recovery(), ${identity}, ${standbyTimeline}, pg_last_wal_replay_lsn() >= $1::pg_lsn`
  return {
    ask: async (connection) => readPosition(await connection.run(askPrimary, [])),
    hasReplayed: async (connection, position) =>
      compare(await connection.run(askStandby, [position.written]), position),
  }
}

/** Where a commit does not wait for the disk, it can be seen before it is written there. */
const written =
  `CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ` +
  `ELSE pg_current_wal_flush_lsn() END::text`

const primaryTimeline = `('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`

/**
 * Not every role may read the current timeline; the one that all may read is outdated for minutes after a promotion.
 */
const standbyTimeline =
  'greatest((SELECT timeline_id FROM pg_control_checkpoint()), (SELECT received_tli FROM pg_stat_wal_receiver))'

function readPosition({ rows }: Answer): Position {
  const [position, identity, timeline] = rows[0] ?? []
  return { written: String(position), identity: String(identity), timeline: Number(timeline) }
}

function compare({ rows }: Answer, { identity, timeline }: Position): boolean {
  const [follows, ownIdentity, ownTimeline, isReplayed] = rows[0] ?? []
  if (follows !== true) throw new Error('it is not a standby')
  if (ownIdentity !== identity) throw new Error('it is a standby of another database')
  if (ownTimeline !== timeline)
    throw new Error(`it follows timeline ${String(ownTimeline)}, but the primary is on ${timeline}`)
  if (isReplayed === null) throw new Error('it does not replay the writes of the primary')
  return isReplayed === true
}

/**
 * Shares one response among concurrent callers. A caller never gets the response to a query sent before it called,
 * which may be stale.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return () =>
    (next ??= running.then(() => {
      next = undefined
      const answer = ask()
      running = answer.catch(ignore)
      return answer
    }))
}

function ignore(): void {}
