// From the options of a command to the input of an operation, whatever the operation: an option for each of its inputs.
import { coerce, type InputField, type InputSchema } from '@trackerkit/rest'
import { Option, type Command } from 'commander'
import { UsageError } from '../terminal/command.js'
import { firstLineOfInput } from '../terminal/input.js'

type Values = { [key: string]: unknown }

interface Input {
  readonly path: readonly string[]
  readonly option: Option
  readonly isList: boolean
  readonly isRequired: boolean
}

const secrets = ['password', 'key']

/**
 * Adds `--sort-key 5`, `--is-active` and `--is-active=false`, `--cc-list a --cc-list b` for a list and `--cc-list ''`
 * for an empty one, `--groups.add security` for nested properties, and `--password-stdin` for secrets. Returns a
 * function that reads them. Inputs that operands set work as options too, but the help omits them.
 * @throws UsageError from that function, for missing options
 */
export function addInputs(
  command: Command,
  schema: InputSchema,
  fields: readonly InputField[],
  operandFields: readonly string[],
): () => Promise<Values> {
  const inputs = fields.map((field): Input => {
    const path = field.name.split('.')
    const isList = Array.isArray(probe(schema, path, ''))
    const isSwitch = probe(schema, path, 'true') === true
    const isSecret = secrets.includes(path.at(-1) ?? '')
    const flag = `--${field.name.replaceAll('_', '-')}`
    const option = isSecret ? secretOption(flag, field) : plainOption(flag, describe(field, isList), isSwitch)
    command.addOption(option.hideHelp(operandFields.includes(path[0] ?? '')))
    if (isSecret) command.addOption(refusedOption(flag))
    const isRequired = field.isRequired && path.length === 1 && !operandFields.includes(field.name)
    return { path, option, isList, isRequired }
  })
  return async () => {
    requireOptions(command, inputs)
    const values: Values = {}
    for (const { path, option, isList } of inputs) {
      const given: unknown = command.getOptionValue(option.attributeName())
      if (given === true) put(values, path, await firstLineOfInput(path.join('.')))
      else if (given !== undefined) put(values, path, valueOf(given as readonly string[], isList))
    }
    return values
  }
}

function plainOption(flag: string, description: string, isSwitch: boolean): Option {
  const option = new Option(`${flag} ${isSwitch ? '[boolean]' : '<value>'}`, description)
  return option.argParser<readonly string[] | undefined>((text, before) => [...(before ?? []), text])
}

function secretOption(flag: string, { description }: InputField): Option {
  return new Option(`${flag}-stdin`, `${description} Read from the first line of stdin.`.trimStart())
}

function refusedOption(flag: string): Option {
  return new Option(`${flag} [boolean]`).hideHelp().argParser(() => {
    throw new UsageError(`${flag} would be visible to other users; use ${flag}-stdin and pass the value on stdin`)
  })
}

function describe({ description, isRequired }: InputField, isList: boolean): string {
  const notes = [...(isRequired ? ['required'] : []), ...(isList ? ["repeatable; '' for none"] : [])].join('; ')
  return `${description}${notes && ` (${notes})`}`.trimStart()
}

/** The error of the operation would name the field, not the option. @throws UsageError */
function requireOptions(command: Command, inputs: readonly Input[]): void {
  const isMissing = ({ option, isRequired }: Input) =>
    isRequired && command.getOptionValue(option.attributeName()) === undefined
  const missing = inputs.filter(isMissing).map(({ option }) => option.long)
  if (missing.length > 0) throw new UsageError(`missing: ${missing.join(', ')}`)
}

/** A repeated option makes a list; the operation rejects it if the input is no list. */
function valueOf(texts: readonly string[], isList: boolean): unknown {
  if (isList) return texts.filter((text) => text !== '')
  return texts.length === 1 ? texts[0] : texts
}

/** Parses a text by the schema of this place. */
function probe(schema: InputSchema, path: readonly string[], text: string): unknown {
  const whole = coerce(
    schema,
    path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), text),
  )
  return path.reduce<unknown>((at, key) => (at as Values | undefined)?.[key], whole)
}

function put(values: Values, [key = '', ...deeper]: readonly string[], value: unknown): void {
  if (deeper.length > 0) put((values[key] ??= {}) as Values, deeper, value)
  else values[key] = value
}
