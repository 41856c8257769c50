// What commands read from their standard input.
import { createInterface } from 'node:readline/promises'
import { CommandError } from './command.js'

/** For secrets: arguments of a process are there for everybody to see, its input is not. */
export async function firstLineOfInput(what: string): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) {
    lines.close()
    return line
  }
  throw new CommandError(`there was no ${what} on stdin`)
}
