// What a person whom the host knows cannot change about themselves here.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'

/**
 * For login and name of one's own account: they are the host's, if the account is. Others who may edit users may still change them,
 * and the embedding program may.
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
