// The audit log of administrative changes, and the event that goes with each.
import type { Call } from '../../call/context.js'
import type { EntityName, Writer } from '../../schema/index.js'

export interface AuditedChange {
  readonly field: string
  readonly removed: string | null
  readonly added: string | null
}

/** Logs the changes of one object, by the caller, now. Never give it a secret. */
export async function audit(
  tx: Writer,
  call: Call,
  kind: AuditedClass,
  objectId: number,
  changes: readonly AuditedChange[],
): Promise<void> {
  if (changes.length === 0) return
  const userId = call.who.user?.id ?? null
  await tx.insert(
    'audit_log',
    changes.map((change) => ({ ...change, class: kind, object_id: objectId, user_id: userId, at: call.now })),
  )
  call.emit('administration.changed', { class: kind, object_id: objectId, user_id: userId, at: call.now, changes })
}

/** Logs that an object was made. */
export async function auditCreation(
  tx: Writer,
  call: Call,
  kind: AuditedClass,
  objectId: number,
  name: string,
): Promise<void> {
  await audit(tx, call, kind, objectId, [{ field: '__create__', removed: null, added: name }])
}

/** Logs that an object is no more. */
export async function auditRemoval(
  tx: Writer,
  call: Call,
  kind: AuditedClass,
  objectId: number,
  name: string,
): Promise<void> {
  await audit(tx, call, kind, objectId, [{ field: '__remove__', removed: name, added: null }])
}

/** The classes of the audit log whose objects are rows that administrators change one by one, and their entities. */
export const auditedEntities = {
  ApiKey: 'api_keys',
  Classification: 'classifications',
  Component: 'components',
  Field: 'fields',
  FlagType: 'flag_types',
  Group: 'groups',
  Keyword: 'keywords',
  LegalValue: 'legal_values',
  Milestone: 'milestones',
  Product: 'products',
  User: 'users',
  Version: 'versions',
} as const satisfies Record<string, EntityName>

/** The names that the audit log has for what is changed. */
export type AuditedClass = keyof typeof auditedEntities | 'GroupControl' | 'Parameter' | 'Workflow'
