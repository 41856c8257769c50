// packages/types/src/generated: the types of all operations, and of the objects that their answers have.
import type * as z from 'zod'
import { commonErrors } from '../../packages/core/src/call/define/common-errors.js'
import type { AnyOperation } from '../../packages/core/src/call/define/operation.js'
import { searchInput } from '../../packages/core/src/search/parameters/input.js'
import { searchFields, searchValue } from './search.js'
import { comment, definitionOf, fieldsOf, typeOf, type Types } from './typescript.js'

export interface Generated {
  /** Inputs and answers. */
  readonly operations: string
  /** The named objects. */
  readonly objects: string
  /** The fields without a description. */
  readonly missing: readonly string[]
}

type Registry = Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>

const about = `Every operation, by resource. Each lists what it fails with; beside that any may fail with ${commonErrors.join(', ')}.`

const criteria: Readonly<Record<string, unknown>> = searchInput.shape

const head = '// Written by `npm run generate` from the operations and their schemas: change those.'

const named = `/** The input of an operation: \`InputOf<'bugs.create'>\`. */
export type InputOf<N extends keyof OperationTypes> = OperationTypes[N]['input']

/** The answer of an operation: \`AnswerOf<'bugs.create'>\`. */
export type AnswerOf<N extends keyof OperationTypes> = OperationTypes[N]['answer']`

const callOptions = `/** Options of any call. */
export interface CallOptions {
/** Cancels the call if it aborts before the work has begun: the call then rejects with the reason of the signal. */
readonly signal?: AbortSignal | undefined
}`

export function operationTypes(operations: Registry): Generated {
  const registry = Object.fromEntries(Object.entries(operations).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const types: Types = { declared: new Map(), missing: [] }
  const resources = Object.entries(registry).map(([resource, verbs]) => {
    const methods = Object.entries(verbs).map(([verb, operation]) => methodOf(types, resource, verb, operation))
    const ofResource = `/** The operations of \`${resource}\`. */\nexport interface ${capital(resource)}Operations {\n${methods.map(({ method }) => method).join('\n\n')}\n}`
    return { methods, text: [ofResource, ...methods.flatMap(({ declarations }) => declarations)].join('\n\n') }
  })
  const fields = Object.keys(registry).map((resource) => `readonly ${resource}: ${capital(resource)}Operations`)
  const table = resources.flatMap(({ methods }) => methods.map(({ entry }) => entry))
  const items = new Set(resources.flatMap(({ methods }) => methods.flatMap(({ item }) => item ?? [])))
  const own = [
    `${comment(about)}export interface Operations {\n${fields.join('\n')}\n}`,
    `/** The input and the answer of each operation, by its name. */\nexport interface OperationTypes {\n${table.join('\n')}\n}`,
    named,
    ...resources.map(({ text }) => text),
    callOptions,
    searchValue,
    ...[...items].toSorted().map(fieldNames),
  ].join('\n\n')
  const objects = [...types.declared].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const code = own.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const mentioned = objects.map(([id]) => id).filter((id) => new RegExp(`\\b${id}\\b`).test(code))
  return {
    operations: `${head}
import type { FieldFilter, FieldName, Select } from '../select.js'
import type { ${mentioned.join(', ')} } from './objects.js'

${own}
`,
    objects: `${head}\n${objects.map(([, declaration]) => declaration).join('\n\n')}\n`,
    missing: types.missing,
  }
}

function fieldNames(item: string): string {
  return `/** A name of a field of ${item}, for \`include_fields\` and \`exclude_fields\`. */\nexport type ${item}Field = FieldName<${item}>`
}

interface Method {
  readonly method: string
  /** Its line in the table of all operations. */
  readonly entry: string
  /** The objects whose fields can be chosen. */
  readonly item: string | undefined
  readonly declarations: readonly string[]
}

function methodOf(types: Types, resource: string, verb: string, operation: AnyOperation): Method {
  const name = `${capital(resource)}${capital(verb)}`
  const { item, declaration } = answerOf(types, name, operation)
  const optional = operation.input.safeParse({}).success ? '?' : ''
  const input = inputOf(types, name, operation, item !== undefined)
  const entry = `readonly '${operation.name}': { readonly input: ${name}Input; readonly answer: ${name}Answer }`
  const chosen = (letter: string) => `const ${letter} extends readonly ${item}Field[] = never`
  const signature =
    item === undefined
      ? `(input${optional}: ${name}Input, options?: CallOptions) => Promise<${name}Answer>`
      : `<${chosen('F')}, ${chosen('X')}>(input${optional}: ${name}Input & FieldFilter<F, X>, options?: CallOptions) => Promise<${name}Answer<Select<${item}, F, X>>>`
  const method = `${comment(documentation(operation))}readonly ${verb}: ${signature}`
  const declarations = [
    `/** The input of \`${operation.name}\`. */\n${input}`,
    `/** The answer of \`${operation.name}\`. */\n${declaration}`,
  ]
  return { method, entry, item, declarations }
}

/** Where fields can be chosen, which ones is said beside the input: the answer follows from it. */
function inputOf(types: Types, name: string, { name: operation, input }: AnyOperation, isFiltered: boolean): string {
  const ofFilter = (field: string) => isFiltered && ['include_fields', 'exclude_fields'].includes(field)
  const { shape } = definitionOf(input) as z.core.$ZodObjectDef
  if (Object.keys(shape).every(ofFilter)) return `export type ${name}Input = Readonly<Record<string, never>>`
  // Criteria are many: what else takes them takes what a search takes.
  const isLikeSearch = ['bugs.count', 'bugs.board'].includes(operation)
  const isKnown = (field: string) => ofFilter(field) || (isLikeSearch && shape[field] === criteria[field])
  const special = (field: string) => (isKnown(field) ? 'never' : undefined)
  const fields = fieldsOf(types, input, 'input', `${name}Input`, special)
  const base = isLikeSearch ? ' extends BugsSearchInput' : ''
  return `export interface ${name}Input${base} {${fields}${operation === 'bugs.search' ? searchFields(shape) : ''}}`
}

/** The answer of an operation; where fields can be chosen, generic in the objects that have them: `item` is what they are as a whole. */
function answerOf(types: Types, name: string, { output, filters = [] }: AnyOperation) {
  const keys = [filters].flat()
  let item: string | undefined
  const cut = (schema: z.core.$ZodType): string => {
    const def = definitionOf(schema)
    if (def.type === 'array') return `${cut(def.element)}[]`
    if (def.type === 'record') return `{ [name: string]: ${cut(def.valueType)} }`
    const type = typeOf(types, schema, 'output', `${name}Answer`)
    if (def.type !== 'object') return type
    item = type
    return 'T'
  }
  const special = (field: string, schema: z.core.$ZodType): string | undefined => {
    if (keys.includes(field)) return cut(schema)
    const def = definitionOf(schema)
    if (def.type === 'array' && holdsOneOf(keys, def.element))
      return `{${fieldsOf(types, def.element, 'output', `${name}Answer.${field}`, special)}}[]`
    if (def.type !== 'record' || keys.every((key) => key === '')) return undefined
    return `{ [name: string]: {${fieldsOf(types, def.valueType, 'output', `${name}Answer.${field}`, special)}} }`
  }
  const def = definitionOf(output)
  const isObject = def.type === 'object'
  const isEmpty = isObject && Object.keys(def.shape).length === 0
  const body = isObject
    ? `{${fieldsOf(types, output, 'output', `${name}Answer`, special)}}`
    : keys.includes('')
      ? cut(output)
      : typeOf(types, output, 'output', `${name}Answer`)
  const parameter = item === undefined ? '' : `<T = ${item}>`
  if (isEmpty) return { item, declaration: `export type ${name}Answer = Record<string, never>` }
  const declaration = isObject
    ? `export interface ${name}Answer${parameter} ${body}`
    : `export type ${name}Answer${parameter} = ${body}`
  return { item, declaration }
}

function holdsOneOf(keys: readonly string[], schema: z.core.$ZodType): boolean {
  const def = definitionOf(schema)
  return def.type === 'object' && keys.some((key) => key in def.shape)
}

function documentation({ description, errors = [], examples = [] }: AnyOperation): string {
  const throws = errors.length > 0 ? [`@throws ${errors.join(', ')}`] : []
  const shown = examples.map(({ title, code }) => `@example ${title}\n\`\`\`ts\n${code}\n\`\`\``)
  return [description, [...throws, ...shown].join('\n')].join('\n\n').trim()
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}
