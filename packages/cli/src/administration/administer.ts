import { coerce, inputFields, toJson } from '@trackerkit/rest'
import type { Administration } from './administration.js'
import { addInputs } from './inputs.js'
import { putLines } from './put-lines.js'
import {
  addSharedOptions,
  CommandError,
  UsageError,
  type CommandDefinition,
  type SharedOptions,
} from '../terminal/command.js'
import { describeAnswer } from '../terminal/describe.js'
import { addRulesOption, loadRules, type RulesOptions } from '../settings/rules.js'
import { requireReader } from '../store/mail-reader.js'
import { databaseOf } from '../store/database.js'
import { openExisting } from '../store/existing.js'
import { put, say, warn } from '../terminal/print.js'
import { hostOf } from '@trackerkit/core/host'

/** A command that runs one operation on the tracker in a file, past every check of rights unless it is personal: whoever has the file has it all. */
export function administer({
  kind,
  operation,
  operands,
  lines: list,
  undone,
  isPersonal,
}: Administration): CommandDefinition {
  return {
    summary: operation.summary,
    define: (command) => {
      const fields = inputFields(operation)
      const about = operands.description ?? fields.find(({ name }) => operands.fields.includes(name))?.description
      command.description(operation.description)
      for (const label of operands.labels) command.argument(label, about)
      const inputs = addInputs(command, operation.input, fields, operands.fields)
      addSharedOptions(command)
      if (undone) addRulesOption(command)
      if (list !== undefined) command.option('--lines', 'Print all entries, without a limit, as JSON Lines.')
      command.action(async () => {
        const { db, as, json, lines, rules } = command.opts<
          SharedOptions & RulesOptions & { readonly lines?: boolean }
        >()
        const options = await inputs()
        const given = { ...options, ...operands.toInput(command.args, options) }
        const input = coerce(operation.input, given) as Readonly<Record<string, unknown>>
        if (lines && ('limit' in input || 'offset' in input))
          throw new UsageError('--lines prints all entries and cannot be used with --limit or --offset')
        const caller = isPersonal ? { login: requireLogin(as) } : ({ system: true, login: as } as const)
        const extras = undone && { mail: { reader: await requireReader() }, rules: await loadRules(rules) }
        const tracker = await openExisting(databaseOf(db), extras)
        try {
          if (list !== undefined && lines)
            return await putLines(list, (page) => hostOf(tracker).run(operation, caller, { ...input, ...page }))
          const answer = await hostOf(tracker).run(operation, caller, input)
          requireParameters(answer, command.args)
          if (json) put(`${toJson(answer)}\n`)
          else for (const line of linesOf(kind, command.args.join(' '), answer)) say(line)
          const note = json ? undefined : noteOnCut(answer)
          if (note !== undefined) warn(`trackerkit: ${note}`)
          if (undone) requireDone(answer, undone)
        } finally {
          await tracker.close()
        }
      })
    },
  }
}

/** @throws UsageError */
function requireLogin(as: string | undefined): string {
  if (as === undefined) throw new UsageError('--as LOGIN is required: the user to act as')
  return as
}

/** The operation ignores names of other fields, and accepts shortcuts such as `_all`. @throws CommandError */
function requireParameters(answer: unknown, names: readonly string[]): void {
  const { parameters } = answer as { readonly parameters?: Readonly<Record<string, string>> }
  const unknown = parameters && names.find((name) => !name.startsWith('_') && !Object.hasOwn(parameters, name))
  if (unknown !== undefined)
    throw new CommandError(`parameter '${unknown}' does not exist; 'trackerkit param get' lists all parameters`)
}

function linesOf(kind: string, name: string, answer: unknown): string[] {
  const { parameters } = answer as { readonly parameters?: Readonly<Record<string, string>> }
  if (parameters) return Object.entries(parameters).map(([parameter, value]) => `${parameter}=${value}`)
  return describeAnswer(kind, name, answer)
}

/** @throws CommandError for items that were not changed */
function requireDone(answer: unknown, undone: string): void {
  const { items } = answer as { readonly items: readonly { readonly id: number; readonly outcome: string }[] }
  const left = items.filter(({ outcome }) => outcome === undone).map(({ id }) => id)
  if (left.length > 0) throw new CommandError(`still ${undone}: ${left.join(', ')}`)
}

/** A warning for people that the list was cut at its limit. With --json, the response contains it. */
function noteOnCut(answer: unknown): string | undefined {
  const { limit, offset, more, next } = answer as Readonly<Record<string, unknown>>
  if (typeof next === 'string') return `more entries exist; use --cursor ${next} for the next`
  if (limit !== undefined)
    return `first ${Number(limit)} shown; use --offset ${Number(offset ?? 0) + Number(limit)} for the next`
  return more === true ? 'more entries exist; pass the last ID to --before' : undefined
}
