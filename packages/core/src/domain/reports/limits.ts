// How many reports may come in, and how large they are.
import { createHmac } from 'node:crypto'
import { addHours } from 'date-fns/addHours'
import { subHours } from 'date-fns/subHours'
import { addressBlock } from '../../auth/address-block.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Where } from '../../schema/index.js'
import { requireSize } from '../attachments/content.js'
import type { Intake } from '../intakes/find.js'
import type { Report } from './input.js'

const ofAddressInAnHour = 10
const [mostHeld, mostHeldOfAddress] = [500, 5]
/** Of the largest report: base64 takes a third more. */
const shareOfFiles = 0.8

/** A keyed hash of the network of a call, from which it cannot be read; empty for callers in the same process. */
export function addressHashOf({ address, catalogue }: Call): string {
  if (address === undefined) return ''
  return createHmac('sha256', catalogue.secret)
    .update(`report ${addressBlock(address)}`)
    .digest('base64url')
}

/** @throws zero_length_file, file_too_large */
export function requireFiles({ catalogue }: Call, { max_kb }: Intake, { files }: Report): void {
  for (const { data } of files) requireSize(catalogue, data)
  const [value, limit] = [files.reduce((sum, { data }) => sum + data.byteLength, 0), max_kb * 1024 * shareOfFiles]
  if (value > limit) throw new TrackerError('file_too_large', { field: 'files', value, limit: Math.floor(limit) })
}

/** @throws too_many_reports */
export async function requireRate(tx: Reader, call: Call, { id, per_hour }: Intake): Promise<void> {
  const ofIntake = { col: 'intake_id', eq: id } as const
  await requireFewer(tx, call, [ofIntake], per_hour)
  const hash = addressHashOf(call)
  if (hash !== '')
    await requireFewer(tx, call, [ofIntake, { col: 'address_hash', eq: hash }], Math.min(ofAddressInAnHour, per_hour))
}

async function requireFewer(
  tx: Reader,
  { now }: Call,
  conditions: readonly Where<'inbound'>[],
  most: number,
): Promise<void> {
  const [oldest] = await tx.select({
    from: 'inbound',
    where: { and: [...conditions, { col: 'arrival_time', gt: subHours(now, 1) }] },
    order: [{ col: 'arrival_time', desc: true }],
    columns: ['arrival_time'],
    offset: most - 1,
    limit: 1,
  })
  const until = oldest?.arrival_time && addHours(oldest.arrival_time, 1)
  if (!until) return
  const seconds = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))
  throw new TrackerError('too_many_reports', { seconds })
}

/** For reports of members, only all held reports count. @throws too_many_reports */
export async function requireRoom(tx: Reader, call: Call, isMember: boolean): Promise<void> {
  const held = { and: [{ col: 'way', eq: 'report' } as const, { col: 'outcome', eq: 'held' } as const] }
  const hash = addressHashOf(call)
  const ofMembers = { col: 'arrival_time', eq: null } as const
  const theirs = { and: [held, { col: 'address_hash', eq: hash } as const, { not: ofMembers }] }
  const isFull =
    (await tx.count('inbound', held)) >= mostHeld ||
    (!isMember && hash !== '' && (await tx.count('inbound', theirs)) >= mostHeldOfAddress)
  if (isFull) throw new TrackerError('too_many_reports', { seconds: 3600 })
}
