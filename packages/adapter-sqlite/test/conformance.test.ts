import { conformance } from '@trackerkit/core/conformance'
import Database from 'better-sqlite3'
import { describe, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { doom } from './doom.js'
import { temporaryFile } from './files.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)

describe('the SQLite store in a file', () => {
  conformance({
    test: it,
    rounds,
    factory() {
      const { file, remove } = temporaryFile()
      const open = () => sqliteStore(file)
      return { store: open(), reopen: open, another: open, cleanup: remove }
    },
  })
})

describe('the SQLite store with a prefix, beside tables of a host', () => {
  conformance({
    test: it,
    rounds,
    seed: 4,
    factory() {
      const { file, remove } = temporaryFile()
      const host = new Database(file)
      host.exec(
        'CREATE TABLE users (name TEXT); CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1)',
      )
      host.close()
      const open = () => sqliteStore(file, { prefix: 'tracker_' })
      return { store: open(), reopen: open, another: open, cleanup: remove }
    },
  })
})

describe('the SQLite store in memory', () => {
  conformance({ test: it, rounds, seed: 2, factory: () => ({ store: sqliteStore(':memory:') }) })
})

describe('the SQLite store on a given database', () => {
  conformance({
    test: it,
    rounds,
    seed: 3,
    factory() {
      const db = new Database(':memory:')
      const open = () => sqliteStore(db)
      return { store: open(), reopen: open, failNextCommit: () => doom(db, 'item'), cleanup: () => void db.close() }
    },
  })
})
