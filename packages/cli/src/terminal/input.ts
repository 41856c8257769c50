// Reads standard input.
import { createInterface } from 'node:readline/promises'
import { CommandError } from './command.js'

/** For secrets: other users can see the arguments of a process, but not its input. */
export async function firstLineOfInput(what: string): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new CommandError(`no ${what} on stdin`)
}
