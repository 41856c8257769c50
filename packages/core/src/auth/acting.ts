// Users who see the tracker as another user does: who may, as whom, and for how long.
import { inGroupNamed, type Caller } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'
import type { NewRow, Row, Where, Writer } from '../schema/index.js'
import type { Catalogue } from '../setup/catalogue.js'

export const actingHours = 2

/** Operations about how a user logs in, which are absent for others. */
const ownResources = ['apiKeys', 'linkedAccounts', 'passkeys', 'secondFactor', 'sessions']

export function mayActAsOthers(catalogue: Catalogue, caller: Pick<Caller, 'groupIds'>): boolean {
  return inGroupNamed({ isSystem: false, groupIds: caller.groupIds }, catalogue, 'bz_sudoers')
}

/** Returns true if a user is seen by no other: administrators, and members of bz_sudo_protect. */
export function isProtected(catalogue: Catalogue, { groupIds }: Pick<Caller, 'groupIds'>): boolean {
  return ['admin', 'bz_sudo_protect'].some((name) => inGroupNamed({ isSystem: false, groupIds }, catalogue, name))
}

/** Not called for operations that are open to all, such as logging out. @throws acting_read_only */
export function requireShown(operation: { readonly name: string; readonly kind: 'read' | 'write' }): void {
  const [resource = ''] = operation.name.split('.')
  if (operation.name === 'sessions.current') return
  if (operation.kind === 'write' || ownResources.includes(resource)) throw new TrackerError('acting_read_only')
}

type Acting = Pick<Row<'tokens'>, 'user_id' | 'actor_id' | 'reason' | 'expires'>

/** Both ends are in the audit log of the user, as done by the actor. A session that has expired ended then. */
export async function logActing(
  tx: Writer,
  sessions: readonly Acting[],
  end: 'begun' | 'ended',
  now: Date,
): Promise<void> {
  const entries = sessions.map(({ user_id: object_id, actor_id: user_id, reason, expires }): NewRow<'audit_log'> => ({
    ...{ class: 'User', object_id, user_id, field: 'acted_as', at: expires && expires < now ? expires : now },
    ...(end === 'begun' ? { removed: null, added: reason } : { removed: reason, added: null }),
  }))
  if (entries.length > 0) await tx.insert('audit_log', entries)
}

/** Ends sessions, and logs the end of those that act as another user. Returns how many have ended. */
export async function endTokens(tx: Writer, where: Where<'tokens'>, now: Date): Promise<number> {
  const isActing: Where<'tokens'> = { not: { col: 'actor_id', eq: null } }
  const columns = ['user_id', 'actor_id', 'reason', 'expires'] as const
  const acting = await tx.select({ from: 'tokens', where: { and: [where, isActing] }, columns })
  const ended = await tx.delete('tokens', where)
  await logActing(tx, acting, 'ended', now)
  return ended
}

/** Ends one session. If it is the user's own, sessions in which they act as others end too. */
export async function endToken(tx: Writer, token: Acting & Pick<Row<'tokens'>, 'id'>, now: Date): Promise<void> {
  await tx.delete('tokens', { col: 'id', eq: token.id })
  if (token.actor_id === null) await endActing(tx, token.user_id, now)
  else await logActing(tx, [token], 'ended', now)
}

/** Ends what a user does as others, when their own session ends. */
export async function endActing(tx: Writer, actorId: number, now: Date): Promise<void> {
  await endTokens(tx, { col: 'actor_id', eq: actorId }, now)
}
