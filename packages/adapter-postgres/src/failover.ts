// Finds the primary among several servers, and the new one after a failover.
import { setTimeout as pause } from 'node:timers/promises'
import { StoreError } from '@trackerkit/core/store'
import pg from 'pg'
import { isUnusable, reasonOf } from './errors.js'
import type { Host } from './hosts.js'
import { createPool, settings, type Servers } from './servers.js'

/**
 * Milliseconds to wait for other servers after a primary has responded: there may be a newer one, and a lost machine
 * never responds.
 */
const peerTimeoutMs = 1000

/** Milliseconds for a server to report its role. */
const queryTimeoutMs = 5_000

/** The server that is used at present. */
interface Primary {
  readonly host: Host
  readonly pool: pg.Pool
  /** Clients checked out of the pool, and listeners. */
  readonly clients: Set<pg.ClientBase & { end(): Promise<void> }>
}

/** The one of several servers that takes writes. @param max how many connections there are at most */
export function primaryAmong(hosts: readonly Host[], max: number): Servers {
  let primary: Primary | undefined
  let isInDoubt = true
  let finding: Promise<Primary> | undefined
  const left = new Set<Promise<unknown>>()

  function doubt(): void {
    isInDoubt = true
  }

  async function find(): Promise<Primary> {
    // Later errors concern the server found now.
    isInDoubt = false
    try {
      const host = await findPrimary(hosts)
      if (primary?.host === host) return primary
      if (primary) leave(primary)
      return (primary = { host, ...openPool(host, max, doubt) })
    } catch (error) {
      doubt()
      throw error
    }
  }

  /** Responses of a former primary are not awaited. */
  function leave({ pool, clients }: Primary): void {
    const ended = Promise.all([pool.end(), ...[...clients].map((client) => client.end())]).catch(ignore)
    left.add(ended)
    void ended.finally(() => left.delete(ended))
  }

  async function present(): Promise<Primary> {
    if (primary && !isInDoubt) return primary
    return (finding ??= find().finally(() => (finding = undefined)))
  }

  return {
    max,
    notice(error) {
      if (isUnusable(error)) doubt()
    },
    async connect() {
      const { pool } = await present()
      try {
        return await pool.connect()
      } catch {
        // The server is gone. Use another one, or report that none exists.
        doubt()
        return (await present()).pool.connect()
      }
    },
    openClient() {
      if (!primary) throw new Error('the primary is not known yet')
      const { pool, clients } = primary
      const client = new pg.Client(pool.options)
      clients.add(client)
      client.once('end', () => {
        clients.delete(client)
        doubt()
      })
      return client
    },
    async end() {
      await finding?.catch(ignore)
      await Promise.all([...left, primary?.pool.end()])
    },
  }
}

function openPool(host: Host, max: number, doubt: () => void): Pick<Primary, 'pool' | 'clients'> {
  const clients: Primary['clients'] = new Set()
  const verify: pg.PoolConfig['verify'] = (client, done) => void requireWritable(client).then(() => done(), done)
  const pool = createPool({ connectionString: host.url, max, verify }, doubt)
  pool.on('acquire', (client) => clients.add(client as pg.PoolClient & pg.Client))
  pool.on('release', (_, client) => clients.delete(client as pg.PoolClient & pg.Client))
  return { pool, clients }
}

/**
 * Asks all servers at once. Of several that take writes it is the one with the highest timeline, which counts the promotions: the
 * others were the primary before, and should not have been started again.
 *
 * @throws StoreError that says of each server why it will not do
 */
async function findPrimary(hosts: readonly Host[]): Promise<Host> {
  const found: { readonly host: Host; readonly timeline: number }[] = []
  const problems: string[] = []
  const isOver = new AbortController()
  const asked = hosts.map(async (host, index) => {
    try {
      found.push({ host, timeline: await timelineOf(host) })
    } catch (error) {
      problems[index] = `${host.name}: ${reasonOf(error)}`
      throw error
    }
  })
  const enough = Promise.any(asked).then(() => pause(peerTimeoutMs, undefined, { signal: isOver.signal }))
  await Promise.race([Promise.allSettled(asked), enough.catch(ignore)])
  isOver.abort()
  found.sort((a, b) => b.timeline - a.timeline || hosts.indexOf(a.host) - hosts.indexOf(b.host))
  if (found[0]) return found[0].host
  throw new StoreError('unavailable', `no server accepts writes (${problems.join('; ')})`)
}

/** @throws Error of a server that cannot be reached, or takes no writes */
async function timelineOf(host: Host): Promise<number> {
  const client = new pg.Client({ ...settings, query_timeout: queryTimeoutMs, connectionString: host.url })
  client.on('error', ignore)
  try {
    await client.connect()
    await requireWritable(client)
    const sql = `SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint AS timeline`
    // Servers that only speak the protocol may have no timelines.
    const { rows } = await client.query<{ timeline: string }>(sql).catch(() => ({ rows: [] }))
    return Number(rows[0]?.timeline ?? 0)
  } finally {
    void client.end().catch(ignore)
  }
}

/** @throws StoreError for a server that takes no writes */
async function requireWritable(client: pg.ClientBase): Promise<void> {
  const sql = `SELECT pg_is_in_recovery() AS follows, current_setting('default_transaction_read_only') = 'on' AS reads`
  const { rows } = await client.query<{ follows: boolean; reads: boolean }>(sql)
  if (rows[0]?.follows) throw new StoreError('unavailable', 'it is a standby')
  if (rows[0]?.reads) throw new StoreError('unavailable', 'it is read-only')
}

function ignore(): void {}
