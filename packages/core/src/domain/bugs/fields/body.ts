// Properties of the bodies of Create Bug and Update Bug beside the fields.
import * as z from 'zod'
import { bugFieldEntries } from './index.js'
import { internalNameOf, internalNames } from './names.js'
import type { Field } from '../../../setup/catalogue.js'
import { problem } from '../../../call/define/operation.js'

/** The value of a custom field as an input: custom-input.ts has the accepted values by type. */
export type CustomInput = string | number | Date | readonly string[] | null

/** Custom fields with their inputs. */
export type CustomGiven = readonly (readonly [field: Field, given: CustomInput])[]

// Not an interface: only a type alias fits where zod wants a record.
type CustomFields = { readonly [field: `cf_${string}`]: CustomInput }

/** The schema of a body: the fields of `S`, and custom fields. */
export type BugBody<S extends z.ZodRawShape> = z.ZodObject<S, { in: CustomFields; out: CustomFields }>

/** Read-only fields. Bodies may contain them without effect. */
const systemFields = ['id', 'creator', 'creation_time', 'last_change_time', 'is_confirmed', 'classification'] as const

/** Internal name and API name of every field that has both. */
const internalFields = Array.from(internalNames, ([api, internal]) => [internal, api] as const)

/**
 * Properties of responses beside the fields. Clients that send a bug back include them; they are accepted when empty.
 */
const answerFields: ReadonlySet<string> = new Set([...bugFieldEntries.map(([field]) => field), 'faults'])

/**
 * Makes the schema of a body. A field is also accepted by its internal name (`byApiName` renames it) and by the
 * `otherNames` of this body. Custom fields pass unchanged. Any other name is an error.
 */
export function bugBody<S extends z.ZodRawShape>(
  shape: S,
  otherNames: Readonly<Record<string, keyof S & string>>,
): BugBody<S> {
  const aliases = Object.entries({ ...apiNamesIn(shape), ...otherNames }).map(
    ([other, field]) =>
      [
        other,
        z
          .optional(shape[field] as unknown as z.ZodType)
          .meta({ description: `Alias of \`${field}\`.`, input: 'never' }),
      ] as const,
  )
  const ignored = systemFields.flatMap((field) => [field, internalNameOf(field)])
  const known = new Set([...Object.keys(shape), ...aliases.map(([other]) => other), ...ignored])
  const schema = z
    .object({ ...shape, ...Object.fromEntries(aliases) })
    .catchall(
      z.unknown().meta({
        description: 'Value of a custom field, whose name begins with `cf_`.',
        input: 'string | number | Date | readonly string[] | null',
      }),
    )
    .check(({ value, issues }) => {
      for (const [field, given] of Object.entries(value)) {
        if (known.has(field) || field.startsWith('cf_')) continue
        if (answerFields.has(field) && isEmpty(given)) continue
        const accepted = [...Object.keys(shape), 'cf_…']
        issues.push({ code: 'custom', input: given, path: [field], ...problem('unknown_parameter', { accepted }) })
      }
    })
  return schema as unknown as BugBody<S>
}

/**
 * The fields of a body that say something, under their API names. Where a field came under two names, that of the API wins.
 */
export function byApiName<T extends object>(body: T, otherNames: Readonly<Record<string, keyof T & string>>): T {
  const named = { ...body } as Record<string, unknown>
  for (const [other, field] of [...internalFields, ...Object.entries(otherNames)]) {
    if (named[other] !== undefined) named[field] ??= named[other]
    delete named[other]
  }
  for (const field of systemFields) delete named[field]
  return named as T
}

/** Internal name → API name, for the fields of a shape that have both. */
function apiNamesIn(shape: object): Record<string, string> {
  return Object.fromEntries(
    Array.from(internalNames).flatMap(([api, internal]) => (api in shape ? [[internal, api]] : [])),
  )
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === '' || value === null || value === undefined
  return Object.keys(value).length === 0
}
