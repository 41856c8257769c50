// Removes different values from many bugs, in few statements.
import type { EntityName, Where, Writer } from '../../../schema/index.js'
import { groupBy } from '../../../kernel/collections.js'

/** The values that one bug loses with rows of an entity that have the bug and a value. */
export interface Loss {
  readonly bug_id: number
  /** IDs or texts. */
  readonly removed: readonly (number | string)[]
}

/** How many blocks one statement names: databases read conditions of any length, but not of any depth. */
const blocksAtOnce = 100

/** Bugs that lose the same make a block. `column` exists beside bug_id, and takes values of that kind. */
export async function deleteBlocks(
  tx: Writer,
  entity: 'bug_cc' | 'bug_groups' | 'bug_keywords' | 'bug_dependencies' | 'bug_see_also' | 'last_visits',
  column: string,
  losses: readonly Loss[],
): Promise<void> {
  const losers = losses.filter(({ removed }) => removed.length > 0)
  const alike = groupBy(losers, ({ removed }) => removed.map(String).toSorted().join(' '))
  const blocks = Array.from(alike.values(), (bugs) => {
    const ids = bugs.map(({ bug_id }) => bug_id)
    return bothIn<typeof entity>('bug_id', ids, column, bugs[0]?.removed ?? [])
  })
  for (let start = 0; start < blocks.length; start += blocksAtOnce) {
    const [only, ...others] = blocks.slice(start, start + blocksAtOnce)
    if (only) await tx.delete(entity, others.length === 0 ? only : ({ or: [only, ...others] } as typeof only))
  }
}

/** Rows with one of these values in each of two columns. The callers name existing columns. */
export function bothIn<E extends EntityName>(
  first: string,
  ids: readonly number[],
  second: string,
  others: readonly (number | string)[],
): Where<E> {
  return {
    and: [
      { col: first, in: ids },
      { col: second, in: others },
    ],
  } as unknown as Where<E>
}
