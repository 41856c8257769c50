// Moves a tracker with all kinds of data into each kind of store, by a process that is ended again and again; then the
// source changes.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore } from '@trackerkit/adapter-memory'
import { postgresStore } from '@trackerkit/adapter-postgres'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import type { Store } from '@trackerkit/core/store'
import { freshDatabase } from '@trackerkit/test-postgres'
import { storesForToday, type StoreName } from '../../../core/test/chosen-stores.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importBugzilla, openBugzilla } from '../../src/bugzilla/import-bugzilla.js'
import { allHabits, type Habits } from '../source/habits.js'
import { serveSource, type ServedSource } from '../source/serve.js'
import { administrator } from '../source/setting.js'
import { openSource, type Source } from '../source/source.js'
import { compareWith } from './check.js'
import { digestOf } from './digest.js'

/** Everything that others do, and often what goes wrong. */
const habits: Habits = {
  ...allHabits,
  poisoned: { page: [5], json: [11] },
  trouble: { busy: 0.02, limited: 0.02, page: 0.02, cut: 0.02, lost: 0.02 },
}

const folder = mkdtempSync(join(tmpdir(), 'trackerkit-move-'))
const stores = new Map<string, Store>()
let source: Source
let served: ServedSource
/** Called for each request. */
let onRequest: (() => Promise<void> | void) | undefined
let removeDatabase: () => unknown = () => undefined

const openStore: Readonly<Record<StoreName, () => Store | Promise<Store>>> = {
  memory: () => memoryStore(),
  sqlite: () => sqliteStore(join(folder, 'moved.db'), { durability: 'normal' }),
  postgres: async () => {
    const { url, release } = await freshDatabase()
    removeDatabase = release
    return postgresStore(url)
  },
}

beforeAll(async () => {
  source = await openSource({ bugs: 40, seed: 3 })
  served = await serveSource(source, { habits, onRequest: () => onRequest?.() })
  for (const name of storesForToday('move')) stores.set(name, await openStore[name]())
})
afterAll(async () => {
  for (const store of stores.values()) await store.close()
  await served.close()
  await source.close()
  await removeDatabase()
  rmSync(folder, { recursive: true })
})

/** Imports, and is ended at the request of this number, if any. */
async function move(store: Store, end = Infinity) {
  const ending = new AbortController()
  let count = 0
  const before = onRequest
  onRequest = () => {
    if (++count === end) ending.abort(new Error('ended'))
    return before?.()
  }
  try {
    const pause = () => Promise.resolve()
    const options = { url: served.url, apiKey: administrator.key, rate: 1e9, pause, signal: ending.signal }
    return await importBugzilla(await openBugzilla(options), store)
  } catch (error) {
    if (!ending.signal.aborted) throw error
    return undefined
  } finally {
    onRequest = before
  }
}

async function differences(store: Store) {
  const found = await compareWith(served, habits, store, 1000)
  return { ...found, unread: found.unread.map(({ bug }) => bug) }
}

describe('a tracker with everything in it', () => {
  it('is moved into every kind of store, the same however often it is ended on the way', async () => {
    const calm = memoryStore()
    const report = await move(calm)
    expect(report?.counts['bug']).toMatchObject({ created: 39, refused: 0 })
    const wanted = await digestOf(calm)
    for (const [kind, store] of stores) {
      for (const end of [9, 30, 55]) expect([kind, end, await move(store, end)]).toEqual([kind, end, undefined])
      expect(await move(store)).toBeDefined()
      expect([kind, await digestOf(store)]).toEqual([kind, wanted])
    }
    expect(await differences(calm)).toMatchObject({ compared: 39, differences: [], unread: [5, 11] })
    await calm.close()
    expect(served.faults).toEqual([])
  })

  it('succeeds during writes to the source, and is the same after the next run', async () => {
    for (const [kind, store] of stores) {
      await source.goOn(15)
      let running = Promise.resolve()
      let count = 0
      onRequest = () => (++count % 4 === 0 ? (running = running.then(() => source.goOn(1))) : undefined)
      await move(store)
      onRequest = undefined
      await move(store)
      expect([kind, await differences(store)]).toMatchObject([kind, { differences: [], unread: [5, 11] }])
    }
  })
})
