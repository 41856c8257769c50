// What lists of groups (add, remove, set) come to.
import type { Catalogue, Group } from '../../setup/catalogue.js'
import type { GroupLists } from './inputs.js'

export interface GroupChange {
  /** In display order, like the others. */
  readonly added: readonly Group[]
  readonly removed: readonly Group[]
}

interface Rules {
  /** The group that is meant; raises an error for one that may not be named. `key` is add, remove or set. */
  readonly find: (ref: number | string, key: keyof GroupLists) => Group
  /** Whether `set` leaves the group alone where it does not name it. */
  readonly keeps: (group: Group) => boolean
}

/** With `set` add and remove are not even looked at. What is both added and removed is added. */
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

/** Names as changes tell them. */
export function namesOf(groups: readonly Group[]): string {
  return groups.map((group) => group.name).join(', ')
}
