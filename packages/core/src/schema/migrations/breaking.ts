import { int, type Migration } from '../../store/index.js'

/**
 * A migration after which processes that do not know it must stop. They notice by the row of the installation, which every
 * transaction reads: it says which was the last such migration, and the migration itself changes that. So a breaking migration
 * leaves this row and its other columns as they are.
 */
export function breaking({ id, name, steps }: Omit<Migration, 'breaking'>): Migration {
  const of = { name: 'schema_version' }
  return {
    id,
    name,
    breaking: true,
    // A column is filled when it is added, at once with everything else that the migration does.
    steps: [
      ...steps,
      { dropColumn: 'installation', ...of },
      { addColumn: 'installation', ...of, column: int(), fill: id },
    ],
  }
}
