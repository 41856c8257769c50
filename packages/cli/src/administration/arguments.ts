// From the arguments of a command to the input of an operation, whatever the operation: an option for each of its inputs.
import { coerce, namesOf, type InputSchema } from '@trackerkit/rest'
import { UsageError } from '../command.js'
import { firstLineOfInput } from '../input.js'

type Values = { [key: string]: unknown }

export interface GivenArguments {
  /** What is no option. */
  readonly operands: readonly string[]
  /** By option, of those that every command takes. */
  readonly own: Readonly<Record<string, string | true | undefined>>
  readonly values: Values
}

/** Options that no operation knows: whether they take a value. */
const ownOptions: Readonly<Record<string, boolean>> = { db: true, as: true, json: false }

const secrets = ['password', 'key']

/**
 * Reads `--sort-key 5`, `--is-active`, `--is-active=false`, `--cc-list a --cc-list b` for a list, `--cc-list ''` for an empty
 * one, `--groups.add security` for what is inside another, and `--password-stdin` for what others shall not see.
 * @throws UsageError
 */
export async function readArguments(args: readonly string[], schema: InputSchema): Promise<GivenArguments> {
  const operands: string[] = []
  const own: Record<string, string | true> = {}
  const values: Values = {}
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    if (arg === '--') operands.push(...rest.splice(0))
    else if (!arg.startsWith('--')) operands.push(arg)
    else {
      const { name, value } = splitOption(arg)
      const take = () => value ?? takeValue(rest) ?? fail(`--${name} needs a value`)
      if (name in ownOptions) own[name] = ownOptions[name] ? take() : true
      else await readOption(name, value, take, schema, values)
    }
  }
  return { operands, own, values }
}

async function readOption(
  name: string,
  value: string | undefined,
  take: () => string,
  schema: InputSchema,
  values: Values,
): Promise<void> {
  const secret = /^(.+)-stdin$/.exec(name)?.[1]
  const path = (secret ?? name).replaceAll('-', '_').split('.')
  const { named, takesOthers } = namesOf(schema)
  if (!takesOthers && !named.has(path[0] ?? ''))
    throw new UsageError(`there is no option --${name}; there are ${[...named].map(optionOf).join(', ')}`)
  if (secret !== undefined) return put(values, path, await firstLineOfInput(secret))
  if (secrets.includes(path.at(-1) ?? ''))
    throw new UsageError(`others could see a --${name}; give it as the first line of stdin, with --${name}-stdin`)
  if (value === undefined && probe(schema, path, 'true') === true) return put(values, path, 'true')
  const text = take()
  put(values, path, text === '' && Array.isArray(probe(schema, path, '')) ? [] : text)
}

/** What follows an option, unless that is an option itself. '---' is none: it is the name of a milestone. */
function takeValue(rest: string[]): string | undefined {
  return rest[0] !== undefined && /^--[a-z]/i.test(rest[0]) ? undefined : rest.shift()
}

function splitOption(arg: string): { name: string; value: string | undefined } {
  const [name = '', ...value] = arg.slice(2).split('=')
  return { name, value: value.length > 0 ? value.join('=') : undefined }
}

function optionOf(key: string): string {
  return `--${key.replaceAll('_', '-')}`
}

/** What the schema makes of a text in this place. */
function probe(schema: InputSchema, path: readonly string[], text: string): unknown {
  const whole = coerce(
    schema,
    path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), text),
  )
  return path.reduce<unknown>((at, key) => (at as Values | undefined)?.[key], whole)
}

/** A value for the second time makes a list. */
function put(values: Values, path: readonly string[], value: unknown): void {
  const [key = '', ...deeper] = path
  if (deeper.length > 0) {
    const inner = (values[key] ??= {}) as Values
    return put(inner, deeper, value)
  }
  values[key] = Object.hasOwn(values, key) ? [values[key], value].flat() : value
}

function fail(message: string): never {
  throw new UsageError(message)
}
