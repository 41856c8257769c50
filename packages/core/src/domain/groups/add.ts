import { insertOne } from '../../schema/insert-one.js'
import { auditCreation } from '../audit/write.js'
import type { Call } from '../../call/context.js'
import { relationKinds } from './relations.js'
import type { NewRow, Writer } from '../../schema/index.js'

/** Stores a group. The caller of this touches the catalogue. */
export async function addGroup(tx: Writer, call: Call, group: NewRow<'groups'>): Promise<number> {
  const groupId = await insertOne(tx, 'groups', group)
  await relateAdmin(tx, call, groupId)
  await auditCreation(tx, call, 'groups', groupId, group.name)
  return groupId
}

/** Members of admin are members of a new group, may grant it and see its members, as of every group. */
export async function relateAdmin(tx: Writer, { catalogue }: Pick<Call, 'catalogue'>, group_id: number): Promise<void> {
  const admin = catalogue.groups.named('admin')
  if (!admin) return
  await tx.insert(
    'group_inheritance',
    relationKinds.map((kind) => ({ member_group_id: admin.id, group_id, kind })),
  )
}
