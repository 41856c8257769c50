import { coerce, toJson } from '@trackerkit/rest'
import type { Administration } from './administration.js'
import { readArguments } from './arguments.js'
import type { Command } from '../command.js'
import { describeAnswer } from '../output/describe.js'
import { databaseOf, openExisting } from '../store.js'

/** A command that runs one operation on the tracker in a file, past every check of rights: whoever has the file has it all. */
export function administer({ kind, operation, operands: inputOf }: Administration): Command {
  return async (args) => {
    const { operands, own, values } = await readArguments(args, operation.input)
    const input = coerce(operation.input, { ...values, ...inputOf(operands) })
    const tracker = await openExisting(databaseOf(textOfOption(own['db'])))
    try {
      const answer = await tracker.run(operation, { system: true, login: textOfOption(own['as']) }, input)
      const lines = own['json'] ? [toJson(answer)] : linesOf(kind, operands.join(' '), answer)
      process.stdout.write(lines.map((line) => `${line}\n`).join(''))
    } finally {
      await tracker.close()
    }
  }
}

function textOfOption(option: string | true | undefined): string | undefined {
  return option === true ? undefined : option
}

function linesOf(kind: string, name: string, answer: unknown): string[] {
  const { parameters } = answer as { readonly parameters?: Readonly<Record<string, string>> }
  if (parameters) return Object.entries(parameters).map(([parameter, value]) => `${parameter}=${value}`)
  return describeAnswer(kind, name, answer)
}
