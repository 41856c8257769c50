// Waiting for writes of other stores.
import { typed } from '@trackerkit/core/store'
import { expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

it('a listener that throws fails no write, and the next listener is called', async () => {
  const { file, remove } = temporaryFile()
  const store = typed<Notes>(sqliteStore(file))
  await store.migrate(notes, noteMigrations)
  store.watch?.(() => {
    throw new Error('a listener')
  })
  let told = 0
  store.watch?.(() => (told += 1))
  const before = told
  await store.write((tx) => tx.insert('label', [{ note_id: 1, name: 'x' }]))
  expect(told).toBeGreaterThan(before)
  expect(await store.read((tx) => tx.count('label'))).toBe(1)
  await store.close()
  remove()
})
