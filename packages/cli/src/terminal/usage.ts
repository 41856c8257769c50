// Corrects commander's parsing of arguments and its messages.
import type { Command, CommanderError } from 'commander'
import { UsageError } from './command.js'
import { nearest } from './nearest.js'

/** '---' is not one: it is the name of a milestone. */
const isOption = (arg: string) => /^--[a-z]/i.test(arg)

/**
 * The arguments of a command with `--is-active` as `--is-active=true`: commander would take the next argument as its
 * value.
 * @throws UsageError for options that are not there, and for those that lack their value: commander would take the next
 * option
 */
export function spellOut(args: readonly string[], command: Command): string[] {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length)
  if (options.includes('--help')) return ['--help']
  if (command.parent === null) return [...args]
  const spelled = options.map((arg, at) => {
    const [long = ''] = arg.split('=')
    if (!isOption(arg)) return arg
    const option = command.options.find((one) => one.long === long)
    if (!option) throw new UsageError(`unknown option ${long}. ${hintFor(long, command)}`)
    if (arg !== long) return arg
    const next = options[at + 1]
    if (option.required && (next === undefined || isOption(next))) throw new UsageError(`${long} requires a value`)
    return option.optional ? `${long}=true` : arg
  })
  return [...spelled, ...args.slice(options.length)]
}

/** Explains a commander error with a suggestion. */
export function reject(error: CommanderError, command: Command): UsageError {
  const { args, registeredArguments: operands } = command
  if (error.code === 'commander.missingArgument') {
    const needed = operands.filter(({ required }) => required).map((operand) => operand.name())
    return new UsageError(`missing: ${needed.join(', ')}`)
  }
  if (error.code === 'commander.excessArguments')
    return new UsageError(`unexpected argument '${args[operands.length]}'`)
  const message = error.message.replace(/^error: /, '')
  if (error.code === 'commander.unknownOption')
    return new UsageError(`${message}; put arguments that begin with a hyphen after --`)
  return new UsageError(message)
}

function hintFor(unknown: string, { options }: Command): string {
  const names = options.flatMap(({ hidden, long }) => (hidden || !long ? [] : [long]))
  const words = names.map((name) => name.replace(/^--/, ''))
  const similar = nearest(unknown.replace(/^--/, ''), words)
  return similar === undefined ? `Available: ${names.join(', ')}` : `Did you mean --${similar}?`
}
