import type { ServerMetadataAnswer } from '@trackerkit/client/types'

/** The names of the legal values of a field, in their order; the empty one is none. */
export function valueNames({ fields }: Pick<ServerMetadataAnswer, 'fields'>, name: string): string[] {
  const values = fields.find((field) => field.name === name)?.values ?? []
  return values.map((value) => value.name).filter((value) => value !== '')
}
