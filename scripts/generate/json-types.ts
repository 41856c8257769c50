// Types of JSON in the words of people.
import type { JsonSchema } from '../../packages/rest/src/openapi/schemas.js'

/** A field of an object, or one of an object in it: then the name has dots. */
export interface Row {
  readonly name: string
  readonly schema: JsonSchema
  readonly description: string
  readonly isRequired: boolean
}

/** The fields of an object and of its unnamed nested objects and lists. */
export function rowsOf(schema: JsonSchema, prefix = ''): Row[] {
  const { properties = {}, additionalProperties } = schema
  const required = schema.required ?? (schema['x-default'] as string[] | undefined) ?? []
  const rows = Object.entries(properties).flatMap(([name, property]) => [
    {
      name: `${prefix}${name}`,
      schema: property,
      description: property.description ?? '',
      isRequired: required.includes(name),
    },
    ...innerRows(property, `${prefix}${name}`),
  ])
  if (rows.length === 0 || typeof additionalProperties !== 'object') return rows
  const { description } = additionalProperties
  if (description === undefined) return rows
  return [...rows, { name: `${prefix}*`, schema: additionalProperties, description, isRequired: false }]
}

function innerRows(schema: JsonSchema, name: string): Row[] {
  const { items, anyOf = [], additionalProperties } = schema
  if (items) return innerRows(items, `${name}[]`)
  if (typeof additionalProperties === 'object') return innerRows(additionalProperties, `${name}.*`)
  return [...rowsOf(schema, `${name}.`), ...anyOf.flatMap((form) => innerRows(form, name))]
}

/** The type of a value, with links to named objects. */
export function typeOf(schema: JsonSchema): string {
  const { $ref, items, anyOf, additionalProperties, type } = schema
  if ($ref !== undefined) return linkTo($ref)
  if (anyOf) return [...new Set(anyOf.flatMap((form) => form.anyOf ?? [form]).map(typeOf))].join(' or ')
  if (items) return `list of ${atMost(schema['maxItems'])}${inBrackets(typeOf(items))}`
  const values = valuesOf(schema)
  if (values) return values
  if (schema['contentEncoding'] === 'base64') return 'base64'
  if (schema['format'] === 'date-time') return 'time'
  if (typeof additionalProperties === 'object')
    return `map of ${atMost(schema['maxProperties'])}${inBrackets(typeOf(additionalProperties))}`
  if (type === 'string' && typeof schema['maxLength'] === 'number') return `string (at most ${schema['maxLength']})`
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything')
}

/** The default limit of lists is documented once. */
const usualLimit = 1000

function atMost(limit: unknown): string {
  return typeof limit === 'number' && limit !== usualLimit ? `at most ${limit.toLocaleString('en')} ` : ''
}

function inBrackets(type: string): string {
  return type.includes(' or ') ? `(${type})` : type
}

function linkTo(reference: string): string {
  const name = reference.split('/').at(-1) ?? ''
  return `[${name}](#${name.toLowerCase()})`
}

function valuesOf({ const: value, enum: values }: JsonSchema): string | undefined {
  if (Array.isArray(values)) return values.map((one) => `\`${JSON.stringify(one)}\``).join(' or ')
  return value === undefined ? undefined : `\`${JSON.stringify(value)}\``
}
