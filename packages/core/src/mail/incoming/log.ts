// Messages in the log of what comes in.
import * as z from 'zod'
import { holdsDeliveries } from '../../call/mail-outbox.js'
import { defineWrite } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'
import { subDays } from 'date-fns/subDays'
import type { Catalogue } from '../../setup/catalogue.js'
import { insertOne } from '../../schema/insert-one.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import type { Call } from '../../call/context.js'
import { countBounce, forgetBounces } from '../../domain/users/bounces.js'
import {
  deleteItem,
  writeContent,
  writeFacts,
  writePreview,
  type Facts,
  type Preview,
} from '../../domain/inbound/content.js'
import { notReported, ofKey } from '../../domain/inbound/find.js'

export interface Begun {
  readonly id: number
  /** How often this message was begun since its last outcome, this time included. */
  readonly attempts: number
  /** The configuration by which the message is read. */
  readonly catalogue: Catalogue
}

/** No public operation: written before a message is read, so that one that ends the process is known when it comes again. */
export const beginMail = defineWrite({
  name: 'inbound.begin',
  summary: 'Note that a message is about to be read',
  description: 'Notes that a message is about to be read, and counts the attempts.',
  errors: ['deliveries_on_hold'],
  access: 'required',
  input: z.custom<{ readonly key_hash: string; readonly source: string; readonly size: number }>(),
  output: z.custom<Begun>(),
  async run(tx, { key_hash, source, size }, { catalogue, now }): Promise<Begun> {
    if (holdsDeliveries(catalogue)) throw new TrackerError('deliveries_on_hold')
    const [before] = await tx.select({ from: 'inbound', where: ofKey('mail', key_hash) })
    const begun = { outcome: 'begun', reason: '', time: now }
    if (before) {
      const attempts = before.attempts + 1
      await tx.update('inbound', { col: 'id', eq: before.id }, { ...begun, attempts })
      return { id: before.id, attempts, catalogue }
    }
    const row = { ...begun, way: 'mail', source, key_hash, size, attempts: 1 }
    const about = { user_id: null, sender: '', subject: '', intake_id: null, bug_ids: [], ...notReported }
    return { id: await insertOne(tx, 'inbound', { ...row, ...about }), attempts: 1, catalogue }
  },
})

export interface MailOutcome {
  /** The row of the message; undefined for a further recipient. */
  readonly id: number | undefined
  readonly key_hash: string
  readonly source: string
  readonly size: number
  readonly outcome: 'done' | 'nothing' | 'held' | 'refused' | 'failed'
  readonly reason: string
  readonly user_id: number | null
  /** An email to the user could not be delivered. */
  readonly isBounce?: boolean | undefined
  readonly sender: string
  readonly subject: string
  readonly intake_id: number | null
  readonly bug_ids: readonly number[]
  /** Kept for held and failed messages. */
  readonly content: Uint8Array | undefined
  /** Kept for failed messages. */
  readonly facts?: Facts | undefined
  /** Kept for held messages. */
  readonly preview?: Preview | undefined
  /** Of a command, for the owner of the account. */
  readonly error?: string | undefined
}

/** No public operation: the last part of what a message does. */
export const noteMail = defineWrite({
  name: 'inbound.note',
  summary: 'Note the outcome of a message',
  description: 'Writes the outcome of a message into the log of what comes in.',
  access: 'required',
  input: z.custom<MailOutcome>(),
  output: z.object({}),
  async run(tx, outcome, call) {
    if (outcome.outcome === 'refused') await notifyOwner(tx, call, outcome)
    const { id, content, facts, preview, isBounce = false, error: _reported, ...values } = outcome
    const { user_id } = values
    if (values.outcome === 'done' && user_id !== null)
      await (isBounce ? countBounce(tx, call, user_id) : forgetBounces(tx, user_id))
    const row = { ...values, ...notReported, way: 'mail', bug_ids: [...values.bug_ids], attempts: 1, time: call.now }
    const where = ofKey('mail', values.key_hash)
    const [same] = await tx.select({ from: 'inbound', where, columns: ['id', 'outcome'] })
    const isOther = id !== undefined && same !== undefined && same.id !== id
    if (same?.outcome === 'failed' && same.id !== id && ['refused', 'nothing'].includes(row.outcome)) {
      // The sender of a copy may be anyone. It has its own row, by its bytes.
      const { key_hash: _key, ...about } = row
      if (isOther) await noteUndone(tx, id, about)
      return {}
    }
    // The row of the bytes gives way to that of an earlier delivery of the same message.
    if (isOther) await deleteItem(tx, id)
    const known = same?.id ?? id
    if (known !== undefined && staysFailed(row)) {
      await noteUndone(tx, known, row)
      return {}
    }
    const rowId = known ?? (await insertOne(tx, 'inbound', row))
    if (known !== undefined) await tx.update('inbound', { col: 'id', eq: known }, row)
    await tx.delete('inbound_content', { col: 'inbound_id', eq: rowId })
    if (content) await writeContent(tx, rowId, content)
    if (facts) await writeFacts(tx, rowId, facts)
    if (preview) await writePreview(tx, rowId, preview)
    return {}
  },
})

/** Returns true for outcomes with which a message that has failed is kept. */
export function staysFailed({ outcome, reason }: Pick<MailOutcome, 'outcome' | 'reason'>): boolean {
  return outcome === 'refused' || reason === 'too_many'
}

/** A message that is kept since it failed stays so, with the reason. */
async function noteUndone(tx: Writer, id: number, row: Partial<Row<'inbound'>>): Promise<void> {
  const isKept = (await tx.count('inbound_content', { col: 'inbound_id', eq: id })) > 0
  await tx.update('inbound', { col: 'id', eq: id }, { ...row, ...(isKept && { outcome: 'failed' }) })
}

const notified = [
  ...(['address_invalid', 'other_sender', 'not_verified'] as const),
  ...(['no_right', 'command_failed', 'rule_refused', 'encrypted'] as const),
]
export type NotifiedReason = (typeof notified)[number]

/** At most one email a day: the sender may be anyone. */
async function notifyOwner(tx: Reader, call: Call, { user_id, reason, error = '' }: MailOutcome): Promise<void> {
  if (user_id === null || !notified.some((one) => one === reason)) return
  const lately = {
    and: [
      { col: 'user_id', eq: user_id } as const,
      { col: 'outcome', eq: 'refused' } as const,
      { or: notified.map((eq) => ({ col: 'reason', eq }) as const) },
      { col: 'time', gt: subDays(call.now, 1) } as const,
    ],
  }
  if ((await tx.count('inbound', lately)) > 0) return
  call.mail.record({ to: { user_id }, details: { what: 'mail_refused', reason, error: error.slice(0, 500) } })
}

/** No public operation: an attempt that ends with trouble of the store says nothing about the message. */
export const discountMail = defineWrite({
  name: 'inbound.discount',
  summary: 'Discount an attempt',
  description: 'Takes back the count of an attempt to receive a message.',
  access: 'required',
  input: z.custom<Pick<Begun, 'id' | 'attempts'>>(),
  output: z.object({}),
  async run(tx, { id, attempts }) {
    const begun = { and: [{ col: 'id', eq: id } as const, { col: 'outcome', eq: 'begun' } as const] }
    await tx.update('inbound', begun, { attempts: attempts - 1 })
    return {}
  },
})

/** No public operation: forgets the row of a message that came before. */
export const forgetMail = defineWrite({
  name: 'inbound.forget',
  summary: 'Forget a repeated message',
  description: 'Deletes the row of a message that came before.',
  access: 'required',
  input: z.custom<{ readonly id: number }>(),
  output: z.object({}),
  async run(tx: Writer, { id }) {
    // A failed one is received again.
    await deleteItem(tx, id, { col: 'outcome', in: ['begun', 'failed'] })
    return {}
  },
})
