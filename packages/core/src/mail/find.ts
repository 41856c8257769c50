// Finding mail in the outbox by id.
import { TrackerError } from '../kernel/errors.js'
import { maxId } from '../call/define/inputs.js'
import type { Reader, Row } from '../schema/index.js'

export type FoundMessage = Pick<Row<'mail_outbox'>, 'id' | 'kind' | 'claimed_until'>

const columns = ['id', 'kind', 'claimed_until'] as const

/** @throws object_does_not_exist */
export async function requireMessages(tx: Reader, ids: readonly number[]): Promise<FoundMessage[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const where = { col: 'id', in: wanted.filter((id) => id <= maxId) } as const
  const rows = await tx.select({ from: 'mail_outbox', where, columns })
  const found = new Set(rows.map((row) => row.id))
  const missing = wanted.find((id) => !found.has(id))
  if (missing !== undefined)
    throw new TrackerError('object_does_not_exist', { kind: 'message', field: 'ids', value: missing })
  return rows
}

/** All that was given up. */
export async function findDead(tx: Reader): Promise<FoundMessage[]> {
  return tx.select({ from: 'mail_outbox', where: { col: 'state', eq: 'dead' }, order: [{ col: 'id' }], columns })
}

/** Returns true if no process is sending the message now. */
export function isIdle({ claimed_until }: FoundMessage, now: Date): boolean {
  return claimed_until === null || claimed_until <= now
}
