import { createInterface } from 'node:readline'
import { typed } from '@trackerkit/core/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { finish, start } from './children.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let place: ReturnType<typeof temporaryFile>
beforeEach(() => (place = temporaryFile()))
afterEach(() => place.remove())

async function open() {
  const store = typed<Notes>(sqliteStore(place.file))
  await store.migrate(notes, noteMigrations)
  return store
}

describe('processes that share a SQLite file', () => {
  it('may migrate it at the same time, and all of them start', async () => {
    const ends = await Promise.all(Array.from({ length: 4 }, () => finish(start('migrate', place.file))))
    expect(ends).toEqual(ends.map(() => ({ lines: ['migrated'], code: 0 })))
  })

  it('lose none of their writes, and never assign a key twice', async () => {
    const ends = await Promise.all(['1', '2'].map((who) => finish(start('write', place.file, who, '150'))))
    expect(ends.map(({ code }) => code)).toEqual([0, 0])
    const ids = ends.flatMap(({ lines }) => lines.map(Number)).sort((a, b) => a - b)
    const store = await open()
    const stored = await store.read((tx) => tx.select({ from: 'note', columns: ['id'] }))
    expect(stored.map(({ id }) => id)).toEqual(ids)
    expect(new Set(ids).size).toBe(300)
    expect(await store.read((tx) => tx.count('label'))).toBe(600)
    await store.close()
  })

  it('see what the others have committed in their next read', async () => {
    const [one, two] = [await open(), await open()]
    for (let i = 1; i <= 20; i++) {
      await (i % 2 ? one : two).write((tx) => tx.insert('note', [{ author_id: 1, title: `${i}`, body: '' }]))
      expect(await (i % 2 ? two : one).read((tx) => tx.count('note'))).toBe(i)
    }
    await one.close()
    await two.close()
  })

  it('that are killed in the middle of a write lose nothing acknowledged and leave nothing half done', async () => {
    const acknowledged: number[] = []
    for (let round = 0; round < 4; round++) {
      const writer = start('write', place.file, `${round}`, '1000000')
      const enough = acknowledged.length + 40 + round * 7
      await new Promise<void>((resolve) => {
        createInterface(writer.stdout).on('line', (line) => {
          acknowledged.push(Number(line))
          if (acknowledged.length === enough) writer.kill('SIGKILL')
        })
        writer.once('close', () => resolve())
      })
    }
    const store = await open()
    const stored = await store.read((tx) => tx.select({ from: 'note', columns: ['id'] }))
    const ids = new Set(stored.map(({ id }) => id))
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([])
    const labels = await store.read((tx) => tx.select({ from: 'label' }))
    expect(labels).toHaveLength(stored.length * 2)
    expect(await store.read((tx) => tx.count('note', { col: 'body', contains: 'by a child' }))).toBe(stored.length)
    await store.close()
  })
})
