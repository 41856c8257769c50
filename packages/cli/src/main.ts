import { CommanderError } from 'commander'
import { UsageError } from './terminal/command.js'
import { messageOf } from './terminal/explain.js'
import { createProgram, find } from './program/program.js'
import { reject, spellOut } from './terminal/usage.js'
import { warn } from './terminal/print.js'

/** Runs the command that the arguments name and returns the exit code: 0 done, 1 failed, 2 not understood. */
export async function main(args: readonly string[], version: () => string): Promise<number> {
  try {
    const program = createProgram(version())
    if (args.length === 0) {
      program.outputHelp()
      return 2
    }
    const { command, rest } = find(program, args)
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
      warn(`trackerkit: ${error.message}\nTry 'trackerkit --help'.`)
      return 2
    }
    warn(`trackerkit: ${messageOf(error)}`)
    return 1
  }
}
