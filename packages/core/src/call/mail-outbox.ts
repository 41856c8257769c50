// The mail outbox: pending notifications, written in the transaction of the change.
import type { Catalogue } from '../setup/catalogue.js'
import type { NewRow, Row, Writer } from '../schema/index.js'
import { parameterValues } from '../setup/parameters.js'
import type { Json } from '../store/index.js'
import type { MailFact } from './mail-fact.js'

export type OutboxRow = Row<'mail_outbox'>

/** 'dead': given up. */
export const mailStates = ['waiting', 'sent', 'dead'] as const

export const mailKinds = ['bug', 'dependency', 'flag', 'account', 'digest', 'search'] as const
export type MailKind = (typeof mailKinds)[number]

/**
 * Returns true if changes must be kept for mail: this process (`delivers`) or another one delivers mail, and mail is
 * turned on.
 */
export function keepsMail(
  { mail_delivered_until }: Pick<Row<'installation'>, 'mail_delivered_until'>,
  catalogue: Pick<Catalogue, 'parameters'>,
  now: Date,
  delivers = false,
): boolean {
  const isPromised = delivers || (mail_delivered_until !== null && mail_delivered_until > now)
  return isPromised && sendsMail(catalogue)
}

/** Returns true if mail is turned on. */
export function sendsMail({ parameters }: Pick<Catalogue, 'parameters'>): boolean {
  return parameters.mail_delivery_method !== 'None'
}

/**
 * Returns true if mail and webhook requests are on hold until an administrator releases them, after a restored
 * backup.
 */
export function holdsDeliveries({ parameters }: Pick<Catalogue, 'parameters'>): boolean {
  return parameters.hold_deliveries === '1'
}

/** Keeps the facts of one operation, in one statement. */
export async function writeFacts(tx: Writer, now: Date, facts: readonly MailFact[]): Promise<void> {
  if (facts.length === 0) return
  await tx.insert(
    'mail_outbox',
    facts.map(({ to, details }) => outgoing(now, { kind: 'account', ...to, payload: details })),
  )
}

/** Stores facts in a separate transaction, outside of an operation, if mail is sent. */
export async function writeFactsNow(tx: Writer, now: Date, facts: readonly MailFact[]): Promise<void> {
  const [installation] = await tx.select({ from: 'installation' })
  const parameters = parameterValues(await tx.select({ from: 'parameters' }))
  if (installation && keepsMail(installation, { parameters }, now)) await writeFacts(tx, now, facts)
}

interface Outgoing {
  readonly kind: MailKind
  readonly payload: Json
  readonly user_id?: number | null
  readonly address?: string | null
  readonly bug_id?: number
}

/** Returns a row to process as soon as possible. `now` is the time of the change. */
export function outgoing(now: Date, { kind, payload, user_id, address, bug_id }: Outgoing): NewRow<'mail_outbox'> {
  return {
    kind,
    payload,
    user_id: user_id ?? null,
    address: address ?? null,
    bug_id: bug_id ?? null,
    state: 'waiting',
    attempts: 0,
    next_attempt: now,
    creation_time: now,
  }
}
