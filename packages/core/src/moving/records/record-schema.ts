import * as z from 'zod'
import { trackerRecord } from './record.js'

/**
 * Describes records as a JSON Schema (draft 2020-12), for programs that write them.
 *
 * @example
 * const schema = recordSchema()
 * console.log(Object.keys(schema))
 */
export function recordSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(trackerRecord, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // Lines hold times and contents as text.
      if (!(zodSchema instanceof z.ZodUnion) || !jsonSchema.anyOf?.some(isAnything)) return
      const [first, ...others] = jsonSchema.anyOf.filter((option) => !isAnything(option))
      delete jsonSchema.anyOf
      Object.assign(jsonSchema, others.length > 0 ? { anyOf: [first, ...others] } : first)
    },
  })
  return { title: 'A record of @trackerkit/core', ...schema }
}

/** Times and bytes of JavaScript have no schema. */
function isAnything(option: object): boolean {
  return Object.keys(option).length === 0
}
