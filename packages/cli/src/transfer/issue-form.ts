// Reads an issue form of GitHub, a file of YAML.
import { readFileSync, statSync } from 'node:fs'
import { CommandError } from '../terminal/command.js'

export interface IssueForm {
  readonly name: string
  readonly description: string
  readonly title: string
  /** Some are names of keywords, some are not. */
  readonly labels: readonly string[]
  /** As JSON; the tracker checks it. */
  readonly body: readonly unknown[]
  /** Parts that forms of the tracker do not support. */
  readonly leftOut: readonly string[]
}

const mostBytes = 65_536

/** Forms of repositories have some hundreds. A parser that finds an error in each takes seconds for tens of thousands. */
const mostTokens = 10_000

/** @throws CommandError if the file is not an issue form */
export async function readIssueForm(path: string): Promise<IssueForm> {
  const { name, description, title, labels, body, ...others } = await parse(path, textOf(path))
  for (const [key, value] of Object.entries({ name, description, title }))
    if (value !== undefined && typeof value !== 'string') throw new CommandError(`${path}: ${key} must be a string`)
  if (!name) throw new CommandError(`${path}: name is required`)
  if (!Array.isArray(body)) throw new CommandError(`${path}: body must be a list`)
  const elements = body as readonly unknown[]
  return {
    name: name as string,
    description: (description as string | undefined) ?? '',
    title: (title as string | undefined) ?? '',
    labels: labelsIn(path, labels),
    body: elements.filter((element) => !isUpload(element)).map((element) => typed('', element)),
    leftOut: [
      ...Object.keys(others),
      ...elements.flatMap((element, index) => (isUpload(element) ? [`body.${index} (upload)`] : [])),
    ],
  }
}

/** A list, or one text between commas. */
function labelsIn(path: string, labels: unknown = []): string[] {
  const all: readonly unknown[] = typeof labels === 'string' ? labels.split(',') : Array.isArray(labels) ? labels : [{}]
  const names = all.map((label) => {
    if (typeof label !== 'string') throw new CommandError(`${path}: labels must be a list of names`)
    return label.trim()
  })
  return [...new Set(names)].filter((name) => name !== '')
}

function textOf(path: string): string {
  try {
    // Pipes have no size.
    const bytes = statSync(path).size > mostBytes ? undefined : readFileSync(path)
    if (!bytes || bytes.byteLength > mostBytes)
      throw new CommandError(`${path}: a form must be at most ${mostBytes} bytes`)
    return bytes.toString()
  } catch (error) {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${path} cannot be read: ${(error as { readonly code?: string }).code}`)
  }
}

/** Without aliases, which could grow, and without types: versions such as 1.0 stay as they are written. */
async function parse(path: string, text: string): Promise<Readonly<Record<string, unknown>>> {
  // No other command needs it.
  const { Lexer, parseDocument } = await import('yaml')
  if ([...new Lexer().lex(text)].length > mostTokens)
    throw new CommandError(`${path}: a form must have at most ${mostTokens} tokens of YAML`)
  try {
    const document = parseDocument(text, { schema: 'failsafe', customTags: [], stringKeys: true })
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw problem
    const read: unknown = document.toJS({ maxAliasCount: 0 })
    if (isRecord(read)) return read
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n')
    // The parser recurses, and reports the error of the engine.
    const problem = line.includes('call stack') ? 'is nested too deeply' : line
    throw new CommandError(`${path}: ${problem}`)
  }
  throw new CommandError(`${path}: an issue form must have name, description and body`)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Bugs have attachments. */
function isUpload(element: unknown): boolean {
  return isRecord(element) && element.type === 'upload'
}

const switches: readonly string[] = ['required', 'multiple']
const records: readonly string[] = ['attributes', 'validations']

/** GitHub reads YAML 1.1. */
const switchOf: ReadonlyMap<string, boolean> = new Map([
  ...['true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['false', 'no', 'off'].map((word) => [word, false] as const),
])

/** Converts switches and numbers, which are text in the failsafe schema. */
function typed(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => typed('', one))
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value)
        // A key without a value.
        .filter(([inner, one]) => !(records.includes(inner) && one === ''))
        .map(([inner, one]) => [inner, typed(inner, one)]),
    )
  if (switches.includes(key) && typeof value === 'string') return switchOf.get(value.toLowerCase()) ?? value
  if (key === 'default' && typeof value === 'string' && /^\d{1,4}$/.test(value)) return Number(value)
  return value
}
