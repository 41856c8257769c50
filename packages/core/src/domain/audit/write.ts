// The audit log of administrative changes, with the event and the entry of the change feed that go with each.
import type { Call } from '../../call/context.js'
import { schema, type AuditedEntity, type Writer } from '../../schema/index.js'

export interface AuditedChange {
  readonly field: string
  readonly removed: string | null
  readonly added: string | null
}

/** Logs the changes of one object, by the caller, now. Never give it a secret. */
export async function audit(
  tx: Writer,
  call: Call,
  entity: AuditedEntity,
  objectId: number,
  changes: readonly AuditedChange[],
): Promise<void> {
  await log(tx, call, schema[entity].auditClass, objectId, changes)
}

/** Logs why something was taken out for good. Its object id is that of what was taken out. */
export async function logErasure(tx: Writer, call: Call, objectId: number, change: AuditedChange): Promise<void> {
  await log(tx, call, 'Erasure', objectId, [change])
}

async function log(
  tx: Writer,
  call: Call,
  auditClass: string,
  objectId: number,
  changes: readonly AuditedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const userId = call.who.user?.id ?? null
  const ids = await tx.insert(
    'audit_log',
    changes.map((change) => ({ ...change, class: auditClass, object_id: objectId, user_id: userId, at: call.now })),
  )
  const about = { class: auditClass, object_id: objectId }
  call.tell({ kind: 'administration', at: call.now, user_id: userId, details: { ...about, audit: ids } })
  call.emit('administration.changed', {
    ...about,
    user_id: userId,
    at: call.now,
    changes,
  })
}

/** Logs that an object was made. */
export async function auditCreation(
  tx: Writer,
  call: Call,
  entity: AuditedEntity,
  objectId: number,
  name: string,
): Promise<void> {
  await audit(tx, call, entity, objectId, [{ field: '__create__', removed: null, added: name }])
}

/** Logs that an object is no more. */
export async function auditRemoval(
  tx: Writer,
  call: Call,
  entity: AuditedEntity,
  objectId: number,
  name: string,
): Promise<void> {
  await audit(tx, call, entity, objectId, [{ field: '__remove__', removed: name, added: null }])
}
