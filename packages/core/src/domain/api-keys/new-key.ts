import type { NewRow } from '../../schema/index.js'
import { hashSecret } from '../../auth/secrets.js'

const prefixLength = 6

interface NewKey {
  readonly userId: number
  readonly key: string
  readonly now: Date
  readonly description: string
  readonly expires?: Date | null
  readonly isReadOnly?: boolean
}

/** The row of a new key: a hash, and the first characters to recognise it by. */
export function newKeyRow({ userId, key, now, description, expires = null, isReadOnly = false }: NewKey) {
  return {
    user_id: userId,
    key_hash: hashSecret(key),
    prefix: key.slice(0, prefixLength),
    description,
    expires,
    is_read_only: isReadOnly,
    is_revoked: false,
    is_revoked_by_other: false,
    creation_time: now,
  } satisfies NewRow<'api_keys'>
}
