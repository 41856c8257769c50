import type { FieldOfMetadata } from '@trackerkit/client'

/** Fields with the named ones first, the others in the order of the metadata. */
export function ordered(fields: readonly FieldOfMetadata[], first: readonly string[]): FieldOfMetadata[] {
  const rankOf = ({ name_in_bugs }: FieldOfMetadata) => first.indexOf(name_in_bugs ?? '') + 1 || first.length + 1
  return fields.toSorted((a, b) => rankOf(a) - rankOf(b))
}
