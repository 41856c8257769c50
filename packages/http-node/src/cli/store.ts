// The store that --db names.
import { existsSync } from 'node:fs'
import { memoryStore } from '@trackerkit/adapter-memory'
import { sqliteStore } from '@trackerkit/adapter-sqlite'
import { createTracker, type Tracker, type TrackerOptions } from '@trackerkit/core'
import { fromEnvironment, Refusal } from './command.js'

export const inMemory = ':memory:'

/** Where the tracker is kept: the option, else the environment, else a file in the current folder. */
export function databaseOf(option: string | undefined): string {
  return option ?? fromEnvironment('TRACKERKIT_DB') ?? 'tracker.db'
}

/** Opens the tracker in a file, which is made when it is missing. @throws Refusal that says why the file will not do */
export async function openTracker(file: string, options: Omit<TrackerOptions, 'store'> = {}): Promise<Tracker> {
  if (file === inMemory) return createTracker({ ...options, store: memoryStore() })
  try {
    return await createTracker({ ...options, store: sqliteStore(file) })
  } catch (error) {
    throw refusalOf(file, error)
  }
}

/** Opens a tracker that must be there already. */
export async function openExisting(file: string): Promise<Tracker> {
  if (file === inMemory || !existsSync(file)) {
    throw new Refusal(`there is no tracker in ${file}; 'trackerkit serve --db FILE' makes one`)
  }
  return openTracker(file)
}

function refusalOf(file: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('SQLITE_NOTADB')) return new Refusal(`${file} is not a database`)
  if (code.startsWith('SQLITE_READONLY')) return new Refusal(`${file} cannot be written to`)
  if (code.startsWith('SQLITE_CANTOPEN'))
    return new Refusal(`${file} cannot be opened or made: check the folder and its permissions`)
  if (error instanceof TypeError && error.message.includes('directory does not exist')) {
    return new Refusal(`${file} cannot be made: its folder does not exist`)
  }
  return error
}
