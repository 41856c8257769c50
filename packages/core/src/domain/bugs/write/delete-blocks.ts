// Removes different values from many bugs, in few statements.
import type { EntityName, Row, Where, Writer } from '../../../schema/index.js'
import { groupBy } from '../../../kernel/collections.js'

/** The values that one bug loses. */
export interface Loss {
  readonly bug_id: number
  /** IDs or texts. */
  readonly removed: readonly (number | string)[]
}

/** Blocks per statement: databases limit the depth of conditions. */
const blocksAtOnce = 100

type BlockEntity = 'bug_cc' | 'bug_groups' | 'bug_keywords' | 'bug_dependencies' | 'bug_see_also' | 'bug_marks'

/** Bugs that lose the same values form a block. `column` is the other key column of the entity. */
export async function deleteBlocks(
  tx: Writer,
  entity: Exclude<BlockEntity, 'bug_marks'>,
  column: string,
  losses: readonly Loss[],
): Promise<void> {
  for (const where of blocksOf(column, losses)) await tx.delete(entity, where)
}

/** The same, for rows that keep their other columns. */
export async function updateBlocks<E extends BlockEntity>(
  tx: Writer,
  entity: E,
  column: string,
  losses: readonly Loss[],
  set: Partial<Row<E>>,
): Promise<void> {
  for (const where of blocksOf(column, losses)) await tx.update(entity, where as Where<E>, set)
}

function blocksOf(column: string, losses: readonly Loss[]): Where<BlockEntity>[] {
  const losers = losses.filter(({ removed }) => removed.length > 0)
  const alike = groupBy(losers, ({ removed }) => removed.map(String).toSorted().join(' '))
  const blocks = Array.from(alike.values(), (bugs) => {
    const ids = bugs.map(({ bug_id }) => bug_id)
    return bothIn<BlockEntity>('bug_id', ids, column, bugs[0]?.removed ?? [])
  })
  return Array.from({ length: Math.ceil(blocks.length / blocksAtOnce) }, (_, index) => {
    const [only, ...others] = blocks.slice(index * blocksAtOnce, (index + 1) * blocksAtOnce)
    return only && others.length === 0 ? only : ({ or: [only, ...others] } as unknown as Where<BlockEntity>)
  })
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
