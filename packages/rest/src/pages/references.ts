// Values in a response that refer to something with a page. Schemas declare them: `.meta({ ref: 'bug' })`, with the
// singular of a resource. Two words are no resources: `file` is the file name of an attachment, `self` is the object
// itself, whose kind its list declares.
import * as z from 'zod'

type Schema = z.core.$ZodType

export interface References {
  /** Of a value, or of each in a list of them. */
  readonly ref?: string | undefined
  /** Of the fields of an object. */
  readonly fields?: ReadonlyMap<string, References> | undefined
  /** Of the keys and the values of an object with arbitrary keys. */
  readonly keys?: References | undefined
  readonly values?: References | undefined
}

export interface ReferenceContext {
  /** The object that has the value. */
  readonly holder: Readonly<Record<string, unknown>>
  /** The product that all of this belongs to, when there is one. */
  readonly product: string | undefined
}

/** The path of a reference, below `/rest`; undefined if there is none. */
export type ResolveReference = (
  ref: string | undefined,
  value: string | number,
  context: ReferenceContext,
) => string | undefined

/** The references of a schema. `outer` is the reference declared around it, `self` the kind of the object that has it. */
export function referencesIn(schema: Schema, outer?: string, self?: string): References | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const ref = outer ?? refOf(schema)
  if ('innerType' in def) return referencesIn(def.innerType, ref, self)
  if (def.type === 'array') return referencesIn(def.element, ref, self)
  if (def.type === 'pipe') return referencesIn(def.out, ref, self)
  if (def.type === 'union') return def.options.map((option) => referencesIn(option, ref, self)).find(Boolean)
  if (def.type === 'record') return { keys: referencesIn(def.keyType), values: referencesIn(def.valueType, ref) }
  if (def.type !== 'object') return ref === undefined ? undefined : { ref: ref === 'self' ? self : ref }
  const fields = Object.entries(def.shape).flatMap(([name, field]) => {
    const references = referencesIn(field, undefined, ref)
    return references ? [[name, references] as const] : []
  })
  return fields.length === 0 ? undefined : { fields: new Map(fields) }
}

function refOf(schema: Schema): string | undefined {
  return z.globalRegistry.get(schema)?.['ref'] as string | undefined
}

/** The product that an object is, or belongs to: by its name, or that of the object around it. */
export function productOf(
  holder: ReferenceContext['holder'],
  references: References | undefined,
  around: string | undefined,
): string | undefined {
  const names = [...(references?.fields ?? [])].flatMap(([field, { ref }]) =>
    ref === 'product' ? [holder[field]] : [],
  )
  return names.find((name) => typeof name === 'string') ?? around
}
