import { createPlan, writePlan } from '../audit/plan.js'
import type { Call } from '../context.js'
import type { Writer } from '../schema/index.js'

/** Revokes all API keys of a user. Who is who has to be told anew by the caller. */
export async function revokeKeys(tx: Writer, call: Call, userId: number): Promise<void> {
  const inUse = { and: [{ col: 'user_id', eq: userId } as const, { col: 'is_revoked', eq: false } as const] }
  for (const { id } of await tx.select({ from: 'api_keys', where: inUse, columns: ['id'] })) {
    const plan = createPlan<'api_keys'>()
    plan.change('is_revoked', false, true, (is_revoked) => ({ is_revoked }))
    await writePlan(tx, call, 'ApiKey', 'api_keys', id, plan)
  }
}
