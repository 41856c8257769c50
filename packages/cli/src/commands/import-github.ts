import {
  addDatabaseOption,
  fromEnvironment,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { databaseOf } from '../store/database.js'
import { openProgress } from '../transfer/show-progress.js'
import { loadOptional } from '../store/optional-package.js'
import { withExisting } from '../store/store.js'
import { say } from '../terminal/print.js'

interface Values {
  readonly db?: string
  readonly repo?: string
  readonly product?: string
  readonly component?: string
  readonly apiUrl?: string
  readonly full?: boolean
  readonly overwrite?: boolean
}

/** `trackerkit import github --repo OWNER/REPO --product NAME`: the issues of a repository. */
export const importGithub: CommandDefinition = {
  summary: 'Bring the issues of a repository at GitHub.',
  define: (command) => {
    command.description(
      'Brings the issues of a repository at GitHub, with comments, labels, milestones and when they were closed, but not its pull requests. People become disabled accounts. A token comes from GITHUB_TOKEN. The same command goes on where it was interrupted, and afterwards brings what has changed since. Nobody gets mail.',
    )
    addDatabaseOption(command)
      .option('--repo <OWNER/REPO>', 'The repository. (needed)')
      .option('--product <NAME>', 'The product that the bugs get into. (needed)')
      .option('--component <NAME>', 'Its component. Default: the first one.')
      .option('--api-url <URL>', 'Where the REST API is. Default: https://api.github.com/')
      .option('--full', 'Compare all issues, not those alone that have changed since the last run.')
      .option('--overwrite', 'Take over bugs that were changed here since they came: these changes are lost.')
      .action(runImport)
  },
}

async function runImport({ db, repo, product, component, apiUrl, full, overwrite }: Values): Promise<void> {
  if (repo === undefined || product === undefined)
    throw new UsageError('import github needs --repo OWNER/REPO and --product NAME')
  if (apiUrl !== undefined && !(/^https?:\/\//.test(apiUrl) && URL.canParse(apiUrl)))
    throw new UsageError(`'${apiUrl}' is not an address such as https://github.example.org/api/v3/`)
  const token = fromEnvironment('GITHUB_TOKEN')
  const { importGithub: bring } = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  const ending = new AbortController()
  const end = () => ending.abort(new CommandError('interrupted: the same command goes on'))
  process.once('SIGINT', end).once('SIGTERM', end)
  const progress = openProgress({ json: false })
  const options = {
    repo,
    product,
    component,
    apiUrl,
    token,
    full,
    overwrite,
    signal: ending.signal,
    onProgress: progress.show,
  }
  try {
    const { counts, base, problems } = await withExisting(databaseOf(db), {}, (store) => bring(store, options))
    progress.close()
    const told = Object.entries(counts).filter(([, count]) => count > 0)
    say(`issues: ${told.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'none'}`)
    if (base > 0) say(`issue 1 is bug ${base + 1} here, and so on`)
    for (const { issue, problem } of problems) say(`issue ${issue}: ${problem}`)
    if (counts.refused > 0) throw new CommandError(`${counts.refused} issues refused`)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    progress.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || (error.name !== 'SourceRefusal' && error.name !== 'AskError')) return error
  const isOver = error.name === 'AskError' && 'kind' in error && error.kind !== 'refused'
  return new CommandError(isOver ? `GitHub does not answer: ${error.message}; the same command goes on` : error.message)
}
