import type { FieldOfMetadata } from '@trackerkit/client'

type ValueOf = (nameInBugs: string) => string

/** The value of a field by its internal name, by which fields refer to each other. */
export function valueOfInternal(fields: readonly FieldOfMetadata[], internalName: string, valueOf: ValueOf): string {
  const field = fields.find(({ name }) => name === internalName)
  return valueOf(field?.name_in_bugs ?? internalName)
}

/** False if the field is shown only for other values of the field that controls it. */
export function isVisible(fields: readonly FieldOfMetadata[], field: FieldOfMetadata, valueOf: ValueOf): boolean {
  const { visibility_field, visibility_values } = field
  return visibility_field === null || visibility_values.includes(valueOfInternal(fields, visibility_field, valueOf))
}
