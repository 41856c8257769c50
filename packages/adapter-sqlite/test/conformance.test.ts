import { conformance, type ConformanceOptions, type Host } from '@trackerkit/core/conformance'
import Database from 'better-sqlite3'
import { describe, it } from 'vitest'
import { chosenToday } from '../../core/test/chosen-stores.js'
import { sqliteStore, type SqliteDatabase, type SqliteOptions } from '../src/index.js'
import { doom, type Doomable } from './doom.js'
import { connectBy, drivers } from './drivers.js'
import { temporaryFile } from './files.js'

/** Of random queries: see CONTRIBUTING.md. */
const rounds = Number(process.env['TRACKERKIT_TEST_ROUNDS'] ?? 2)
/** Of the same for a store that is opened in another way: what compiles and answers queries is the same. */
const fewerRounds = Math.ceil(rounds / 2)

type Driver = (typeof drivers)[number]

/** The ways to open a store. */
const ways: readonly (readonly [title: string, (driver: Driver) => Omit<ConformanceOptions, 'test'>])[] = [
  ['the SQLite store in a file, by', (driver) => ({ rounds, factory: () => inFile({ driver }) })],
  [
    'the SQLite store with a prefix, beside tables of a host, by',
    (driver) => ({
      rounds: fewerRounds,
      seed: 4,
      factory: () => inFile({ driver, prefix: 'tracker_', durability: 'normal' }, makeHost),
    }),
  ],
  [
    'the SQLite store in memory, by',
    (driver) => ({ rounds: fewerRounds, seed: 2, factory: () => ({ store: sqliteStore(':memory:', { driver }) }) }),
  ],
  [
    'the SQLite store on a given database of',
    (driver) => ({ rounds: fewerRounds, seed: 3, factory: () => onGiven(connectBy(driver, ':memory:')) }),
  ],
]

for (const driver of drivers)
  for (const [title, optionsOf] of chosenToday('SQLite', ways)) {
    describe(`${title} ${driver}`, () => {
      conformance({ test: it, ...optionsOf(driver) })
    })
  }

function inFile(options: SqliteOptions, prepare: (file: string) => void = () => undefined) {
  const { file, remove } = temporaryFile()
  prepare(file)
  const open = () => sqliteStore(file, options)
  const host = () => openHost(file, options)
  return { store: open(), reopen: open, another: open, host, cleanup: remove }
}

/** Another connection to the file. */
function openHost(file: string, { driver = 'better-sqlite3' }: SqliteOptions): Host {
  const db = connectBy(driver, file)
  return {
    connection: db,
    begin: () => db.exec('BEGIN IMMEDIATE'),
    commit: () => db.exec('COMMIT'),
    rollBack: () => db.exec('ROLLBACK'),
    close: () => void db.close(),
  }
}

function makeHost(file: string): void {
  const host = new Database(file)
  host.exec('CREATE TABLE users (name TEXT); CREATE TABLE item (id INTEGER PRIMARY KEY); INSERT INTO item VALUES (1)')
  host.close()
}

function onGiven(db: Doomable & SqliteDatabase) {
  const open = () => sqliteStore(db)
  return { store: open(), reopen: open, failNextCommit: () => doom(db, 'item'), cleanup: () => void db.close() }
}
