// A corpus in a SQLite file.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker } from '@trackerkit/core'
import Database from 'better-sqlite3'
import { fillCorpus, type CorpusOptions } from './fill.js'
import { start } from './setting.js'

/** For the connection that fills a file: it has no readers yet, and is created again after a power failure. */
const settings = ['journal_mode = MEMORY', 'synchronous = OFF', 'locking_mode = EXCLUSIVE', 'cache_size = -131072']

/**
 * Makes a file that is whole or not there. Rows go through the store; the indexes are made when all rows are there, which takes
 * half as long as keeping them.
 *
 * @returns how many comments there are
 */
export async function makeCorpusFile(file: string, options: CorpusOptions): Promise<number> {
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  closeSync(openSync(unfinished, 'wx', 0o600))
  const db = new Database(unfinished)
  for (const setting of settings) db.pragma(setting)
  const store = sqliteStore(db)
  await createTracker({ store, testing: { clock: () => start } })
  const makeIndexes = dropIndexes(db)
  const { tracker, comments } = await fillCorpus(store, options)
  await tracker.close()
  makeIndexes()
  db.close()
  renameSync(unfinished, file)
  return comments
}

/** Drops the indexes that keep nothing unique, and returns the function that makes them again. */
function dropIndexes(db: Database.Database): () => void {
  const wanted = "select name, sql from sqlite_schema where type = 'index' and sql like 'CREATE INDEX%'"
  const indexes = db.prepare(wanted).all() as { name: string; sql: string }[]
  for (const { name } of indexes) db.exec(`drop index "${name}"`)
  return () => {
    for (const { sql } of indexes) db.exec(sql)
  }
}
