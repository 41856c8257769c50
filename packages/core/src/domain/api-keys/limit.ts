// How many API keys a user can have.
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'

const mostOfUser = 100

/** Revoked and expired keys do not count. @throws api_key_limit */
export async function requireFewKeys(tx: Reader, userId: number, now: Date): Promise<void> {
  const isValid: Where<'api_keys'>[] = [
    { col: 'is_revoked', eq: false },
    {
      or: [
        { col: 'expires', eq: null },
        { col: 'expires', gt: now },
      ],
    },
  ]
  if ((await tx.count('api_keys', { and: [{ col: 'user_id', eq: userId }, ...isValid] })) > mostOfUser)
    throw new TrackerError('api_key_limit', { limit: mostOfUser })
}
