// A corpus in a SQLite file of its own.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import Database from 'better-sqlite3'
import { fillCorpus, type CorpusOptions } from './fill.js'

/**
 * Makes a file that is whole or not there. Rows go through the store, on a connection that does without what protects a file in
 * use: nobody reads it yet, and after a loss of power it is made anew.
 *
 * @returns how many comments there are
 */
export async function makeCorpusFile(file: string, options: CorpusOptions): Promise<number> {
  const unfinished = `${file}.unfinished`
  rmSync(unfinished, { force: true })
  closeSync(openSync(unfinished, 'wx', 0o600))
  const db = new Database(unfinished)
  for (const setting of [
    'journal_mode = MEMORY',
    'synchronous = OFF',
    'locking_mode = EXCLUSIVE',
    'cache_size = -131072',
  ])
    db.pragma(setting)
  const { tracker, comments } = await fillCorpus(sqliteStore(db), options)
  await tracker.close()
  db.close()
  renameSync(unfinished, file)
  return comments
}
