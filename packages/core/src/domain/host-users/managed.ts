// Properties that users of the host cannot change here.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'

/**
 * Protects the login and name of the caller's own account if they come from the host. Other users with editusers, and
 * the embedding program, may still change them.
 * @throws managed_by_host
 */
export async function requireOwn(tx: Reader, { who }: Call, userId: number, field: string): Promise<void> {
  if (who.isSystem || who.user?.id !== userId) return
  const managed: Where<'external_accounts'> = {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'kind', in: ['host', 'managed'] },
    ],
  }
  if ((await tx.count('external_accounts', managed)) > 0) throw new TrackerError('managed_by_host', { field })
}
