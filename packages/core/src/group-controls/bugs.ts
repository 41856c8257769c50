// The bugs of products that a change of controls puts in a group or takes out of it, with what history tells of it.
import { timeOfChange } from '../bugs/time-of-change.js'
import { writeHistory } from '../bugs/write-history.js'
import { groupBy } from '../collections.js'
import type { Group, Product } from '../catalogue.js'
import type { Call } from '../context.js'
import type { Where, Writer } from '../schema/index.js'
import { requireMayAddAll } from './rights.js'

/** Puts all bugs of a product in the group, which has become mandatory there. @throws auth_failure as requireMayAddAll */
export async function addBugsToGroup(tx: Writer, call: Call, product: Product, group: Group): Promise<void> {
  requireMayAddAll(call, product, group)
  const isIn: Where<'bugs'> = { some: 'groups', where: { col: 'group_id', eq: group.id } }
  const ids = await countGroups(tx, call, { and: [{ col: 'product_id', eq: product.id }, { not: isIn }] }, 1)
  await tx.insert(
    'bug_groups',
    ids.map((bug_id) => ({ bug_id, group_id: group.id })),
  )
  await tell(tx, call, ids, { field: 'groups', removed: '', added: group.name })
}

/** Takes all bugs of a product out of the group, which does not apply there any more. */
export async function removeBugsFromGroup(tx: Writer, call: Call, product: Product, group: Group): Promise<void> {
  const isIn: Where<'bugs'> = { some: 'groups', where: { col: 'group_id', eq: group.id } }
  const ids = await countGroups(tx, call, { and: [{ col: 'product_id', eq: product.id }, isIn] }, -1)
  await tx.delete('bug_groups', {
    and: [
      { col: 'group_id', eq: group.id },
      { col: 'bug_id', in: ids },
    ],
  })
  await tell(tx, call, ids, { field: 'groups', removed: group.name, added: '' })
}

/** Changes by how many groups the bugs are in. Returns their ids. */
async function countGroups(tx: Writer, call: Call, where: Where<'bugs'>, by: 1 | -1): Promise<number[]> {
  const bugs = await tx.select({ from: 'bugs', where, columns: ['id', 'group_count', 'last_change_time'] })
  const last_change_time = timeOfChange(call, bugs)
  for (const [count, alike] of groupBy(bugs, (bug) => bug.group_count)) {
    const ids = alike.map((bug) => bug.id)
    await tx.update('bugs', { col: 'id', in: ids }, { group_count: count + by, last_change_time })
  }
  return bugs.map((bug) => bug.id)
}

async function tell(
  tx: Writer,
  call: Call,
  ids: readonly number[],
  change: { field: string; removed: string; added: string },
): Promise<void> {
  if (ids.length === 0) return
  await writeHistory(
    tx,
    call,
    ids.map((id) => [id, [change]] as const),
  )
}
