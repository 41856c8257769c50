// Users who see the tracker as another user does: who may, as whom, and for how long.
import { inGroupNamed, type Caller } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import type { NewRow, Writer } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

export const actingHours = 2

/** Operations about how a user logs in, which are absent for others. */
const ownResources = ['apiKeys', 'linkedAccounts', 'secondFactor', 'sessions']
const open = ['sessions.current', 'sessions.delete', 'sessions.check']

export function mayAct(catalogue: Catalogue, caller: Pick<Caller, 'groupIds'>): boolean {
  return inGroupNamed({ isSystem: false, groupIds: caller.groupIds }, catalogue, 'bz_sudoers')
}

/** Returns true if a user is seen by no other: administrators, and members of bz_sudo_protect. */
export function isProtected(catalogue: Catalogue, { groupIds }: Pick<Caller, 'groupIds'>): boolean {
  return ['admin', 'bz_sudo_protect'].some((name) => inGroupNamed({ isSystem: false, groupIds }, catalogue, name))
}

/** @throws acting_read_only */
export function requireShown(operation: { readonly name: string; readonly kind: 'read' | 'write' }): void {
  const [resource = ''] = operation.name.split('.')
  if (open.includes(operation.name)) return
  if (operation.kind === 'write' || ownResources.includes(resource)) throw new TrackerError('acting_read_only')
}

/** Both ends are in the audit log of the user, as done by the actor. */
export async function logActing(
  tx: Writer,
  { userId, actorId, reason }: { readonly userId: number; readonly actorId: number; readonly reason: string },
  end: 'begun' | 'ended',
  at: Date,
): Promise<void> {
  const entry: NewRow<'audit_log'> = {
    ...{ class: 'User', object_id: userId, user_id: actorId, field: 'acted_as', at },
    ...(end === 'begun' ? { removed: null, added: reason } : { removed: reason, added: null }),
  }
  await tx.insert('audit_log', [entry])
}

/** Ends what a user does as others, when their own session ends. */
export async function endActing(tx: Writer, actorId: number, now: Date): Promise<void> {
  const own = { col: 'actor_id', eq: actorId } as const
  const rows = await tx.select({ from: 'tokens', where: own, columns: ['user_id', 'reason'] })
  if (rows.length === 0) return
  await tx.delete('tokens', own)
  for (const { user_id: userId, reason } of rows)
    await logActing(tx, { userId, actorId, reason: reason ?? '' }, 'ended', now)
}
