// What commands are made of.
import { parseArgs, type ParseArgsConfig } from 'node:util'

export type Command = (args: readonly string[]) => Promise<void>

/** The command was not understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The command was understood and cannot be done; the message says why, to a person. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O; allowPositionals: true; strict: true }>
>

/** Options and operands of a command; `operands` names those that must be there. */
export function parse<const O extends Options>(
  args: readonly string[],
  options: O,
  operands: readonly string[] = [],
): Parsed<O> {
  const parsed = attempt(() => parseArgs({ args: [...args], options, allowPositionals: true, strict: true }))
  const missing = operands[parsed.positionals.length]
  if (missing !== undefined) throw new UsageError(`${missing} is missing`)
  const extra = parsed.positionals[operands.length]
  if (extra !== undefined) throw new UsageError(`'${extra}' is one argument too many`)
  return parsed
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    // The first sentence; what follows is about the rules of parseArgs.
    throw new UsageError((error as Error).message.split('. ')[0] ?? '')
  }
}

/** A setting from the environment; empty counts as not set. */
export function fromEnvironment(name: string): string | undefined {
  const value = process.env[name]
  return value === '' ? undefined : value
}

export function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`'${text}' is not a port: a number from 0 to 65535`)
  return port
}
