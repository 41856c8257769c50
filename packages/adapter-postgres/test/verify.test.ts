// Checks of the counts by the store.
import { typed, type Store } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { postgresStore, type PostgresOptions } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'
import { createSchema, type TestSchema } from './schemas.js'
import { thingMigrations, things, type Things } from './things.js'

let place: TestSchema
const opened: Store<Things>[] = []
beforeEach(async () => void (place = await createSchema()))
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
  await place.remove()
})

async function open(options: PostgresOptions = {}): Promise<Store<Things>> {
  const store = typed<Things>(postgresStore(place.url, options))
  opened.push(store)
  await store.migrate(things, thingMigrations)
  return store
}

const wrong = { text: 'the counts in thing_counts do not match the rows of thing', isRepairable: true }
const missing = { text: 'the triggers that keep the counts in thing_counts are missing', isRepairable: true }
const thing = { kind: 1, state: 'new', name: 'x' }

describe('verify on PostgreSQL', () => {
  it('finds counts that do not match the rows, and reindex counts them again', async () => {
    const store = await open()
    const reader = await open({ readonly: true })
    await store.write((tx) => tx.insert('thing', [thing, thing]))
    for (const damage of ['UPDATE %s SET rows = 3', 'DELETE FROM %s', `INSERT INTO %s VALUES (2, 'new', 0)`]) {
      expect(await reader.verify?.()).toEqual([])
      await place.query(damage.replace('%s', `${place.name}.thing_counts`))
      expect(await reader.verify?.()).toEqual([wrong])
      await store.reindex?.()
    }
    expect(await reader.verify?.()).toEqual([])
    expect(await store.read((tx) => tx.count('thing'))).toBe(2)
    await expect(reader.reindex?.()).rejects.toMatchObject({ code: 'read_only' })
  })

  it.each(['DROP TRIGGER thing__inserted__counters ON %s', 'ALTER TABLE %s DISABLE TRIGGER ALL'])(
    'finds that counts are no longer kept, which a store that is opened then does not use: %s',
    async (damage) => {
      const store = await open()
      await place.query(damage.replace('%s', `${place.name}.thing`))
      await store.write((tx) => tx.insert('thing', [thing, thing]))
      const after = await open()
      expect(await after.read((tx) => tx.count('thing'))).toBe(2)
      expect(await after.verify?.()).toEqual([wrong, missing])
      await after.reindex?.()
      await store.write((tx) => tx.insert('thing', [thing]))
      expect(await after.verify?.()).toEqual([])
      expect(await (await open()).read((tx) => tx.count('thing'))).toBe(3)
    },
  )

  it('waits for open writes before it counts again, and holds off others until then', async () => {
    const store = await open()
    const other = await open()
    let isWritten = () => undefined as void
    const written = new Promise<void>((resolve) => (isWritten = resolve))
    let go = () => undefined as void
    const gone = new Promise<void>((resolve) => (go = resolve))
    const writing = other.write(async (tx) => {
      await tx.insert('thing', [thing])
      isWritten()
      await gone
    })
    await written
    const counting = store.reindex?.()
    go()
    await Promise.all([writing, counting])
    expect(await store.verify?.()).toEqual([])
    expect(await store.read((tx) => tx.count('thing'))).toBe(1)
  })

  it('finds that texts have no index because pg_trgm was installed later, and reindex creates it', async () => {
    const store = typed<Notes>(postgresStore(place.bareUrl))
    await store.migrate(notes, noteMigrations)
    expect(await store.verify?.()).toEqual([])
    await store.close()
    const later = typed<Notes>(postgresStore(place.url))
    await later.migrate(notes, noteMigrations)
    expect(await later.verify?.()).toEqual([{ text: 'the index note__body__substring is missing', isRepairable: true }])
    await later.reindex?.()
    expect(await later.verify?.()).toEqual([])
    const sql = `SELECT indexdef FROM pg_indexes WHERE indexname = 'note__body__substring' AND schemaname = $1`
    expect(await place.query(sql, [place.name])).toMatchObject([
      { indexdef: expect.stringContaining('gin_trgm_ops') as unknown },
    ])
    await later.close()
  })
})
