// Checks of the file by the store, and read-only files.
import { openSync, statSync, writeSync, closeSync } from 'node:fs'
import { typed, type Store } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore, type SqliteOptions } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
const opened: { close(): unknown }[] = []
beforeEach(() => (place = temporaryFile()))
afterEach(async () => {
  for (const thing of opened.splice(0)) await thing.close()
  place.remove()
})

async function open(options?: SqliteOptions): Promise<Store<Notes>> {
  const store = typed<Notes>(sqliteStore(place.file, options))
  opened.push(store)
  await store.migrate(notes, noteMigrations)
  return store
}

function beside(): Database.Database {
  const db = new Database(place.file)
  opened.push(db)
  return db
}

const note = (title: string, body = 'text') => ({ author_id: 1, title, body })

describe('verify on SQLite', () => {
  it('finds a trigram index that does not match its texts, even in a read-only file, and reindex fixes it', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a', 'hello'), note('b', 'world')]))
    const reader = await open({ readonly: true })
    expect(await reader.verify?.()).toEqual([])
    const db = beside()
    for (const { name } of db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'trigger'`).all() as {
      name: string
    }[])
      if (name.endsWith('body__updated__substring')) db.exec(`DROP TRIGGER ${name}`)
    // As many rows as before have each trigram.
    db.exec(`UPDATE note SET body = CASE body WHEN 'hello' THEN 'world' ELSE 'hello' END`)
    const faults = [
      { text: 'the trigger note__body__updated__substring is missing', isRepairable: true },
      { text: 'the index by which texts are found in note.body does not say what the texts say', isRepairable: true },
    ]
    expect(await reader.verify?.()).toEqual(faults)
    expect(await store.verify?.()).toEqual(faults)
    await store.reindex?.()
    expect(await reader.verify?.()).toEqual([])
  })

  it('finds missing indexes and triggers, and reindex creates them', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a', 'hello')]))
    const db = beside()
    const all = db.prepare(`SELECT name, type, sql FROM sqlite_schema WHERE name LIKE '%\\_\\_%' ESCAPE '\\'`)
    const before = all.all() as { name: string; type: string }[]
    for (const { name, type } of before) if (type !== 'table') db.exec(`DROP ${type} "${name}"`)
    db.exec('DROP TABLE note__body__substring')
    const faults = (await store.verify?.()) ?? []
    expect(faults).toContainEqual({ text: 'the index note__body__substring is missing', isRepairable: true })
    expect(faults).toContainEqual({
      text: 'the trigger note__body__inserted__substring is missing',
      isRepairable: true,
    })
    expect(faults.filter(({ text }) => /^the index .*__(unique|index) is missing$/.test(text))).not.toEqual([])
    await store.reindex?.()
    expect(await store.verify?.()).toEqual([])
    const byName = (rows: unknown[]) => new Set(rows.map((row) => JSON.stringify(row)))
    expect(byName(all.all())).toEqual(byName(before))
  })

  it('finds a missing table, which reindex cannot create', async () => {
    const store = await open()
    const db = beside()
    db.exec('DROP TABLE note')
    expect(await store.verify?.()).toEqual([{ text: 'the table note is missing', isRepairable: false }])
  })

  it('ignores virtual tables of a host program whose module is not loaded', async () => {
    const store = await open({ prefix: 'tk_' })
    const db = beside()
    db.unsafeMode()
    db.exec(`PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema VALUES ('table', 'places', 'places', 0, 'CREATE VIRTUAL TABLE places USING ofhost(x)')`)
    expect(await store.verify?.()).toEqual([])
  })

  it('finds an index of trigrams whose own data is damaged, and reindex rebuilds it', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a', 'hello'), note('b', 'world')]))
    const db = beside()
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE name LIKE '%substring_data'`).all()
    db.unsafeMode()
    for (const { name } of tables as { name: string }[])
      db.exec(`UPDATE ${name} SET block = zeroblob(length(block)) WHERE id > 10`)
    const reader = await open({ readonly: true })
    const faults = (await reader.verify?.()) ?? []
    expect(faults.length).toBeGreaterThan(0)
    expect(faults.filter(({ isRepairable }) => !isRepairable)).toEqual([])
    await store.reindex?.()
    expect(await reader.verify?.()).toEqual([])
  })

  it('finds counts that do not match the rows, and reindex counts them again', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a'), note('b')]))
    const db = beside()
    const faults = [{ text: 'the counts in note_counts do not match the rows of note', isRepairable: true }]
    for (const damage of ['UPDATE note_counts SET rows = 3', 'DELETE FROM note_counts']) {
      expect(await store.verify?.()).toEqual([])
      db.exec(damage)
      expect(await store.verify?.()).toEqual(faults)
      await store.reindex?.()
    }
    expect(await store.verify?.()).toEqual([])
    expect(await store.read((tx) => tx.count('note', { col: 'author_id', eq: 1 }))).toBe(2)
  })

  it('names the row whose JSON is damaged', async () => {
    const store = await open()
    const extra = { a: [1, 'Grüße', '\ud800', null] }
    await store.write((tx) => tx.insert('note', [{ ...note('a'), extra }, { ...note('b'), extra }, note('c')]))
    const reader = await open({ readonly: true })
    expect(await reader.verify?.()).toEqual([])
    beside().exec(`UPDATE note SET extra = replace(extra, ':', '*') WHERE title = 'b'`)
    expect(await reader.verify?.()).toEqual([{ text: 'note 2: its extra is not JSON', isRepairable: false }])
  })

  it('reports damage to the file that cannot be fixed', async () => {
    const store = await open()
    await store.write((tx) =>
      tx.insert(
        'note',
        Array.from({ length: 500 }, (_, n) => note(`note ${n}`)),
      ),
    )
    await store.close()
    const file = openSync(place.file, 'r+')
    const { size } = statSync(place.file)
    for (let page = 4096 * 12; page < size; page += 4096) writeSync(file, Buffer.alloc(1000, 7), 0, 1000, page)
    closeSync(file)
    const faults = (await (await open({ readonly: true })).verify?.()) ?? []
    expect(faults.some(({ isRepairable }) => !isRepairable)).toBe(true)
    expect(faults[0]?.text).toMatch(/^SQLite finds: /)
  })
})

describe('a SQLite file opened for reading only', () => {
  it('is read and not written to', async () => {
    const store = await open()
    await store.write((tx) => tx.insert('note', [note('a')]))
    const reader = await open({ readonly: true })
    expect(await reader.read((tx) => tx.count('note'))).toBe(1)
    await expect(reader.write(() => undefined)).rejects.toThrow('the store was opened as read-only')
  })

  it('is refused when there is no file, nothing in it, or migrations that have not been run', async () => {
    await expect(open({ readonly: true })).rejects.toMatchObject({ cause: { code: 'SQLITE_CANTOPEN' } })
    beside().exec('CREATE TABLE other (id INTEGER)')
    const older = expect.objectContaining({ code: 'schema_older' }) as unknown
    await expect(open({ readonly: true })).rejects.toEqual(older)
    await typed<Notes>(sqliteStore(place.file)).migrate(notes, noteMigrations.slice(0, -1))
    await expect(open({ readonly: true })).rejects.toEqual(older)
    await open()
    await open({ readonly: true })
  })
})
