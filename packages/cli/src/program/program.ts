// The command line as a tree: `trackerkit`, groups of commands such as `keyword`, and commands such as `keyword create`.
import { Command, Help, type Option } from 'commander'
import { administer } from '../administration/administer.js'
import { administration, groupTitles } from '../administration/administration.js'
import { UsageError, type CommandDefinition } from '../terminal/command.js'
import { apiKeyCreate } from '../commands/api-key.js'
import { backup } from '../commands/backup.js'
import { configCheck } from '../commands/config-check.js'
import { copy } from '../commands/copy.js'
import { demo } from '../commands/demo.js'
import { doctor } from '../commands/doctor.js'
import { erasuresReplay } from '../commands/erasures-replay.js'
import { exportCommand } from '../commands/export.js'
import { formImport } from '../commands/form-import.js'
import { inboundShow } from '../commands/inbound-show.js'
import { importBugzilla } from '../commands/import-bugzilla.js'
import { importBugzillaDb } from '../commands/import-bugzilla-db.js'
import { importCsv } from '../commands/import-csv.js'
import { importGithub } from '../commands/import-github.js'
import { importJsonLines } from '../commands/import-json-lines.js'
import { mailReceive } from '../commands/mail-receive.js'
import { mcp } from '../commands/mcp.js'
import { migrate } from '../commands/migrate.js'
import { restore } from '../commands/restore.js'
import { serve } from '../commands/serve.js'
import { userCreate } from '../commands/user.js'
import { nearest } from '../terminal/nearest.js'
import { columnsOfOutput, put } from '../terminal/print.js'

const commands: Readonly<Record<string, CommandDefinition>> = {
  serve,
  demo,
  copy,
  doctor,
  export: exportCommand,
  backup,
  restore,
  migrate,
  'config check': configCheck,
  'import bugzilla': importBugzilla,
  'import bugzilla-db': importBugzillaDb,
  'import csv': importCsv,
  'import github': importGithub,
  'import json-lines': importJsonLines,
  mcp,
  ...Object.fromEntries(Object.entries(administration).map(([words, one]) => [words, administer(one)])),
  // Commands that do more than run an operation.
  'api-key create': apiKeyCreate,
  'user create': userCreate,
  'erasures replay': erasuresReplay,
  'mail receive': mailReceive,
  'inbound show': inboundShow,
  'form import': formImport,
}

const columns = 100
const widestTerm = 46

const more = `
Run 'trackerkit COMMAND --help' for details, for example trackerkit keyword create --help.
Administration commands accept --db, --as and --json.
serve options can also be set in the environment (--mail-file as TRACKERKIT_MAIL_FILE) and in
trackerkit.json. Precedence: options, environment, file.
Secrets come from TRACKERKIT_ADMIN_PASSWORD, TRACKERKIT_ADMIN_API_KEY (16 letters or digits),
TRACKERKIT_SETUP_CODE (32 characters), TRACKERKIT_AUTH_SECRET, TRACKERKIT_METRICS_TOKEN,
TRACKERKIT_IMAP_PASSWORD, TRACKERKIT_IMPORT_API_KEY, TRACKERKIT_IMPORT_PASSWORD (for import
bugzilla-db), GITHUB_TOKEN (for import github) and TRACKERKIT_API_KEY (for mcp), or from files named
by these variables with _FILE appended.

SIGTERM and SIGINT let requests in flight finish, then close the tracker.`

/** All commands by name. Options and operands are added only to the one that is run. */
export function createProgram(version: string): Command {
  const program = new Command('trackerkit')
    .description('An issue tracker with a REST API. Without a command, serves a demo.')
    .usage('[COMMAND] [options]')
    .version(version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Print help.')
    .helpCommand(false)
    .configureHelp({ subcommandTerm, optionTerm, padWidth })
    .configureOutput({
      getOutHelpWidth: () => Math.min(columnsOfOutput() ?? columns, columns),
      writeOut: put,
      // The caller prints errors, once.
      writeErr: () => undefined,
    })
    .exitOverride()
    .addHelpText('after', more)
  for (const [words, { summary }] of Object.entries(commands)) {
    const [first = '', verb] = words.split(' ')
    const parent = verb === undefined ? program.commandsGroup('Run a tracker:') : groupOf(program, first)
    parent.command(verb ?? first).summary(summary)
  }
  return program
}

function groupOf(program: Command, name: string): Command {
  const known = program.commands.find((command) => command.name() === name)
  if (known) return known
  return program
    .commandsGroup('Administration:')
    .command(name)
    .description(groupTitles[name] ?? '')
    .usage('COMMAND [options]')
    .helpCommand(false)
}

interface Found {
  readonly command: Command
  readonly rest: readonly string[]
  readonly failure: number | undefined
}

/** The command that the first words name, ready to read the rest. @throws UsageError */
export function find(program: Command, args: readonly string[]): Found {
  let command = program
  let words = 0
  for (; command.commands.length > 0; words++) {
    const word = args[words]
    if (word === '--help' || word === '-h' || (word === '--version' && words === 0)) break
    command = subcommand(command, args.slice(0, words), word)
  }
  const definition = commands[args.slice(0, words).join(' ')]
  definition?.define(command)
  return { command, rest: args.slice(words), failure: definition?.failure }
}

function subcommand(command: Command, words: readonly string[], word: string | undefined): Command {
  const named = command.commands.find((child) => child.name() === word)
  if (named) return named
  const names = command.commands.map((child) => child.name())
  const full = (name: string) => [...words, name].join(' ')
  const available = names.map(full).join(', ')
  if (word === undefined || word.startsWith('-'))
    throw new UsageError(
      command.parent
        ? `'${words.join(' ')}' needs a subcommand: ${available}`
        : `expected a command before ${word}, such as 'serve' or 'demo'`,
    )
  const similar = nearest(word, names)
  const unknown = `unknown command '${full(word)}'`
  if (similar !== undefined) throw new UsageError(`${unknown}. Did you mean '${full(similar)}'?`)
  throw new UsageError(command.parent ? `${unknown}. Available: ${available}` : unknown)
}

/** In the overview, a group with many verbs does not widen the column for all others. */
function padWidth(command: Command, helper: Help): number {
  const width = new Help().padWidth(command, helper)
  return command.parent ? width : Math.min(width, widestTerm)
}

/** In a list of commands: a group with its verbs. */
function subcommandTerm(command: Command): string {
  const verbs = command.commands.map((one) => one.name()).toSorted()
  return `${command.name()} ${verbs.join('|')}`.trimEnd()
}

function optionTerm({ flags }: Option): string {
  return flags.replace(' [boolean]', '[=false]')
}
