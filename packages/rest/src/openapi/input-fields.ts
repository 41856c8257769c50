// The input of an operation, field by field, for the options of the command.
import type { AnyOperation } from '@trackerkit/core/operations'
import { createSchemas, type JsonSchema } from './schemas.js'

/** A field of the input of an operation. */
export interface InputField {
  /** Dotted inside another: `groups.add`. */
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
}

/** The fields of the input of an operation, those inside of others too, as the document of the API describes them. */
export function inputFields(operation: AnyOperation): readonly InputField[] {
  const schemas = createSchemas('input', [operation])
  const fieldsOf = (schema: JsonSchema, within: string): InputField[] =>
    Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
      const { description = '' } = property
      const name = within + key
      const inner = fieldsOf(schemas.shared[property.$ref?.split('/').at(-1) ?? ''] ?? property, `${name}.`)
      if (inner.length === 0) return [{ name, description, isRequired: schema.required?.includes(key) ?? false }]
      // The description of the group is that of the first.
      return inner.map((field, at) =>
        at > 0 ? field : { ...field, description: `${description} ${field.description}` },
      )
    })
  return fieldsOf(schemas.of(operation), '')
}
