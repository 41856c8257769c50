import { insertOne } from '../../schema/insert-one.js'
import { auditCreation } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import type { NewRow, Writer } from '../../schema/index.js'

/**
 * Stores a group. Members of admin are members of it, may grant it and see its members, as of every group. The caller of this
 * touches the catalogue.
 */
export async function addGroup(tx: Writer, call: Call, group: NewRow<'groups'>): Promise<number> {
  const groupId = await insertOne(tx, 'groups', group)
  const admin = call.catalogue.groups.named('admin')
  if (admin) {
    await tx.insert(
      'group_inheritance',
      ['membership', 'bless', 'visible'].map((kind) => ({ member_group_id: admin.id, group_id: groupId, kind })),
    )
  }
  await auditCreation(tx, call, 'groups', groupId, group.name)
  return groupId
}
