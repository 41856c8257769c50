// The fields of bugs as a search takes them.
import * as z from 'zod'
import { list, oneOrMany, wholeText } from '../../call/define/inputs.js'
import type { BugField, FieldKind } from '../../domain/bugs/fields/field.js'

const scalar = z.union([wholeText, z.number(), z.boolean(), z.date()])
export const texts = oneOrMany(wholeText).optional()
const since = z.date().optional()

/** Any value a field accepts. */
export const values = z.union([scalar, list(scalar), z.null()]).meta({ input: 'SearchValue' })
export const criterion = values.optional()

type Kinds = typeof kinds
const kinds = {
  ...{ text: texts, 'field value': texts, place: texts, person: texts, names: texts, time: since },
  ...{ people: criterion, keywords: criterion, groups: criterion, bugs: criterion, urls: criterion },
  ...{ day: criterion, switch: criterion },
} satisfies Partial<Record<FieldKind, z.ZodType>>

type Criteria<Fields extends Readonly<Record<string, BugField>>> = {
  [
    F in keyof Fields as Fields[F] extends { readonly kind: keyof Kinds } | { readonly criterion: string } ? F : never
  ]: Fields[F]['kind'] extends keyof Kinds ? Kinds[Fields[F]['kind']] : typeof criterion
}

/** Returns the search inputs for all fields, with descriptions; hours are searched with charts. */
export function criteriaOf<Fields extends Readonly<Record<string, BugField>>>(fields: Fields): Criteria<Fields> {
  const all: Readonly<Partial<Record<FieldKind, z.ZodType>>> = kinds
  const criteria = Object.entries(fields).flatMap(([name, { kind, criterion: asked, description }]) => {
    const schema = all[kind] ?? (asked === undefined ? undefined : criterion)
    return schema ? [[name, schema.meta({ description: asked ?? description })] as const] : []
  })
  return Object.fromEntries(criteria) as unknown as Criteria<Fields>
}
