import type { ServerMetadataAnswer } from '@trackerkit/client/types'

/** The names of the values of a field, in their order, without the empty one. */
export function valueNames({ fields }: Pick<ServerMetadataAnswer, 'fields'>, name: string): string[] {
  const values = fields.find(({ name_in_bugs }) => name_in_bugs === name)?.values ?? []
  return values.map((value) => value.name).filter((value) => value !== '')
}

/** The names of those that may be chosen: components, versions, milestones of a product. */
export function activeNames(all: readonly { readonly name: string; readonly is_active: boolean }[] = []): string[] {
  return all.filter(({ is_active }) => is_active).map(({ name }) => name)
}
