// The fields of new bugs that elements of forms set, by their IDs.
import * as z from 'zod'
import { parseInput } from '../../call/define/operation.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { CreateInput } from '../bugs/fields/body-types.js'
import { bugFieldEntries } from '../bugs/fields/index.js'
import { createFields } from '../bugs/fields/input.js'

const kinds: readonly string[] = ['place', 'field value', 'person', 'people', 'keywords', 'text', 'day']
/** Known before the form, or no answer of a reporter. */
const others: readonly string[] = ['product', 'summary', 'status', 'resolution']

const settable: ReadonlySet<string> = new Set(
  bugFieldEntries.flatMap(([name, { kind, create }]) =>
    create && kinds.includes(kind) && !others.includes(name) ? [name] : [],
  ),
)

/** Returns true if the ID names a field of every tracker, or can be the name of a custom field. */
export function isFieldOfNewBugs(id: string): boolean {
  return settable.has(id) || id.startsWith('cf_')
}

/** Without people, whom it would notify, and fields that require editbugs: a user with more rights may file the bug. */
const forAnonymous: ReadonlySet<string> = new Set(
  bugFieldEntries.flatMap(([name, { kind, changedBy }]) =>
    ['field value', 'text', 'day'].includes(kind) && changedBy !== 'time tracker' ? [name] : [],
  ),
)

/** Returns true if reports of people without an account may set the field. */
export function isForAnonymous(id: string): boolean {
  return forAnonymous.has(id) || id.startsWith('cf_')
}

/** Returns true if the ID names a field of this tracker. */
export function isFieldHere({ fields }: Catalogue, id: string): boolean {
  if (settable.has(id)) return true
  const field = id.startsWith('cf_') ? fields.named(id) : undefined
  return field !== undefined && field.name === id && !field.is_obsolete
}

/** Reads answers as Create Bug reads fields. @throws as bugs.create */
export function fieldsOf(answers: ReadonlyMap<string, string | readonly string[]>): Partial<CreateInput> {
  const schemas: Readonly<Record<string, z.ZodType>> = createFields
  const shape = Object.fromEntries(
    [...answers.keys()].flatMap((field) => (schemas[field] ? [[field, schemas[field]]] : [])),
  )
  return parseInput({ input: z.looseObject(shape) }, Object.fromEntries(answers)) as Partial<CreateInput>
}
