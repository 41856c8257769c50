import type { Reader } from '../schema/index.js'
import type { Check } from './check.js'

/** What no reference expresses. Identities without a user are found as references. */
export const loginCheck: Check = {
  name: 'logins',
  holds: 'a second factor has the secret of an authenticator app or a passkey, and who acts as another user exists',
  async find(tx, tell) {
    const report = (place: string, text: string) => tell({ check: this.name, place, text, isRepairable: false })
    const factors = await tx.select({ from: 'second_factors', where: { col: 'secret', eq: '' }, columns: ['user_id'] })
    const having = await ownersOfPasskeys(
      tx,
      factors.map(({ user_id }) => user_id),
    )
    for (const { user_id } of factors)
      if (!having.has(user_id)) await report(`second_factors ${user_id}`, 'it has neither a secret nor a passkey')
    const isActing = { not: { col: 'actor_id', eq: null } } as const
    const acting = await tx.select({ from: 'tokens', where: isActing, columns: ['id', 'actor_id'] })
    const actors = await existing(
      tx,
      acting.map(({ actor_id }) => actor_id ?? 0),
    )
    for (const { id, actor_id } of acting)
      if (!actors.has(actor_id ?? 0)) await report(`tokens ${id}`, `actor_id ${actor_id} refers to no row of users`)
  },
}

async function ownersOfPasskeys(tx: Reader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.select({ from: 'passkeys', where: { col: 'user_id', in: ids }, columns: ['user_id'] })
  return new Set(rows.map(({ user_id }) => user_id))
}

async function existing(tx: Reader, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const rows = await tx.select({ from: 'users', where: { col: 'id', in: ids }, columns: ['id'] })
  return new Set(rows.map(({ id }) => id))
}
