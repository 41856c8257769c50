// Adds bugs to a group or removes them when the group controls of their product change, with history.
import { writeBulk } from '../bugs/write/write-bulk.js'
import type { Group, Product } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'
import { requireMayAddAll } from './rights.js'

/** Puts all bugs of a product in the group, which has become mandatory there. @throws auth_failure as requireMayAddAll */
export async function addBugsToGroup(tx: Writer, call: Call, product: Product, group: Group): Promise<void> {
  requireMayAddAll(call, product, group)
  const isIn: Where<'bugs'> = { some: 'groups', where: { col: 'group_id', eq: group.id } }
  const bugs = await loadBugs(tx, { and: [{ col: 'product_id', eq: product.id }, { not: isIn }] })
  await tx.insert(
    'bug_groups',
    bugs.map(({ id }) => ({ bug_id: id, group_id: group.id })),
  )
  await writeBulk(tx, call, bugs, {
    columns: ({ group_count }) => ({ group_count: group_count + 1 }),
    change: { field: 'groups', removed: '', added: group.name },
  })
}

/** Takes all bugs of a product out of the group, which does not apply there any more. */
export async function removeBugsFromGroup(tx: Writer, call: Call, product: Product, group: Group): Promise<void> {
  const isIn: Where<'bugs'> = { some: 'groups', where: { col: 'group_id', eq: group.id } }
  const bugs = await loadBugs(tx, { and: [{ col: 'product_id', eq: product.id }, isIn] })
  await tx.delete('bug_groups', {
    and: [
      { col: 'group_id', eq: group.id },
      { col: 'bug_id', in: bugs.map(({ id }) => id) },
    ],
  })
  await writeBulk(tx, call, bugs, {
    columns: ({ group_count }) => ({ group_count: group_count - 1 }),
    change: { field: 'groups', removed: group.name, added: '' },
  })
}

type CountedBug = Pick<Row<'bugs'>, 'id' | 'group_count' | 'last_change_time'>

async function loadBugs(tx: Reader, where: Where<'bugs'>): Promise<CountedBug[]> {
  return tx.select({ from: 'bugs', where, columns: ['id', 'group_count', 'last_change_time'] })
}
