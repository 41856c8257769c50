import {
  addDatabaseOption,
  fromEnvironment,
  CommandError,
  UsageError,
  type CommandDefinition,
} from '../terminal/command.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'
import { databaseOf } from '../store/database.js'
import { openProgress } from '../transfer/show-progress.js'
import { loadOptional } from '../store/optional-package.js'
import { withTracker } from '../store/existing.js'
import { say } from '../terminal/print.js'

interface Values extends RulesOptions {
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
  summary: 'Import issues from GitHub',
  define: (command) => {
    command.description(
      'Imports the issues of a GitHub repository with their comments, labels, milestones and closing times; pull ' +
        'requests are skipped. Users become disabled accounts. The token is read from GITHUB_TOKEN. Run the same ' +
        'command again to resume an interrupted import or to import later changes. No email is sent.',
    )
    addRulesOption(addDatabaseOption(command))
      .option('--repo <OWNER/REPO>', 'Repository. (required)')
      .option('--product <NAME>', 'Product of the bugs. (required)')
      .option('--component <NAME>', 'Component of the bugs. Default: the first component.')
      .option('--api-url <URL>', 'URL of the REST API. Default: https://api.github.com/')
      .option('--full', 'Compare all issues, not only those changed since the last run.')
      .option('--overwrite', 'Overwrite local changes to imported bugs.')
      .action(runImport)
  },
}

async function runImport({
  db,
  repo,
  product,
  component,
  apiUrl,
  full,
  overwrite,
  rules: files,
}: Values): Promise<void> {
  if (repo === undefined || product === undefined)
    throw new UsageError('import github requires --repo OWNER/REPO and --product NAME')
  if (apiUrl !== undefined && !(/^https?:\/\//.test(apiUrl) && URL.canParse(apiUrl)))
    throw new UsageError(`--api-url must be a URL such as https://github.example.org/api/v3/, not '${apiUrl}'`)
  const token = fromEnvironment('GITHUB_TOKEN')
  const { importGithub: bring } = await loadOptional('@trackerkit/import', () => import('@trackerkit/import'))
  const rules = await loadRules(files)
  const ending = new AbortController()
  const end = () => ending.abort(new CommandError('interrupted; run the same command to resume'))
  process.once('SIGINT', end).once('SIGTERM', end)
  const progress = await openProgress({ json: false })
  const options = {
    repo,
    product,
    component,
    apiUrl,
    token,
    full,
    overwrite,
    rules,
    signal: ending.signal,
    onProgress: progress.show,
  }
  try {
    const { counts, base, problems } = await withTracker(databaseOf(db), {}, (store) => bring(store, options))
    progress.close()
    const nonzero = Object.entries(counts).filter(([, count]) => count > 0)
    say(`issues: ${nonzero.map(([outcome, count]) => `${count} ${outcome}`).join(', ') || 'none'}`)
    if (base > 0) say(`issue 1 is bug ${base + 1}, issue 2 is bug ${base + 2}, and so on`)
    for (const { issue, problem } of problems) say(`issue ${issue}: ${problem}`)
    if (counts.refused > 0) throw new CommandError(`${counts.refused} issues rejected`)
  } catch (error) {
    throw refusalOf(error)
  } finally {
    progress.close()
    process.off('SIGINT', end).off('SIGTERM', end)
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || (error.name !== 'SourceError' && error.name !== 'AskError')) return error
  const isOver = error.name === 'AskError' && 'kind' in error && error.kind !== 'refused'
  return new CommandError(
    isOver ? `GitHub is unavailable: ${error.message}; run the same command to resume` : error.message,
  )
}
