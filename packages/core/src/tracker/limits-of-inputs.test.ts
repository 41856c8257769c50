// All inputs that take any number of entries have a maximum.
import { expect, it } from 'vitest'
import type * as z from 'zod'
import type { AnyOperation } from '../call/define/operation.js'
import { operations } from './operations.js'

const all = Object.values(operations).flatMap((verbs) => Object.values<AnyOperation>(verbs))

/** The places in a schema that take any number of entries. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'array') return [...(hasMaximum(def) ? [] : [path]), ...unbounded(def.element, `${path}[]`)]
  if (def.type === 'record') {
    const { maxProperties } = (schema as z.ZodType).meta() ?? {}
    return [...(maxProperties === undefined ? [path] : []), ...unbounded(def.valueType, `${path}{}`)]
  }
  if (def.type === 'object') {
    const named = Object.entries({ ...def.shape, ...(def.catchall && { '*': def.catchall }) })
    return named.flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`))
  }
  if (def.type === 'union') return def.options.flatMap((option) => unbounded(option, path))
  if (def.type === 'pipe') return unbounded(def.in, path)
  return 'innerType' in def ? unbounded(def.innerType, path) : []
}

function hasMaximum({ checks = [] }: z.core.$ZodArrayDef): boolean {
  return checks.some((check) => check._zod.def.check === 'max_length')
}

it('each list and each record in the input of an operation has a maximum', () => {
  expect(all.flatMap(({ name, input }) => unbounded(input, name))).toEqual([])
})
