// What an operation takes, field by field, in words: for the help of the command.
import type { AnyOperation } from '@trackerkit/core/operations'
import { createSchemas } from './schemas.js'

export interface InputField {
  readonly name: string
  readonly description: string
  readonly isRequired: boolean
}

export function inputFields(operation: AnyOperation): readonly InputField[] {
  const { properties = {}, required = [] } = createSchemas('input', [operation]).of(operation)
  return Object.entries(properties).map(([name, { description = '' }]) => ({
    name,
    description,
    isRequired: required.includes(name),
  }))
}
