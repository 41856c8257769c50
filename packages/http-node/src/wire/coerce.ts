// Clients send numbers as text, booleans in many spellings and one value where several are meant. This turns them into what an
// operation's input schema expects, wherever that is beyond doubt; everything else is left for the operation to refuse.
import type { AnyOperation } from '@trackerkit/core'
import type { z } from 'zod'
import { parseTime } from './time.js'

export type InputSchema = AnyOperation['input']
type Coercion = (value: unknown) => unknown

const known = new WeakMap<object, Coercion>()

/** The value in the types of the schema. */
export function coerce(schema: InputSchema, value: unknown): unknown {
  return coercionFor(schema as z.core.$ZodType)(value)
}

/** The names an input may have; undefined when it takes any. */
export function namesOf(schema: InputSchema): ReadonlySet<string> | undefined {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type !== 'object' || (def.catchall && def.catchall._zod.def.type !== 'never')) return undefined
  return new Set(Object.keys(def.shape))
}

/** Schemas never change, so each is looked at once. */
function coercionFor(schema: z.core.$ZodType): Coercion {
  const before = known.get(schema)
  if (before) return before
  const made = makeCoercion(schema as z.core.$ZodTypes)
  known.set(schema, made)
  return made
}

const unchanged: Coercion = (value) => value

function makeCoercion(schema: z.core.$ZodTypes): Coercion {
  const { def } = schema._zod
  switch (def.type) {
    case 'number':
      return toNumber
    case 'boolean':
      return toBoolean
    case 'date':
      return (value) => (typeof value === 'string' ? (parseTime(value) ?? value) : value)
    case 'string':
      return (value) => (typeof value === 'number' ? String(value) : value)
    case 'literal':
      return (value) => def.values.find((literal) => String(literal) === String(value)) ?? value
    case 'custom':
      return schema._zod.bag['Class'] === Uint8Array ? toBytes : unchanged
    case 'array':
      return toArray(coercionFor(def.element))
    case 'object':
      return toObject(def.shape, def.catchall)
    case 'record':
      return toRecord(coercionFor(def.valueType))
    case 'union':
      return toAnyOf(def.options)
    case 'pipe':
      return coercionFor(def.in)
    case 'lazy':
      return (value) => coercionFor(def.getter())(value)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return coercionFor(def.innerType)
    default:
      return unchanged
  }
}

function toNumber(value: unknown): unknown {
  return typeof value === 'string' && /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : value
}

function toBoolean(value: unknown): unknown {
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0' || value === '') return false
  if (typeof value !== 'string') return value
  const word = value.toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : value
}

/** Base64, strictly: characters that do not belong there are a mistake, not noise. */
function toBytes(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const text = value.replace(/[\r\n]/g, '')
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return value
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function toArray(item: Coercion): Coercion {
  return (value) => {
    if (value === undefined || value === null) return value
    return Array.isArray(value) ? value.map(item) : [item(value)]
  }
}

function toObject(shape: Readonly<Record<string, z.core.$ZodType>>, catchall: z.core.$ZodType | undefined): Coercion {
  const fields = new Map(Object.entries(shape).map(([name, schema]) => [name, coercionFor(schema)]))
  const others = catchall ? coercionFor(catchall) : unchanged
  return eachEntry((name) => fields.get(name) ?? others)
}

function toRecord(values: Coercion): Coercion {
  return eachEntry(() => values)
}

function eachEntry(coercionOf: (name: string) => Coercion): Coercion {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, coercionOf(name)(inner)]))
  }
}

/** A value that fits as it is stays; else the first form that it fits once coerced. */
function toAnyOf(options: readonly z.core.$ZodType[]): Coercion {
  const forms = options.map((option) => ({ accepts: accepter(option), into: coercionFor(option) }))
  return (value) => {
    if (forms.some(({ accepts }) => accepts(value))) return value
    for (const { accepts, into } of forms) {
      const coerced = into(value)
      if (accepts(coerced)) return coerced
    }
    return value
  }
}

function accepter(schema: z.core.$ZodType): (value: unknown) => boolean {
  return (value) => (schema as z.ZodType).safeParse(value).success
}
