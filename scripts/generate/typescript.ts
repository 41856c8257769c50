// Converts zod schemas to TypeScript: inputs may be readonly, outputs are plain.
import * as z from 'zod'

type Side = 'input' | 'output'
type Schema = z.core.$ZodType

/** The results of the generation. */
export interface Types {
  /** The declarations of schemas with an id, by their names. */
  readonly declared: Map<string, string>
  /** The fields that do not say what they are. */
  readonly missing: string[]
}

/** The type of a schema's input or output. `place` describes its position for error messages. */
export function typeOf(types: Types, schema: Schema, side: Side, place: string): string {
  const said = side === 'input' ? metaOf(schema).input : undefined
  return said ?? (idOf(schema) === undefined ? plainTypeOf(types, schema, side, place) : declare(types, schema, side))
}

function declare(types: Types, schema: Schema, side: Side): string {
  const id = idOf(schema) as string
  if (types.declared.has(id)) return id
  types.declared.set(id, '')
  const fields = fieldsOf(types, schema, side, id)
  types.declared.set(id, `${comment(metaOf(schema).description)}export interface ${id} {${fields}}`)
  return id
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'Date',
  null: 'null',
  unknown: 'unknown',
  never: 'never',
}

function plainTypeOf(types: Types, schema: Schema, side: Side, place: string): string {
  const def = definitionOf(schema)
  const readonly = side === 'input' ? 'readonly ' : ''
  const inner = (one: Schema) => typeOf(types, one, side, place)
  const plain = plainTypes[def.type]
  if (plain !== undefined) return plain
  if (metaOf(schema).contentEncoding === 'base64') return 'Uint8Array'
  if (def.type === 'literal') return oneOf(def.values.map((value) => JSON.stringify(value)))
  if (def.type === 'enum') return oneOf(Object.values(def.entries).map((value) => JSON.stringify(value)))
  if (def.type === 'array') return `${readonly}${inBrackets(inner(def.element))}[]`
  if (def.type === 'record') return `{ ${readonly}[name: string]: ${inner(def.valueType)} }`
  if (def.type === 'object') return `{${fieldsOf(types, schema, side, place)}}`
  if (def.type === 'union') return oneOf(def.options.flatMap((option) => alternatives(inner(option))))
  if (def.type === 'nullable') return oneOf([inner(def.innerType), 'null'])
  if (def.type === 'optional' || def.type === 'default') return inner(def.innerType)
  if (def.type === 'pipe') return inner(side === 'input' ? def.in : def.out)
  throw new Error(`${place}: no type for ${def.type}; its schema may say one: .meta({ input: '…' })`)
}

/** The fields of an object, with their comments. `special` may have another type for some. */
export function fieldsOf(
  types: Types,
  schema: Schema,
  side: Side,
  place: string,
  special?: (name: string, field: Schema) => string | undefined,
): string {
  const { shape, catchall } = definitionOf(schema) as z.core.$ZodObjectDef
  const readonly = side === 'input' ? 'readonly ' : ''
  const lines = Object.entries(shape).flatMap(([name, field]) => {
    const path = `${place}.${name}`
    const type = special?.(name, field) ?? typeOf(types, field, side, path)
    // Other names, which clients of the REST API use.
    if (type === 'never') return []
    const description = descriptionOf(field) ?? metaOf(field).description
    if (description === undefined) types.missing.push(path)
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return [`${comment(description)}${readonly}${key}${valueOf(field, type, side)}`]
  })
  if (catchall && definitionOf(catchall).type !== 'never') {
    const type = typeOf(types, catchall, side, `${place}.*`)
    lines.push(`${comment(descriptionOf(catchall))}${readonly}[customField: \`cf_\${string}\`]: ${type}`)
  }
  return `\n${lines.join('\n')}\n`
}

function valueOf(field: Schema, type: string, side: Side): string {
  const { optin, optout } = field._zod
  if ((side === 'input' ? optin : optout) === undefined || (side === 'input' && metaOf(field).isRequired))
    return `: ${type}`
  return side === 'input' && type !== 'unknown' ? `?: ${type} | undefined` : `?: ${type}`
}

interface Meta {
  readonly id?: string | undefined
  readonly description?: string | undefined
  /** The type of an input that its first step does not determine. */
  readonly input?: string | undefined
  /** An input that must be given, though its schema takes nothing for it, too. */
  readonly isRequired?: boolean | undefined
  /** Of bytes: how they travel. */
  readonly contentEncoding?: string | undefined
}

function metaOf(schema: Schema): Meta {
  return z.globalRegistry.get(schema) ?? {}
}

/** The definition of a schema, by its kind. */
export function definitionOf(schema: Schema): z.core.$ZodTypes['_zod']['def'] {
  return (schema as unknown as z.core.$ZodTypes)._zod.def
}

/** The name of a schema; a copy that only says something else of itself has it too. */
function idOf(schema: Schema): string | undefined {
  const { parent, def } = schema._zod
  return metaOf(schema).id ?? (parent?._zod.def === def ? idOf(parent) : undefined)
}

/**
 * The description of a field, which methods like `optional` wrap. The description of a named type applies to all its
 * values.
 */
function descriptionOf(schema: Schema): string | undefined {
  const { id, description } = metaOf(schema)
  if (id !== undefined) return undefined
  const def = definitionOf(schema)
  return description ?? ('innerType' in def ? descriptionOf(def.innerType) : undefined)
}

/** A doc comment before what it is about; nothing for no text. */
export function comment(text = ''): string {
  const safe = text.replaceAll('*/', '*\\/')
  if (safe === '') return ''
  if (!safe.includes('\n')) return `/** ${safe} */\n`
  return `/**\n${safe.replace(/^/gm, ' * ').replace(/ +$/gm, '')}\n */\n`
}

function oneOf(types: readonly string[]): string {
  return [...new Set(types)].join(' | ')
}

/** The members of a union type. */
function alternatives(type: string): string[] {
  let depth = 0
  return type.split(' | ').reduce<string[]>((all, part) => {
    if (depth > 0) all.push(`${all.pop()} | ${part}`)
    else all.push(part)
    depth += part.split(/[({[]/).length - part.split(/[)}\]]/).length
    return all
  }, [])
}

function inBrackets(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}
