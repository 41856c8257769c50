import { TrackerError } from '@trackerkit/core/store'
import { adoptBetter, loadBetter, type BetterDatabase } from './better.js'
import type { Driver, DriverConnection, DriverName } from './driver.js'
import { adoptNode, loadNode, type NodeDatabase } from './node.js'

/** An open connection of a program: a `Database` of better-sqlite3, or a `DatabaseSync` of node:sqlite. */
export type SqliteDatabase = BetterDatabase | NodeDatabase

/** In the order in which they are tried. */
const drivers: Readonly<Record<DriverName, () => Driver>> = {
  'better-sqlite3': loadBetter,
  'node:sqlite': loadNode,
}

const names = Object.keys(drivers) as DriverName[]

/**
 * The driver of that name, or the first one that can be loaded.
 * @throws TrackerError `invalid_options` when there is none
 */
export function chooseDriver(name?: DriverName): Driver {
  if (name !== undefined && !names.includes(name))
    throw new TrackerError('invalid_options', { field: 'driver', value: name, accepted: names })
  const reasons: string[] = []
  for (const one of name === undefined ? names : [name])
    try {
      return drivers[one]()
    } catch (error) {
      reasons.push(`${one} (${reasonOf(error)})`)
    }
  throw new TrackerError('invalid_options', {
    field: 'driver',
    value: name,
    unusable: reasons.join(', '),
    accepted: names,
  })
}

/** Errors of `require` list the requiring files after the reason. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // Package managers may skip the install script of better-sqlite3 12, and errors about its addon do not begin with the reason.
  if (/bindings file|NODE_MODULE_VERSION/.test(message))
    return 'its native addon is missing, or of another version of Node: permit its install script and run npm rebuild'
  return message.split('\n', 1)[0] ?? ''
}

/** Adopted connections: functions are defined once per connection, however many stores use it. */
const adopted = new WeakMap<SqliteDatabase, DriverConnection>()

/**
 * Wraps a connection of the host; returns the same wrapper for the same connection.
 * @throws TrackerError `invalid_options` for a node:sqlite connection if this version of Node has an unsupported
 * node:sqlite
 */
export function adopt(db: SqliteDatabase): DriverConnection {
  const connection = adopted.get(db) ?? adoptAnew(db)
  adopted.set(db, connection)
  return connection
}

function adoptAnew(db: SqliteDatabase): DriverConnection {
  if ('inTransaction' in db) return adoptBetter(db)
  chooseDriver('node:sqlite')
  return adoptNode(db)
}
