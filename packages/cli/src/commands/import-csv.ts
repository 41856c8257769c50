import { basename } from 'node:path'
import { createReadStream, existsSync } from 'node:fs'
import { addDatabaseOption, CommandError, UsageError, type CommandDefinition } from '../terminal/command.js'
import { counted } from '../terminal/counted.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'
import { databaseOf } from '../store/database.js'
import { loadOptional } from '../store/optional-package.js'
import { withTracker } from '../store/existing.js'
import { say } from '../terminal/print.js'

interface Values extends RulesOptions {
  readonly db?: string
  readonly from?: string
  readonly product?: string
  readonly map?: readonly string[]
  readonly creator?: string
  readonly delimiter?: string
}

/** `trackerkit import csv --from FILE --product NAME`: bugs out of a table. */
export const importCsv: CommandDefinition = {
  summary: 'Import bugs from a CSV file',
  define: (command) => {
    command.description(
      'Imports bugs from a CSV file (UTF-8, with a header), one per row. Columns named like bug fields are mapped ' +
        'automatically. Importing the file again updates only rows that differ. No email is sent.',
    )
    addRulesOption(addDatabaseOption(command))
      .option('--from <FILE|->', 'Input file, or - for stdin. (required)')
      .option('--product <NAME>', 'Product of the bugs. (required)')
      .option('--map <COLUMN=FIELD...>', 'Map a column, such as Title=summary. COLUMN= skips it.')
      .option(
        '--creator <LOGIN>',
        'Reporter of bugs without one in the file. Default: the default assignee of the first component.',
      )
      .option('--delimiter <CHARACTER>', 'Column separator. Default: a comma.')
      .action(runImport)
  },
}

async function runImport({ db, from, product, map = [], creator, delimiter, ...others }: Values): Promise<void> {
  if (from === undefined || product === undefined)
    throw new UsageError('import csv requires --from FILE and --product NAME')
  if (delimiter !== undefined && delimiter.length !== 1) throw new UsageError('--delimiter must be one character')
  const columns = Object.fromEntries(map.map(columnOf))
  if (from !== '-' && !existsSync(from)) throw new CommandError(`${from} does not exist`)
  const { importCsv: bring, SourceError } = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  const rules = await loadRules(others.rules)
  const source = from === '-' ? 'table' : basename(from)
  const { counts, problems } = await withTracker(databaseOf(db), {}, (store) =>
    bring(bytesOf(from), store, { source, product, map: columns, creator, delimiter, rules }),
  ).catch((error: unknown) => {
    throw error instanceof SourceError ? new CommandError(error.message) : error
  })
  const nonzero = Object.entries(counts).filter(([, count]) => count > 0)
  say(`bugs: ${nonzero.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'none'}`)
  for (const { row, problem } of problems) say(`row ${row}: ${problem}`)
  if (counts.refused > 0) throw new CommandError(`${counted(counts.refused, 'row')} rejected`)
}

/** Opens the file when it is read. An error before that would end the process. */
async function* bytesOf(from: string): AsyncGenerator<Uint8Array> {
  yield* (from === '-' ? process.stdin : createReadStream(from)) as AsyncIterable<Uint8Array>
}

/** The name of a column may have an = in it, that of a field has none. */
function columnOf(given: string): [string, string] {
  const at = given.lastIndexOf('=')
  if (at < 1) throw new UsageError(`--map must be COLUMN=FIELD, not '${given}'`)
  return [given.slice(0, at), given.slice(at + 1)]
}
