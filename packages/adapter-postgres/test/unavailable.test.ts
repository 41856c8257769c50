import { isStoreError, typed, type Store } from '@trackerkit/core/store'
import { startServer, type PostgresServer } from '@trackerkit/test-postgres'
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

/** Ends the connections of the store as a restart or an administrator would. */
async function endConnections(): Promise<void> {
  await server.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'trackerkit'`)
}

describe('a database that cannot be reached', () => {
  it('is told as such, and is used again as soon as it is there', async () => {
    await store.write((tx) => tx.insert('note', [note('before')]))
    await server.stop()
    await expect(count()).rejects.toEqual(isUnavailable)
    await expect(store.write((tx) => tx.insert('note', [note('lost')]))).rejects.toEqual(isUnavailable)
    await server.start()
    expect(await count()).toBe(1)
    await store.write((tx) => tx.insert('note', [note('after')]))
    expect(await count()).toBe(2)
  })

  it('is told as such by a store that has never reached it', async () => {
    const nowhere = postgresStore('postgres://nobody@127.0.0.1:1/nothing')
    await expect(nowhere.migrate(notes, noteMigrations)).rejects.toEqual(isUnavailable)
    await nowhere.close()
  })
})

describe('a connection that ends', () => {
  it('while nobody uses it is replaced, at most after a retry', async () => {
    const before = await count()
    await Promise.all(Array.from({ length: 8 }, read))
    await endConnections()
    await Promise.all(Array.from({ length: 8 }, async () => expect(await count()).toBe(before)))
  })

  it('in the middle of work fails that work alone, with nothing kept', async () => {
    const before = await count()
    const write = store.write(async (tx) => {
      await tx.insert('note', [note('half')])
      await endConnections()
      await tx.insert('note', [note('done')])
    })
    await expect(write).rejects.toEqual(isUnavailable)
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
