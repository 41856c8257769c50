// Changes of a bug, and what they are of lists.

/** Members of a list that come and go. They never collide. */
export interface ListChange {
  readonly add?: readonly (string | number)[]
  readonly remove?: readonly (string | number)[]
}

/** New values by the names that Update Bug has for fields. */
export type Changes = Readonly<Record<string, Change>>

/** `object`: something that Update Bug takes and that never collides, such as a comment. */
export type Change = string | number | boolean | null | readonly string[] | object

/** Fields whose members come and go one by one. */
const memberFields = ['cc', 'keywords'] as const

/**
 * Combines changes with later ones. Additions and removals of CC users and keywords add up; of other fields
 * the last value counts.
 */
export function joined(first: Changes, later: Changes): Changes {
  const both = memberFields.flatMap((field) => {
    const [before, after] = [first[field], later[field]]
    return isListChange(before) && isListChange(after) ? [[field, joinedList(before, after)] as const] : []
  })
  return { ...first, ...later, ...Object.fromEntries(both) }
}

function joinedList(before: ListChange, after: ListChange): ListChange {
  const named = new Set([...(after.add ?? []), ...(after.remove ?? [])])
  const both = (way: keyof ListChange) => [
    ...(before[way] ?? []).filter((one) => !named.has(one)),
    ...(after[way] ?? []),
  ]
  const [add, remove] = [both('add'), both('remove')]
  return { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) }
}

/** The members of a list once it is changed. */
export function withListChange<T extends string | number>(members: readonly T[], change: Change | undefined): T[] {
  if (!isListChange(change)) return [...members]
  const { add = [], remove = [] } = change as { readonly add?: readonly T[]; readonly remove?: readonly T[] }
  return [...new Set([...members.filter((one) => !remove.includes(one)), ...add])]
}

export function isListChange(value: Change | undefined): value is ListChange {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Members added and removed; undefined if there are none. */
export function listChange<T extends string | number>(
  before: readonly T[],
  after: readonly T[],
): ListChange | undefined {
  const add = after.filter((one) => !before.includes(one))
  const remove = before.filter((one) => !after.includes(one))
  if (add.length === 0 && remove.length === 0) return undefined
  return { ...(add.length > 0 && { add }), ...(remove.length > 0 && { remove }) }
}
