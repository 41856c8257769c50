import { administer } from './administration/administer.js'
import { administration } from './administration/administration.js'
import { apiKeyCreate } from './commands/api-key.js'
import { copyCommand } from './commands/copy.js'
import { demo } from './commands/demo.js'
import { doctor } from './commands/doctor.js'
import { help } from './output/help.js'
import { helpOf } from './output/help-of.js'
import { Refusal, UsageError, type Command } from './command.js'
import { serveCommand } from './commands/serve.js'
import { explain } from './output/explain.js'
import { userCreate } from './commands/user.js'

const commands: Readonly<Record<string, Command>> = {
  ...Object.fromEntries(Object.entries(administration).map(([words, one]) => [words, administer(one)])),
  // Those that do more than run an operation.
  serve: serveCommand,
  demo,
  copy: copyCommand,
  doctor,
  'api-key create': apiKeyCreate,
  'user create': userCreate,
}

/** Runs the command that the arguments name and returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function main(args: readonly string[], version: () => string): Promise<number> {
  try {
    if (args.some((arg) => arg === '--help' || arg === '-h') || args.length === 0) {
      process.stdout.write(helpFor(args))
      return args.length === 0 ? 2 : 0
    }
    if (args[0] === '--version') {
      process.stdout.write(`${version()}\n`)
      return 0
    }
    const { command, rest } = find(args)
    await command(rest)
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`trackerkit: ${error.message}\nTry 'trackerkit --help'.\n`)
      return 2
    }
    process.stderr.write(`trackerkit: ${error instanceof Refusal ? error.message : explain(error)}\n`)
    return 1
  }
}

/** Commands that run one operation have a help of their own. */
function helpFor(args: readonly string[]): string {
  const words = args.slice(0, 2).join(' ')
  const own = Object.hasOwn(administration, words) ? administration[words] : undefined
  return own ? helpOf(words, own.operation) : help
}

function find(args: readonly string[]): { command: Command; rest: readonly string[] } {
  for (const words of [1, 2]) {
    const command = commands[args.slice(0, words).join(' ')]
    if (command) return { command, rest: args.slice(words) }
  }
  throw new UsageError(`there is no command '${args.slice(0, 2).join(' ')}'`)
}
