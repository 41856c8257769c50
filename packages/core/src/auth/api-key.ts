// Resolves an API key to its owner and limits.
import { unlimited, type Limits } from '../call/limits.js'
import { TrackerError } from '../kernel/errors.js'
import type { NewRow, Reader, Row, Writer } from '../schema/index.js'
import { addressBlock } from './address-block.js'
import { hashSecret } from './secrets.js'
import type { Origin } from './tokens.js'

/** A use is noted to the minute, and at once from an address that the key has not been used from. */
const noteEvery = 60_000
/** Number of addresses recorded per key. */
const mostAddresses = 20

type KeyRow = Row<'api_keys'>

/** Cached API keys by hash. */
interface KnownKeys {
  get(hash: string): KeyRow | undefined
  set(hash: string, row: KeyRow): unknown
}

/** A use of a key that is worth writing down. */
export interface KeyUse {
  readonly entity: 'api_keys'
  readonly id: number
  /** NULL for callers in the same process. */
  readonly address: string | null
}

interface FoundKey {
  readonly row: KeyRow
  readonly limits: Limits
  readonly use: KeyUse | undefined
}

/** @throws api_key_not_valid, api_key_revoked */
export async function findApiKey(
  tx: Reader,
  known: KnownKeys,
  key: string,
  { now, address: origin }: Origin,
): Promise<FoundKey> {
  const hash = hashSecret(key)
  const row = known.get(hash) ?? (await tx.select({ from: 'api_keys', where: { col: 'key_hash', eq: hash } }))[0]
  if (!row) throw new TrackerError('api_key_not_valid')
  if (row.is_revoked || (row.expires !== null && row.expires <= now)) throw new TrackerError('api_key_revoked')
  const address = origin === undefined ? null : addressBlock(origin)
  const { last_used } = row
  // A use that is noted for later than now was noted by a clock that was ahead.
  const isLongAgo = last_used === null || Math.abs(now.getTime() - last_used.getTime()) > noteEvery
  const isNoted = !isLongAgo && (address === null || addressesOf(row).includes(address))
  known.set(hash, isNoted ? row : { ...row, last_used: now, used_from: withAddress(row, address) })
  return { row, limits: limitsOf(row), use: isNoted ? undefined : { entity: 'api_keys', id: row.id, address } }
}

/** Returns the limits of a key. */
export function limitsOf(row: Pick<KeyRow, 'is_read_only' | 'may_administer' | 'product_ids'>): Limits {
  if (!row.is_read_only && row.may_administer && row.product_ids === null) return unlimited
  const productIds = row.product_ids === null ? undefined : new Set(row.product_ids as number[])
  return { mayWrite: !row.is_read_only, mayAdminister: row.may_administer, productIds }
}

/** From where a key was used, the latest first. */
export function addressesOf({ used_from }: Pick<KeyRow, 'used_from'>): readonly string[] {
  return used_from as string[]
}

function withAddress(row: Pick<KeyRow, 'used_from'>, address: string | null): string[] {
  const before = addressesOf(row)
  if (address === null) return [...before]
  return [address, ...before.filter((one) => one !== address)].slice(0, mostAddresses)
}

/** Writes down that a key was used, and logs an address that it has not been used from. */
export async function noteKeyUse(tx: Writer, { id, address }: KeyUse, now: Date): Promise<void> {
  const byId = { col: 'id', eq: id } as const
  const [row] = await tx.select({ from: 'api_keys', where: byId })
  if (!row) return
  const isNew = address !== null && !addressesOf(row).includes(address)
  await tx.update('api_keys', byId, { last_used: now, used_from: withAddress(row, address) })
  if (!isNew) return
  const entry: NewRow<'audit_log'> = {
    class: 'ApiKey',
    object_id: id,
    user_id: row.user_id,
    field: 'used_from',
    removed: null,
    added: address,
    at: now,
  }
  await tx.insert('audit_log', [entry])
}
