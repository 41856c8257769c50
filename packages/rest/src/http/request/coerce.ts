// Clients send numbers as text, booleans in many spellings, and one value instead of a list. This converts them to the
// types of an operation's input where that is unambiguous, and leaves everything else for the operation to reject.
import { parseTime } from '@trackerkit/core/host'
import { isDecimal, longestWritten, type AnyOperation } from '@trackerkit/core/operations'
import * as z from 'zod'
import { bytesOfBase64 } from './base64.js'

/** The schema of the input of an operation. */
export type InputSchema = AnyOperation['input']
type Coercion = (value: unknown) => unknown

const coercions = new WeakMap<object, Coercion>()

/** The value in the types of the schema. */
export function coerce(schema: InputSchema, value: unknown): unknown {
  return coercionFor(schema)(value)
}

/** The names of an input, and whether it takes others beside them. */
export interface InputNames {
  readonly named: ReadonlySet<string>
  readonly takesOthers: boolean
  /** Those whose values are bytes. */
  readonly bytes: readonly string[]
}

const knownNames = new WeakMap<object, InputNames>()

export function namesOf(schema: InputSchema): InputNames {
  const names = knownNames.get(schema) ?? findNames(schema)
  knownNames.set(schema, names)
  return names
}

function findNames(schema: InputSchema): InputNames {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return findNames(def.in as InputSchema)
  if (def.type !== 'object') return { named: new Set(), takesOthers: true, bytes: [] }
  const takesOthers = def.catchall !== undefined && def.catchall._zod.def.type !== 'never'
  const names = Object.keys(def.shape)
  return { named: new Set(names), takesOthers, bytes: names.filter((name) => isBytes(innermost(def.shape[name]))) }
}

/** Schemas never change, so each is looked at once. */
function coercionFor(schema: z.core.$ZodType): Coercion {
  const before = coercions.get(schema)
  if (before) return before
  const made = makeCoercion(schema)
  coercions.set(schema, made)
  return made
}

const unchanged: Coercion = (value) => value

type Type = z.core.$ZodTypeDef['type']
type Definition<T extends Type> = Extract<z.core.$ZodTypes['_zod']['def'], { type: T }>
type Maker<T extends Type> = (definition: Definition<T>, schema: z.core.$ZodType) => Coercion

const ofInner = (def: { readonly innerType: z.core.$ZodType }) => coercionFor(def.innerType)

/** By kind of schema; values of other kinds are not changed. */
const makers: { readonly [T in Type]?: Maker<T> } = {
  number: () => toNumber,
  boolean: () => toBoolean,
  date: () => (value) => (isText(value) ? (parseTime(value) ?? value) : value),
  string: () => (value) => (Number.isFinite(value) ? String(value) : value),
  literal: (def) => (value) => def.values.find((literal) => isText(value) && String(literal) === value) ?? value,
  custom: (_def, schema) => (isBytes(schema) ? toBytes : unchanged),
  array: (def) => toArray(coercionFor(def.element)),
  object: (def) => toObject(def.shape, def.catchall),
  record: (def) => toRecord(coercionFor(def.valueType)),
  union: (def) => toAnyOf(def.options),
  pipe: (def) => coercionFor(def.in),
  lazy: (def) => (value) => coercionFor(def.getter())(value),
  optional: ofInner,
  nullable: ofInner,
  default: ofInner,
  prefault: ofInner,
  nonoptional: ofInner,
  readonly: ofInner,
  catch: ofInner,
}

/** Bytes, which JSON has as base64. */
function isBytes(schema: z.core.$ZodType | undefined): boolean {
  return schema !== undefined && z.globalRegistry.get(schema)?.['contentEncoding'] === 'base64'
}

/** The schema without what makes it optional. */
function innermost(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {}
  return def && 'innerType' in def ? innermost(def.innerType) : schema
}

function makeCoercion(schema: z.core.$ZodType): Coercion {
  const { def } = schema._zod
  const make = makers[def.type] as ((definition: z.core.$ZodTypeDef, schema: z.core.$ZodType) => Coercion) | undefined
  return make ? make(def, schema) : unchanged
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Length first: longer texts are not searched. */
function isShort(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most
}

function toNumber(value: unknown): unknown {
  return isShort(value, longestWritten.number) && isDecimal(value.trim()) ? Number(value) : value
}

function toBoolean(value: unknown): unknown {
  if (value === 1 || value === '1') return true
  if (value === 0 || value === '0' || value === '') return false
  if (!isShort(value, longestWritten.boolean)) return value
  const word = value.toLowerCase()
  return word === 'true' || word === 'false' ? word === 'true' : value
}

function toBytes(value: unknown): unknown {
  return isText(value) ? (bytesOfBase64(value) ?? value) : value
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

/** The `typeof` of these kinds: most values are accepted without running the schema. */
const typeOf: { readonly [T in Type]?: string } = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  array: 'object',
  object: 'object',
  record: 'object',
  date: 'object',
}

function accepter(schema: z.core.$ZodType): (value: unknown) => boolean {
  const { def } = schema._zod
  const expected = typeOf[def.type]
  const isPlain = def.type === 'string' && !def.checks?.length
  return (value) => {
    if (expected !== undefined && typeof value !== expected) return false
    return isPlain || (schema as z.ZodType).safeParse(value).success
  }
}
