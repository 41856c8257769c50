export type FieldValue = string | number | boolean | Date | readonly (string | number)[] | null | undefined

/** The value of a field by its name in bugs. The type of bugs has no custom fields. */
export function fieldValue<T = FieldValue>(bug: object, name: string): T | undefined {
  return (bug as Readonly<Record<string, T | undefined>>)[name]
}

/** A value as text, times to the minute. */
export function fieldText(value: FieldValue, separator = ', '): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 16).replace('T', ' ')
  return typeof value === 'object' ? value.join(separator) : String(value)
}
