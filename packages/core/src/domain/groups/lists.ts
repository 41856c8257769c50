// Applies lists of groups (add, remove, set).
import type { Catalogue, Group } from '../../setup/catalogue.js'
import type { GroupLists } from './inputs.js'

export interface GroupChange {
  /** In display order, like the others. */
  readonly added: readonly Group[]
  readonly removed: readonly Group[]
}

interface Rules {
  /** Finds a group, or raises an error if the caller may not name it. `key` is add, remove or set. */
  readonly find: (ref: number | string, key: keyof GroupLists) => Group
  /** True if `set` does not remove the group when it is absent from the list. */
  readonly keeps: (group: Group) => boolean
}

/** With `set`, add and remove are ignored. A group in both add and remove is added. */
export function changeOfGroups(
  { groups }: Catalogue,
  before: ReadonlySet<number>,
  { add, remove, set }: GroupLists,
  { find, keeps }: Rules,
): GroupChange {
  const named = (refs: readonly (number | string)[], key: keyof GroupLists) =>
    new Set(refs.map((ref) => find(ref, key)))
  const wanted = named(set ?? add, set ? 'set' : 'add')
  const unwanted = set ? undefined : named(remove, 'remove')
  const leaves = (group: Group) => (unwanted ? unwanted.has(group) : !keeps(group))
  const all = [...groups]
  return {
    added: all.filter((group) => wanted.has(group) && !before.has(group.id)),
    removed: all.filter((group) => before.has(group.id) && !wanted.has(group) && leaves(group)),
  }
}

/** Names as in change entries. */
export function namesOf(groups: readonly Group[]): string {
  return groups.map((group) => group.name).join(', ')
}
