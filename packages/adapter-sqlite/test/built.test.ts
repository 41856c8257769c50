import { typed } from '@trackerkit/core/store'
import { afterEach, expect, it } from 'vitest'
import type { sqliteStore } from '../src/index.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

// As `npm test` has built it. By a name that is no literal: the types of the workspace are those of the sources.
const built = new URL('../dist/index.js', import.meta.url).href

const place = temporaryFile()
afterEach(() => place.remove())

it('the built package finds the code of its threads', async () => {
  const made = (await import(built)) as { readonly sqliteStore: typeof sqliteStore }
  const store = typed<Notes>(made.sqliteStore(place.file))
  await store.migrate(notes, noteMigrations)
  expect(await store.read((tx) => tx.count('note'), { scan: { timeout: Infinity } })).toBe(0)
  await store.close()
})
