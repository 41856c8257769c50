import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import { startServer, type PostgresServer } from '@trackerkit/test-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresStore } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let server: PostgresServer
let store: Store<Notes>
beforeAll(async () => {
  server = await startServer()
  store = typed<Notes>(postgresStore(server.url))
  await store.migrate(notes, noteMigrations)
})
afterAll(async () => {
  await store.close()
  await server.remove()
})

const isUnavailable = expect.toSatisfy((error) => isStoreError(error, 'unavailable')) as unknown
const note = (title: string) => ({ author_id: 1, title, body: '' })
const read = () => store.read((tx) => tx.count('note'))

/** Asks again where the store says so, as callers of a store do. */
async function count(): Promise<number> {
  for (;;) {
    try {
      return await read()
    } catch (error) {
      if (!isStoreError(error, 'retry')) throw error
    }
  }
}

/** A way to the server on which words can get lost without a sign, as in a network that is broken. */
async function silenceable(url: string) {
  const target = new URL(url)
  const line = { url: '', isSilent: false, close: async () => undefined as unknown }
  const proxy = createServer((client) => {
    const there = connect(Number(target.port), target.hostname)
    client.on('data', (sent) => void (line.isSilent || there.write(sent)))
    there.on('data', (answered) => void (line.isSilent || client.write(answered)))
    client.on('error', () => there.destroy()).on('close', () => there.destroy())
    there.on('error', () => client.destroy()).on('close', () => client.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  line.url = Object.assign(new URL(url), { host: `127.0.0.1:${(proxy.address() as AddressInfo).port}` }).href
  line.close = async () => new Promise((resolve) => proxy.close(resolve))
  return line
}

/** Ends the connections of the store as a restart or an administrator would. */
async function endConnections(): Promise<void> {
  await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'trackerkit'`)
}

describe('a PostgreSQL database that cannot be reached', () => {
  it('is reported as unavailable, and is used again as soon as it is back', async () => {
    await store.write((tx) => tx.insert('note', [note('before')]))
    await server.stop()
    await expect(count()).rejects.toEqual(isUnavailable)
    await expect(store.write((tx) => tx.insert('note', [note('lost')]))).rejects.toEqual(isUnavailable)
    await server.start()
    expect(await count()).toBe(1)
    await store.write((tx) => tx.insert('note', [note('after')]))
    expect(await count()).toBe(2)
  })

  it('is reported as unavailable by a store that has never reached it', async () => {
    const nowhere = postgresStore('postgres://nobody@127.0.0.1:1/nothing')
    await expect(nowhere.migrate(notes, noteMigrations)).rejects.toEqual(isUnavailable)
    await nowhere.close()
  })
})

describe('a connection to PostgreSQL that ends', () => {
  it('while it is idle is replaced, after one retry at most', async () => {
    const before = await count()
    await Promise.all(Array.from({ length: 8 }, read))
    await endConnections()
    await Promise.all(Array.from({ length: 8 }, async () => expect(await count()).toBe(before)))
  })

  it('during a transaction fails only that transaction, with nothing stored', async () => {
    const before = await count()
    const write = store.write(async (tx) => {
      await tx.insert('note', [note('half')])
      await endConnections()
      await tx.insert('note', [note('done')])
    })
    await expect(write).rejects.toEqual(isUnavailable)
    // On a connection that is known to be there, unlike others in the pool.
    expect(await count()).toBe(before)
    const reading = store.read(async (tx) => {
      await tx.count('note')
      await endConnections()
      return tx.count('note')
    })
    await expect(reading).rejects.toEqual(isUnavailable)
    expect(await count()).toBe(before)
  })

  it('between the last change and the commit acknowledges nothing', async () => {
    const before = await count()
    const write = store.write(async (tx) => {
      await tx.insert('note', [note('unseen')])
      await endConnections()
    })
    await expect(write).rejects.toEqual(isUnavailable)
    expect(await count()).toBe(before)
  })
})

describe('a PostgreSQL database that takes too long', () => {
  /** A store whose connections have a setting, while all writes and reads are blocked. */
  async function withSetting<T>(setting: string, task: (slow: Store<Notes>) => Promise<T>): Promise<T> {
    const slow = typed<Notes>(postgresStore(`${server.url}?options=${encodeURIComponent(`-c ${setting}`)}`))
    const blocker = new pg.Client({ connectionString: server.url })
    await blocker.connect()
    try {
      await slow.migrate(notes, noteMigrations)
      await blocker.query('BEGIN; LOCK TABLE trackerkit_lock, note IN ACCESS EXCLUSIVE MODE')
      return await task(slow)
    } finally {
      await blocker.end()
      await slow.close()
    }
  }

  it('for a statement is reported as unavailable, and the statement is not sent again', async () => {
    const before = await count()
    await withSetting('statement_timeout=100', async (slow) => {
      await expect(slow.read((tx) => tx.count('note'))).rejects.toEqual(isUnavailable)
      await expect(slow.write((tx) => tx.insert('note', [note('late')]))).rejects.toEqual(isUnavailable)
    })
    expect(await count()).toBe(before)
  })

  it('for a scan ends it after the time that the scan has, or the shorter one that the server gives', async () => {
    const isOverdue = expect.toSatisfy((error) => isStoreError(error, 'overdue')) as unknown
    const scan = (slow: Store<Notes>, timeout: number) => slow.read((tx) => tx.count('note'), { scan: { timeout } })
    await withSetting('statement_timeout=0', async (slow) => {
      await expect(scan(slow, 100)).rejects.toEqual(isOverdue)
      await expect(scan(slow, 0)).rejects.toEqual(isOverdue)
    })
    await withSetting('statement_timeout=100', async (slow) => {
      await expect(scan(slow, 600_000)).rejects.toEqual(isOverdue)
      await expect(scan(slow, Infinity)).rejects.toEqual(isOverdue)
    })
    const usual = await store.read((tx) => tx.count('note'), { scan: { timeout: 60_000 } })
    expect(usual).toBe(await count())
  })

  it('for a lock is asked again', async () => {
    await withSetting('lock_timeout=100', async (slow) => {
      const isLost = expect.toSatisfy((error) => isStoreError(error, 'retry')) as unknown
      await expect(slow.write((tx) => tx.count('note'))).rejects.toEqual(isLost)
    })
  })
})

describe('a PostgreSQL server that does not answer any more', () => {
  it('is reported as unavailable after the time that the URL sets', async () => {
    const line = await silenceable(server.url)
    const cut = typed<Notes>(postgresStore(`${line.url}?query_timeout=600`, { connections: 1 }))
    await cut.migrate(notes, noteMigrations)
    const counting = cut.read(async (tx) => {
      await tx.count('note')
      line.isSilent = true
      return tx.count('note')
    })
    await expect(counting).rejects.toEqual(isUnavailable)
    line.isSilent = false
    expect(await cut.read((tx) => tx.count('note'))).toBe(await count())
    await cut.close()
    await line.close()
  })
})

describe('a PostgreSQL server whose transactions become read-only by default', () => {
  const setDefault = async (change: string) => {
    await server.run(`ALTER SYSTEM ${change}`)
    await server.run('SELECT pg_reload_conf()')
  }

  /** Writes, and returns the process of the server. */
  const write = async (to: Store<Notes>) => {
    let pid: unknown
    const written = await to
      .write(async (tx) => {
        const [row] = (await tx.query?.('SELECT pg_backend_pid() AS pid', [])) ?? []
        pid = row?.pid
        await tx.insert('note', [note(randomUUID())])
        return 'stored'
      })
      .catch((error: unknown) => (isStoreError(error) ? error.code : error))
    return { pid, written }
  }

  it('rejects writes on a connection that is open already, with several hosts in the URL also reads', async () => {
    const moving = typed<Notes>(postgresStore(server.url, { connections: 1 }))
    const among = typed<Notes>(postgresStore(`${server.url}?target_session_attrs=read-write`, { connections: 1 }))
    await moving.migrate(notes, noteMigrations)
    await among.migrate(notes, noteMigrations)
    const { pid } = await write(moving)
    try {
      await setDefault('SET default_transaction_read_only = on')
      let last = await write(moving)
      while (last.written === 'stored') last = await write(moving)
      expect(last).toEqual({ pid, written: 'read_only' })
      expect(await moving.read((tx) => tx.count('note'))).toBeGreaterThan(0)

      let answer = await write(among)
      while (answer.written === 'stored') answer = await write(among)
      expect(answer.written).toBe('read_only')
      expect((await write(among)).written).toBe('unavailable')
      await expect(among.read((tx) => tx.count('note'))).rejects.toEqual(isUnavailable)
    } finally {
      await setDefault('RESET default_transaction_read_only')
      while ((await write(moving)).written !== 'stored');
      await moving.close()
      await among.close()
    }
  })
})

describe('work that takes too long between two statements', () => {
  it('loses its connection, and only that work fails', async () => {
    const url = `${server.url}?options=${encodeURIComponent('-c idle_in_transaction_session_timeout=50')}`
    const strict = typed<Notes>(postgresStore(url, { connections: 1 }))
    await strict.migrate(notes, noteMigrations)
    const reading = strict.read(async (tx) => {
      await tx.count('note')
      await pause(300)
      return tx.count('note')
    })
    await expect(reading).rejects.toEqual(isUnavailable)
    expect(await strict.read((tx) => tx.count('note'))).toBe(await count())
    await strict.close()
  })
})
