// Revokes and re-enables API keys.
import { createPlan, writePlan, type Plan } from '../audit/plan.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Row, Writer } from '../../schema/index.js'

/** Revokes all API keys of a user and returns their number. The caller must invalidate cached identities. */
export async function revokeKeys(tx: Writer, call: Call, userId: number): Promise<number> {
  const inUse = { and: [{ col: 'user_id', eq: userId } as const, { col: 'is_revoked', eq: false } as const] }
  const keys = await tx.select({ from: 'api_keys', where: inUse })
  for (const key of keys) {
    const plan = createPlan<'api_keys'>()
    planRevocation(call, plan, key, true)
    await writePlan(tx, call, 'api_keys', key.id, plan)
  }
  return keys.length
}

/**
 * Plans to revoke or re-enable a key. If a user other than the owner revokes a key, only administrators can re-enable
 * it, even if the owner had revoked it before.
 * @throws auth_failure
 */
export function planRevocation(
  call: Call,
  plan: Plan<'api_keys'>,
  key: Row<'api_keys'>,
  wanted: boolean | undefined,
): void {
  if (wanted === false && key.is_revoked && key.is_revoked_by_other && !hasRight(call, 'admin'))
    throw new TrackerError('auth_failure', { action: 're-enable an API key that another user has revoked' })
  plan.change('is_revoked', key.is_revoked, wanted, (is_revoked) => ({ is_revoked, is_revoked_by_other: false }))
  if (wanted === true && call.who.user?.id !== key.user_id) plan.set.is_revoked_by_other = true
}
