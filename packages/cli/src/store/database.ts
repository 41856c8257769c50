// Parses --db: the location of a tracker and its table names.
import { existsSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { UsageError } from '../terminal/command.js'
import { setting } from '../settings/resolve-settings.js'

const pglite = 'pglite:'

/**
 * The database of the option, otherwise of the environment, otherwise of the settings file, otherwise a file in the
 * current folder.
 */
export function databaseOf(option: string | undefined): string {
  return databaseNamed(setting('db', option))
}

/** The database of a setting. @throws UsageError for the URL of a database of another kind */
export function databaseNamed(database = 'tracker.db'): string {
  const [, scheme] = /^([a-z][a-z\d+.-]*):\/\//i.exec(database) ?? []
  if (scheme === undefined || kindOf(database) === 'server') return database
  throw new UsageError(`unsupported scheme ${scheme}; use a file, pglite:FOLDER or postgres://`)
}

/** A database, and the names of tables in it. */
export interface Database {
  /** A file, `:memory:`, `pglite:FOLDER`, or the URL of a PostgreSQL database, as the driver takes it. */
  readonly place: string
  /** `prefix` for a file, `prefix` and `schema` for PostgreSQL and PGlite. */
  readonly names: { readonly prefix?: string; readonly schema?: string }
}

/**
 * Parses --db: `app.db?prefix=tracker_`, `postgres://host/app?schema=tracker&prefix=bugs_`. Other query
 * parameters of a server's URL are passed to the driver.
 * @throws UsageError
 */
export function readDatabase(database: string): Database {
  const [place = '', ...rest] = database.split('?')
  // SQLite would keep everything in a file that it deletes when it is closed.
  if (place.trim() === '')
    throw new UsageError('the name of the database is empty; use a file, pglite:FOLDER or postgres://')
  if (place === pglite) throw new UsageError(`${pglite} requires a folder: ${pglite}FOLDER`)
  if (rest.length === 0) return { place, names: {} }
  const accepted = acceptedBy(place)
  const parts = rest.join('?').split('&')
  const names: Record<string, string> = {}
  const others: string[] = []
  for (const part of parts) {
    const [name = '', ...value] = part.split('=')
    if (!accepted.includes(name)) {
      if (kindOf(place) !== 'server') throw new UsageError(`${database}: ${explain(name, accepted)}`)
      others.push(part)
    } else if (name in names) {
      throw new UsageError(`${withoutPassword(database)}: parameter ${name} given twice`)
    } else if (value.join('=') === '') {
      throw new UsageError(`${withoutPassword(database)}: ${name} requires a value`)
    } else {
      names[name] = value.join('=')
    }
  }
  return { place: others.length === 0 ? place : `${place}?${others.join('&')}`, names }
}

/** Another file, with the names of tables of `database`. */
export function withFile(database: string, file: string): string {
  return `${file}${database.slice(readDatabase(database).place.length)}`
}

function acceptedBy(place: string): readonly string[] {
  const kind = kindOf(place)
  if (kind === 'memory') return []
  return kind === 'file' ? ['prefix'] : ['schema', 'prefix']
}

function explain(name: string, accepted: readonly string[]): string {
  if (accepted.length === 0) return 'an in-memory tracker accepts no parameters'
  if (name === 'schema') return 'schema is for PostgreSQL and PGlite; use prefix for SQLite'
  return `unknown parameter ${JSON.stringify(name)}. Available: ${accepted.join(', ')}`
}

/** The standby of a database for the driver, from the option or other settings. @throws UsageError */
export function replicaOf(replica: string | undefined, database: string): string | undefined {
  if (replica === undefined) return undefined
  if (kindOf(database) !== 'server') throw new UsageError('--replica requires a --db that begins with postgres://')
  if (kindOf(replica) !== 'server') throw new UsageError('--replica must be a postgres:// URL')
  const { place, names } = readDatabase(replica)
  if (Object.keys(names).length > 0)
    throw new UsageError('--replica must be a postgres:// URL without schema or prefix')
  return place
}

/** The name as it may be shown: without the password. */
export function withoutPassword(database: string): string {
  return database.replace(/^(\w+:\/\/[^/@:]*):[^/]*@/, '$1@').replace(/([?&]password=)[^&]*/gi, '$1…')
}

/** How a database is kept: by a PostgreSQL server, in a folder of PGlite, in memory, or in a SQLite file. */
export function kindOf(place: string): 'server' | 'folder' | 'memory' | 'file' {
  if (/^postgres(ql)?:\/\//.test(place)) return 'server'
  if (place.startsWith(pglite)) return 'folder'
  return place === ':memory:' ? 'memory' : 'file'
}

/** The folder or the file of a database that has one. */
export function pathOf(place: string): string {
  return place.startsWith(pglite) ? place.slice(pglite.length) : place
}

/** Returns true if there is a database. That of a server is assumed. */
export function isThere(place: string): boolean {
  const path = pathOf(place)
  const places = { server: true, folder: join(path, 'PG_VERSION'), memory: false, file: path }
  const expected = places[kindOf(place)]
  return typeof expected === 'string' ? existsSync(expected) : expected
}

/**
 * Removes the folder of PGlite that a failed command has created: it is empty, but could be mistaken for a tracker. A folder with
 * other files was not opened, and stays, as does one that another process has opened.
 */
export function removeCreatedFolder(place: string): void {
  const path = pathOf(place)
  if (isThere(place) && !existsSync(`${realpathSync(path)}.lock`)) rmSync(path, { recursive: true })
}
