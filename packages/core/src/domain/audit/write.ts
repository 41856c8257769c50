// The audit log of administrative changes, with the event and the entry of the change feed that go with each.
import type { Call } from '../../call/context.js'
import { schema, type AuditedEntity, type Writer } from '../../schema/index.js'

export interface AuditedChange {
  readonly field: string
  readonly removed: string | null
  readonly added: string | null
}

/** The parts of a call that the audit log needs, which background work has too. */
export type AuditCall = Pick<Call, 'who' | 'now' | 'recordChange' | 'emit'>

/** Logs the changes of one object, by the caller, now. Never give it a secret. */
export async function audit(
  tx: Writer,
  call: AuditCall,
  entity: AuditedEntity,
  objectId: number,
  changes: readonly AuditedChange[],
): Promise<void> {
  await log(tx, call, schema[entity].auditClass, [[objectId, changes]])
}

/** Logs the reasons for erasures, by ID. */
export async function logErasures(
  tx: Writer,
  call: Call,
  ids: readonly number[],
  change: AuditedChange,
): Promise<void> {
  await log(
    tx,
    call,
    'Erasure',
    ids.map((id) => [id, [change]]),
  )
}

/** Logs that bugs are no more, by their ids and nothing else. */
export async function logDeletedBugs(tx: Writer, call: Call, ids: readonly number[]): Promise<void> {
  const removed = { field: '__remove__', removed: null, added: null }
  await log(
    tx,
    call,
    'Bug',
    ids.map((id) => [id, [removed]]),
  )
}

async function log(
  tx: Writer,
  call: AuditCall,
  auditClass: string,
  changed: readonly (readonly [objectId: number, changes: readonly AuditedChange[]])[],
): Promise<void> {
  const user_id = call.who.user?.id ?? null
  const rows = changed.flatMap(([object_id, changes]) =>
    changes.map((change) => ({ ...change, class: auditClass, object_id, user_id, at: call.now })),
  )
  if (rows.length === 0) return
  const ids = await tx.insert('audit_log', rows)
  for (const [object_id, changes] of changed) {
    const about = { class: auditClass, object_id }
    const audit = ids.splice(0, changes.length)
    call.recordChange({ kind: 'administration', at: call.now, user_id, details: { ...about, audit } })
    call.emit('administration.changed', { ...about, user_id, at: call.now, changes })
  }
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
