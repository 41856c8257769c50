// Which values of an answer name something that has a page of its own. The schemas of answers say it where a field is declared:
// `.meta({ ref: 'bug' })`, with the word for one of a resource. Two words are no resources: `file` is the name of the file of an
// attachment, `self` names what the object is a member of, which the list of such objects says.
import { z } from 'zod'

type Schema = z.core.$ZodType

/** What the values of a part of an answer name. */
export interface References {
  /** Of a value, or of each in a list of them. */
  readonly ref?: string | undefined
  /** Of the fields of an object. */
  readonly fields?: ReadonlyMap<string, References> | undefined
  /** Of the keys and the values of an object whose keys are not known beforehand. */
  readonly keys?: References | undefined
  readonly values?: References | undefined
}

/** Where a value stands. */
export interface ReferenceContext {
  /** The object that has the value. */
  readonly holder: Readonly<Record<string, unknown>>
  /** The product that all of this belongs to, when there is one. */
  readonly product: string | undefined
}

/** The path of what a value names, below `/rest`; undefined when it names nothing. */
export type ResolveReference = (
  ref: string | undefined,
  value: string | number,
  context: ReferenceContext,
) => string | undefined

/** What a schema says of the values that follow it. `said` is what is said around it, `self` what the object is that has it. */
export function referencesIn(schema: Schema, said?: string, self?: string): References | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const ref = said ?? refOf(schema)
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

/** The product that an object is, or belongs to: the one that it names, else that of what it stands in. */
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
