import { int, type Migration } from '../../store/index.js'

/** The last breaking migration, in the row that every transaction reads: see breaking.ts. The one until now is number 5. */
export const schemaVersion: Migration = {
  id: 6,
  name: 'schema version',
  breaking: false,
  steps: [{ addColumn: 'installation', name: 'schema_version', column: int(), fill: 5 }],
}
