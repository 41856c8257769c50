// The parameters of a route in path, query and body: the reverse of router/parameters.ts.
import type { Fill, Route } from '../router/route.js'
import type { JsonSchema } from './schemas.js'

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description?: string
  readonly schema: JsonSchema
  readonly style?: 'form'
  readonly explode?: true
}

export interface RequestBody {
  readonly required: boolean
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } }
}

/** The values of a path, in the names of `template`, which may differ from those of the route. */
export function pathParameters(route: Route, template: string, input: JsonSchema): Parameter[] {
  const names = valueNames(template)
  return valueNames(route.path).map((name, index) => ({
    name: names[index] ?? name,
    in: 'path',
    required: true,
    ...pathValue(route.fill[name] as Fill, input),
  }))
}

function valueNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
}

function pathValue({ key, keyOfDigits, joins }: Fill, input: JsonSchema): Pick<Parameter, 'description' | 'schema'> {
  const named = input.properties?.[key] ?? {}
  if (keyOfDigits !== undefined) {
    const description = `Digits are added to \`${keyOfDigits}\`; anything else is ${joins ? 'added to ' : ''}\`${key}\`.`
    return { description, schema: { anyOf: [{ type: 'integer' }, { type: 'string' }] } }
  }
  const description = joins ? `One of \`${key}\`; more can be passed as parameters.` : named.description
  return { ...(description !== undefined && { description }), schema: single(named) }
}

/** One of several values. */
function single(schema: JsonSchema): JsonSchema {
  if (schema.items) return schema.items
  const forms = schema.anyOf?.filter(({ type }) => type !== 'array')
  if (forms?.length === 1) return forms[0] as JsonSchema
  const { description: _, ...rest } = schema
  return rest
}

export function queryParameters(route: Route, input: JsonSchema): Parameter[] {
  const { properties = {}, required = [], additionalProperties } = besidePath(route, input)
  const named = Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
  if (typeof additionalProperties !== 'object') return named
  const schema = { type: 'object', additionalProperties }
  const description = 'Any other criterion, by name, each as a separate parameter.'
  return [
    ...named,
    { name: 'criteria', in: 'query', required: false, description, schema, style: 'form', explode: true },
  ]
}

export function requestBody(route: Route, input: JsonSchema): RequestBody {
  const schema = besidePath(route, input)
  return { required: (schema.required ?? []).length > 0, content: { 'application/json': { schema } } }
}

/** Parameters of answers that have an end. */
const ofOneAnswer = ['limit', 'wait', 'include_fields', 'exclude_fields']

/**
 * The input without path parameters, without properties that the header Range replaces for a file, and without those
 * that a stream does not have.
 */
function besidePath({ fill, file, stream }: Route, input: JsonSchema): JsonSchema {
  const fills = Object.values(fill)
  const inPath = new Set([
    ...fills.filter(({ joins }) => !joins).map(({ key }) => key),
    ...(file ? ['offset', 'length'] : []),
    ...(stream ? ofOneAnswer : []),
  ])
  const optional = new Set(fills.flatMap(keysOf))
  const properties = Object.entries(input.properties ?? {}).filter(([name]) => !inPath.has(name))
  const required = input.required?.filter((name) => !optional.has(name)) ?? []
  const { required: _, ...rest } = input
  return { ...rest, properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) }
}

function keysOf({ key, keyOfDigits }: Fill): string[] {
  return keyOfDigits === undefined ? [key] : [key, keyOfDigits]
}
