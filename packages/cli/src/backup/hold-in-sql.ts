import { randomBytes } from 'node:crypto'
import { readDatabase } from '../store/database.js'

/**
 * Statements of PostgreSQL that hold the deliveries of a tracker and begin a new change feed, to be run in the transaction that
 * restores it. Trackers of versions before the change feed have none to begin.
 */
export function holdInSql(database: string): string {
  const { names } = readDatabase(database)
  const table = (name: string) => {
    const stored = quoted(`${names.prefix ?? ''}${name}`)
    return names.schema === undefined ? stored : `${quoted(names.schema)}.${stored}`
  }
  const epoch = randomBytes(4).toString('hex')
  return [
    // A dump empties it.
    'RESET search_path;',
    `INSERT INTO ${table('parameters')} (name, value) VALUES ('hold_deliveries', '1') ON CONFLICT (name) DO UPDATE SET value = '1';`,
    `DO $do$ BEGIN UPDATE ${table('installation')} SET feed_epoch = '${epoch}', catalogue_version = catalogue_version + 1;`,
    'EXCEPTION WHEN undefined_column THEN NULL; END $do$;',
  ].join('\n')
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
