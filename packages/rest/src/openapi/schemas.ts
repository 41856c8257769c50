// JSON Schemas of inputs and results as they are transferred: times and bytes are text.
import type { AnyOperation } from '@trackerkit/core/operations'
import * as z from 'zod'

/** As much of JSON Schema as the schemas of operations need. */
export interface JsonSchema {
  [keyword: string]: unknown
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
}

export interface Schemas {
  /** Schemas that several operations share, by name, for `#/components/schemas`. */
  readonly shared: Readonly<Record<string, JsonSchema>>
  of(operation: AnyOperation): JsonSchema
}

/** Schemas of the inputs or outputs of operations. Parts with an `id` in their `.meta` become named schemas. */
export function createSchemas(side: 'input' | 'output', operations: readonly AnyOperation[]): Schemas {
  const named = z.registry<{ id: string }>()
  // Several operations may have the same schema, but each has its name.
  for (const operation of operations) named.add(operation[side].clone(), { id: operation.name })
  const parts = partsOf(operations.map((operation) => operation[side]))
  for (const [id, schema] of parts) named.add(schema, { id })
  const { schemas } = z.toJSONSchema(named, {
    io: side,
    unrepresentable: 'any',
    uri: refTo,
    override: ({ zodSchema, jsonSchema }) => asItTravels(zodSchema, jsonSchema as JsonSchema),
  })
  const names = [...parts.keys()].toSorted()
  const all = linkParts(schemas as Record<string, JsonSchema>, names)
  const of = (operation: AnyOperation) => all[operation.name] as JsonSchema
  const shared = Object.fromEntries(names.map((id) => [id, all[id] as JsonSchema]))
  const resolve = ({ $ref }: JsonSchema) => shared[$ref?.split('/').at(-1) ?? '']
  if (side === 'output')
    for (const operation of operations) allowCuts(of(operation), [operation.filters ?? []].flat(), resolve)
  return { shared, of }
}

/** The schemas that have an id, in these and in whatever they are made of. */
function partsOf(schemas: readonly z.core.$ZodType[]): Map<string, z.core.$ZodType> {
  const parts = new Map<string, z.core.$ZodType>()
  const visited = new Set<unknown>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return
    visited.add(value)
    if (!isSchema(value)) return Object.values(value).forEach(visit)
    const id = z.globalRegistry.get(value)?.id
    if (id !== undefined) parts.set(id, value)
    // A schema with another description is a copy: the original has the id.
    visit(value._zod.parent)
    Object.values(value._zod.def).forEach(visit)
  }
  visit(schemas)
  return parts
}

function isSchema(value: object): value is z.core.$ZodType {
  return '_zod' in value
}

function refTo(id: string): string {
  return `#/components/schemas/${id}`
}

/** A schema equal to a named one is replaced by a reference to it. */
function linkParts(
  schemas: Readonly<Record<string, JsonSchema>>,
  parts: readonly string[],
): Record<string, JsonSchema> {
  const bare = Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [id, schema] as const)
  const names = new Map(bare.filter(([id]) => parts.includes(id)).map(([id, schema]) => [shapeOf(schema), id]))
  const linked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(linked)
    if (typeof value !== 'object' || value === null) return value
    const name = 'properties' in value ? names.get(shapeOf(value)) : undefined
    if (name === undefined) return linkedWithin(value)
    return { $ref: refTo(name), ...('description' in value && { description: value.description }) }
  }
  const linkedWithin = (schema: object) =>
    Object.fromEntries(Object.entries(schema).map(([keyword, value]) => [keyword, linked(value)]))
  return Object.fromEntries(bare.map(([id, schema]) => [id, linkedWithin(schema)]))
}

/** The same for schemas that differ only in order or description. */
function shapeOf(schema: unknown): string {
  if (Array.isArray(schema)) return `[${schema.map(shapeOf).toSorted().join()}]`
  if (typeof schema !== 'object' || schema === null) return JSON.stringify(schema)
  const keywords = Object.entries(schema).map(([keyword, value]) => {
    // A field may have that name too, but then its value is a schema.
    const isDescription = keyword === 'description' && typeof value === 'string'
    return isDescription ? '' : `${keyword}:${shapeOf(value)}`
  })
  return `{${keywords.filter(Boolean).toSorted().join()}}`
}

function asItTravels(schema: z.core.$ZodType, json: Record<string, unknown>): void {
  const { type } = schema._zod.def
  if (type === 'date') Object.assign(json, { type: 'string', format: 'date-time' })
  if (json['contentEncoding'] !== undefined) json['type'] = 'string'
  // Only for the types in TypeScript.
  delete json['input']
  delete json['isRequired']
  // Only for the links of pages.
  delete json['ref']
  // JSON implies that names are strings, and that integers are safe.
  if (type === 'record') delete json['propertyNames']
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum']
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum']
}

type Resolve = (schema: JsonSchema) => JsonSchema | undefined

/** Visits the properties of a schema and of nested ones. A path has dots; `*` is any name. */
function walk(schema: JsonSchema, resolve: Resolve, visit: (path: string, owner: JsonSchema) => void, path = ''): void {
  const target = resolve(schema) ?? schema
  for (const [name, property] of Object.entries(target.properties ?? {})) {
    visit(`${path}${name}`, target)
    walk(property, resolve, visit, `${path}${name}.`)
  }
  for (const form of [...(target.anyOf ?? []), ...(target.items ? [target.items] : [])])
    walk(form, resolve, visit, path)
  if (typeof target.additionalProperties === 'object') walk(target.additionalProperties, resolve, visit, `${path}*.`)
}

/** Below the names that field filters cut, no property is required; `x-default` lists those without a filter. */
function allowCuts(schema: JsonSchema, filters: readonly string[], resolve: Resolve): void {
  walk(schema, resolve, (path, owner) => {
    const isBelow =
      filters.includes('') ||
      path
        .split('.')
        .slice(0, -1)
        .some((name) => filters.includes(name))
    if (!isBelow || !owner.required) return
    owner['x-default'] = owner.required
    delete owner.required
  })
}
