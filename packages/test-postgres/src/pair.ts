import { cpSync, chownSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { createServerIn, makeFolder, password, type PostgresServer } from './server.js'

/** A server and its standby. */
export interface PostgresPair {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /** One URL that names both. */
  readonly url: string
  /** Makes the standby take writes. It has no standby then, and waits for none. */
  promote(): Promise<void>
  remove(): Promise<void>
}

const name = 'standby'

/**
 * Starts two PostgreSQL servers, one of which replicates the other.
 * @param options `isDurable`: commits wait for the disks, as on real servers; `isSynchronous`: commits wait for the
 * standby (default true), and without it none is acknowledged
 */
export async function startPair(
  options: { readonly isDurable?: boolean; readonly isSynchronous?: boolean } = {},
): Promise<PostgresPair> {
  const { isSynchronous = true } = options
  const flags = options.isDurable ? [] : ['fsync=off', 'full_page_writes=off']
  const folders = [makeFolder(), makeFolder()] as const
  const waits = isSynchronous ? [`synchronous_standby_names=${name}`] : []
  const first = await createServerIn(folders[0], [...flags, ...waits])
  await first.embedded.initialise()
  // It has not been started yet, so a copy of its folder is a backup.
  copyFolder(...folders)
  writeFileSync(join(folders[1], 'standby.signal'), '')
  const { hostname, port } = new URL(first.server.url)
  const source = `host=${hostname} port=${port} user=postgres password=${password} application_name=${name}`
  const second = await createServerIn(folders[1], [...flags, `primary_conninfo=${source}`])
  await first.embedded.start()
  // It says that it has started only when it is promoted.
  second.embedded.start().catch(() => undefined)
  const state = isSynchronous ? `sync_state = 'sync'` : `state = 'streaming'`
  await untilTrue(first.server.url, `SELECT count(*) = 1 FROM pg_stat_replication WHERE ${state}`)
  const [primary, standby] = [first.server, second.server]
  return {
    primary,
    standby,
    url: primary.url.replace(`:${port}`, `:${port},${new URL(standby.url).host}`),
    promote: () => standby.run('SELECT pg_promote(true)'),
    async remove() {
      await Promise.all([primary.remove(), standby.remove()])
    },
  }
}

/** With its owner, who is another user than root. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  const { uid, gid } = statSync(from)
  chownSync(to, uid, gid)
  for (const file of readdirSync(to, { recursive: true, encoding: 'utf8' })) chownSync(join(to, file), uid, gid)
}

async function untilTrue(url: string, sql: string, attempts = 600): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { rows } = await client.query<[boolean]>({ text: sql, rowMode: 'array' })
      if (rows[0]?.[0]) return
      await setTimeout(50)
    }
    throw new Error(`never true: ${sql}`)
  } finally {
    await client.end()
  }
}
