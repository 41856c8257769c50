// Failover from a server to its standby. Each step continues from the previous one.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import { startPair, type PostgresPair } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStore } from '../src/postgres-store.js'
import { noteMigrations, notes, type Notes } from './notes.js'

/** Hints without writes are turned off. */
const never = 2 ** 31 - 1
const pauses = { hint: never, firstAgain: 1, lastAgain: 100, linger: never, notice: 0 }

let pair: PostgresPair
let store: Store<Notes>
let listening: Store<Notes>
/** Knows of the first server only. */
let lone: Store<Notes>
const opened: Store<Notes>[] = []
beforeAll(async () => {
  pair = await startPair()
  store = await open(pair.url)
  listening = await open(pair.url)
  lone = await open(pair.primary.url)
})
afterAll(async () => {
  for (const one of opened) await one.close()
  await pair.remove()
})

async function open(url: string): Promise<Store<Notes>> {
  const one = typed<Notes>(openStore(url, {}, pauses))
  opened.push(one)
  await one.migrate(notes, noteMigrations)
  return one
}

const write = (title: string) => store.write((tx) => tx.insert('note', [{ author_id: 1, title, body: '' }]))
const titles = (of: Store<Notes>) =>
  of.read(async (tx) => (await tx.select({ from: 'note' })).map(({ title }) => title))

/** Writes notes until stopped; pushes the acknowledged ones. */
async function writeOn(name: string, acknowledged: string[], isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    const title = `${name} ${number}`
    try {
      await write(title)
      acknowledged.push(title)
    } catch (error) {
      if (!isStoreError(error, 'unavailable') && !isStoreError(error, 'retry')) throw error
    }
  }
}

async function untilMore(list: readonly string[]): Promise<void> {
  const { length } = list
  while (list.length < length + 10) await new Promise(setImmediate)
}

/** A proxy whose new connections lead to the server chosen last. */
async function openProxy(first: string) {
  let target = first
  const sockets: Socket[] = []
  const proxy = createServer((client) => {
    const { port, hostname } = new URL(target)
    const server = connect(Number(port), hostname)
    sockets.push(client, server)
    client.pipe(server).pipe(client)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: Object.assign(new URL(first), { host: `127.0.0.1:${port}` }).href,
    leadTo: (url: string) => void (target = url),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

describe('a store in PostgreSQL behind a proxy', () => {
  it('writes again once the proxy that led to the standby leads to the primary', async () => {
    const proxy = await openProxy(pair.primary.url)
    const behind = typed<Notes>(openStore(proxy.url, { connections: 4 }, pauses))
    await behind.migrate(notes, noteMigrations)
    const change = () => behind.write((tx) => tx.update('note', { col: 'id', eq: 0 }, { body: '' }))
    proxy.leadTo(pair.standby.url)
    await pair.primary.run(endOthers)
    // The connection that has ended is noticed first.
    while ((await change().catch(codeOf)) !== 'read_only');
    const changes = async () => Promise.all(Array.from({ length: 8 }, async () => change().catch(codeOf)))
    expect(await changes()).toContain('read_only')
    proxy.leadTo(pair.primary.url)
    expect(await changes()).toEqual(Array(8).fill(0))
    await behind.close()
    await proxy.close()
  })
})

describe('a store in PostgreSQL whose URL names several servers', () => {
  it('uses the writable server at any position of the list', async () => {
    const hosts = [pair.primary, pair.standby].map(({ url }) => new URL(url).host)
    const other = await open(pair.url.replace(hosts.join(), hosts.toReversed().join()))
    await write('before')
    expect(await titles(other)).toEqual(['before'])
  })

  it('uses the standby after its promotion, without losing an acknowledged write', async () => {
    const acknowledged = ['before']
    let isOver = false
    const writing = ['one', 'two', 'three'].map((name) => writeOn(name, acknowledged, () => isOver))
    let hints = 0
    const stop = listening.watch?.(() => hints++)
    await untilMore(acknowledged)
    await pair.primary.kill()
    const expected =
      /^no server accepts writes \(127\.0\.0\.1:\d+: .*ECONNREFUSED.*; 127\.0\.0\.1:\d+: it is a standby\)$/
    await expect(open(pair.url)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(expected) as string,
    })
    await expect(write('lost')).rejects.toMatchObject({ code: 'unavailable' })
    await expect(titles(store)).rejects.toMatchObject({ code: 'unavailable' })
    await pair.promote()
    await untilMore(acknowledged)
    isOver = true
    await Promise.all(writing)
    expect(await titles(listening)).toEqual(expect.arrayContaining(acknowledged))
    expect(await titles(store)).not.toContain('lost')
    // One hint says that it listens there; the others come from what is written.
    let told = 0
    for (const before = hints; hints < before + 3;) await write(`told ${++told}`)
    stop?.()
  })

  it('ignores an old primary that was restarted as a primary', async () => {
    await pair.primary.start()
    const another = await open(pair.url)
    expect(await titles(another)).toContain('told 1')
  })

  it('acknowledges nothing that the standby has not confirmed, even where the wait for it is cancelled', async () => {
    const [lonely] = await Promise.allSettled([
      lone.write((tx) => tx.insert('note', [{ author_id: 1, title: 'lonely', body: '' }])),
      cancelWait(pair.primary.url),
    ])
    // The notification waits for the standby, too.
    await pair.primary.kill()
    expect(lonely).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  })
})

const endOthers = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'trackerkit'`

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown }).code
}

/** Cancels the statement that waits for the standby, as soon as there is one. */
async function cancelWait(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sql = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  for (let count: number | null = 0; count === 0;) count = (await client.query(sql)).rowCount
  await client.end()
}
