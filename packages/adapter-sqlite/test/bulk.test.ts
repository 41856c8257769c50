// Copies and checks of whole trackers, whose queries may take longer than those of calls.
import { once } from 'node:events'
import { createTracker } from '@trackerkit/core'
import { checkStore, repairStore } from '@trackerkit/core/doctor'
import { copyStore, exportStore, exportTracker } from '@trackerkit/core/moving'
import type { TrackerSchema } from '@trackerkit/core/schema'
import { typed, type Reader, type Store } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore, type SqliteOptions } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let places: ReturnType<typeof temporaryFile>[]
const opened: Store[] = []
beforeEach(() => (places = [temporaryFile(), temporaryFile()]))
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  for (const place of places) place.remove()
})

/** A store whose queries may take a millionth of a second. */
function open(file = places[0]?.file ?? '', options: SqliteOptions = {}): Store {
  const store = sqliteStore(file, { queryTimeoutMs: 1e-3, ...options })
  opened.push(store)
  return store
}

describe('bulk reads of SQLite', () => {
  it.each<[string, string | undefined, SqliteOptions]>([
    ['on a thread', undefined, {}],
    ['without threads', undefined, { scanThreads: 0 }],
    ['in memory', ':memory:', {}],
  ])('take as long as they take: %s', async (_where, file, options) => {
    const store = typed<Notes>(open(file, options))
    await store.migrate(notes, noteMigrations)
    const rows = Array.from({ length: 200 }, (_, n) => ({ author_id: 1, title: `note ${n}`, body: 'text' }))
    await store.write((tx) => tx.insert('note', rows))
    const query = { from: 'note', where: { col: 'title', contains: 'note' } } as const
    await expect(store.read((tx) => tx.select(query))).rejects.toMatchObject({ code: 'overdue' })
    expect(await store.read((tx) => tx.select(query), { bulk: true })).toHaveLength(200)
    expect(await store.write((tx) => tx.select(query), { bulk: true })).toHaveLength(200)
    await expect(store.read((tx) => tx.select(query))).rejects.toMatchObject({ code: 'overdue' })
  })

  it('leave the threads to searches', async () => {
    const store = typed<Notes>(open(undefined, { scanThreads: 2 }))
    await store.migrate(notes, noteMigrations)
    await store.write((tx) => tx.insert('note', [{ author_id: 1, title: 'a note', body: 'text' }]))
    const over = new AbortController()
    const count = (tx: Reader<Notes>) => tx.count('note', { col: 'body', contains: 'text' })
    const bulk = async (hasBegun: () => void) =>
      store.read(
        async (tx) => {
          const before = await count(tx)
          hasBegun()
          await once(over.signal, 'abort')
          return [before, await count(tx)]
        },
        { bulk: true },
      )
    const ends: Promise<number[]>[] = []
    for (let reads = 0; reads < 2; reads++)
      await new Promise<void>((hasBegun, fail) =>
        ends.push(bulk(hasBegun).catch((error: unknown) => (fail(error), []))),
      )
    expect(await store.read(count, { scan: { timeout: 10_000 } })).toBe(1)
    await store.write((tx) => tx.delete('note', { col: 'author_id', eq: 1 }))
    over.abort()
    expect(await Promise.all(ends)).toEqual([
      [1, 1],
      [1, 1],
    ])
  })

  it('copy, export, check and repair a tracker whose calls have little time', async () => {
    const file = places[0]?.file ?? ''
    const usual = sqliteStore(file)
    const tracker = await createTracker({ store: usual })
    const person = { real_name: '', real_name_folded: '', email_enabled: true, login_denied_text: '' }
    const logins = Array.from({ length: 1100 }, (_, n) => `person${n}@example.com`)
    await typed<TrackerSchema>(usual).write((tx) =>
      tx.insert(
        'users',
        logins.map((login) => ({ ...person, login, login_folded: login, creation_time: new Date(0) })),
      ),
    )
    await tracker.close()
    const store = open()
    const count = async (write: (line: (text: string) => void) => Promise<unknown>) => {
      let lines = 0
      await write(() => void lines++)
      return lines
    }
    expect(await checkStore(store, () => undefined)).toBe(0)
    expect(await repairStore(store, () => undefined)).toBe(0)
    expect(await count((line) => exportStore(store, line))).toBeGreaterThan(1100)
    expect(await count((line) => exportTracker(store, line))).toBeGreaterThan(1100)
    expect(await copyStore(store, open(places[1]?.file))).toBeGreaterThan(1100)
  })
})
