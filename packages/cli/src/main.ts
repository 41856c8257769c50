import { CommanderError, type Command } from 'commander'
import { UsageError } from './terminal/command.js'
import { messageOf } from './terminal/explain.js'
import { createProgram, find } from './program/program.js'
import { reject, spellOut } from './terminal/usage.js'
import { warn } from './terminal/print.js'

/** Runs the command that the arguments name and returns the exit code: 0 done, 1 failed, 2 not understood, or the code that a command has for failures. */
export async function main(args: readonly string[], version: () => string): Promise<number> {
  let failure: number | undefined
  let name = 'trackerkit'
  try {
    const program = createProgram(version())
    const { command, rest, ...found } = find(program, completed(args))
    failure = found.failure
    name = nameOf(command)
    try {
      await command.parseAsync(spellOut(rest, command), { from: 'user' })
    } catch (error) {
      // Help and version are errors with the exit code 0.
      if (!(error instanceof CommanderError)) throw error
      if (error.exitCode !== 0) throw reject(error, command)
    }
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      warn(`trackerkit: ${error.message}\nTry '${name} --help'.`)
      return failure ?? 2
    }
    warn(`trackerkit: ${messageOf(error)}`)
    return failure ?? 1
  }
}

/** Without a command, the demo; `help COMMAND` is `COMMAND --help`. */
function completed(args: readonly string[]): readonly string[] {
  if (args.length === 0) return ['demo']
  return args[0] === 'help' ? [...args.slice(1), '--help'] : args
}

/** With the names of its groups: `trackerkit user create`. */
function nameOf(command: Command): string {
  return command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()
}
