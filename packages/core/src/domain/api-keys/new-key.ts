import { unlimited, type Limits } from '../../call/limits.js'
import type { NewRow } from '../../schema/index.js'
import { hashSecret } from '../../auth/secrets.js'

const prefixLength = 6

interface NewKey {
  readonly userId: number
  readonly key: string
  readonly now: Date
  readonly description: string
  readonly expires?: Date | null
  readonly limits?: Limits
}

/** The row of a new key: a hash, and the first characters to recognise it by. */
export function newKeyRow({ userId, key, now, description, expires = null, limits = unlimited }: NewKey) {
  return {
    user_id: userId,
    key_hash: hashSecret(key),
    prefix: key.slice(0, prefixLength),
    description,
    expires,
    is_read_only: !limits.mayWrite,
    may_administer: limits.mayAdminister,
    product_ids: limits.productIds ? [...limits.productIds] : null,
    used_from: [],
    is_revoked: false,
    is_revoked_by_other: false,
    creation_time: now,
  } satisfies NewRow<'api_keys'>
}
