import type { FieldOfMetadata } from '@trackerkit/client'

/** The values of a field by its name in bugs: a field for several can have many. */
type ValuesOf = (nameInBugs: string) => readonly string[]

/** The values of a field by its internal name, by which fields refer to each other. */
export function valuesOfInternal(
  fields: readonly FieldOfMetadata[],
  internalName: string,
  valuesOf: ValuesOf,
): readonly string[] {
  const field = fields.find(({ name }) => name === internalName)
  return valuesOf(field?.name_in_bugs ?? internalName)
}

/** False if the field is shown only for other values of the field that controls it. */
export function isVisible(fields: readonly FieldOfMetadata[], field: FieldOfMetadata, valuesOf: ValuesOf): boolean {
  const { visibility_field, visibility_values } = field
  if (visibility_field === null) return true
  return valuesOfInternal(fields, visibility_field, valuesOf).some((value) => visibility_values.includes(value))
}
