/** The names of those that may be chosen: components, versions, milestones of a product. */
export function activeNames(all: readonly { readonly name: string; readonly is_active: boolean }[] = []): string[] {
  return all.filter(({ is_active }) => is_active).map(({ name }) => name)
}
