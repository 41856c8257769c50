// The outbox: what waits to be told, kept in the same transaction as what happened.
import type { Catalogue } from '../setup/catalogue.js'
import type { NewRow, Row, Writer } from '../schema/index.js'
import type { Json } from '../store/index.js'
import type { MailFact } from './mail-fact.js'

export type OutboxRow = Row<'mail_outbox'>

/** 'dead': given up. */
export const mailStates = ['waiting', 'sent', 'dead'] as const

export const mailKinds = ['bug', 'dependency', 'flag', 'account'] as const
export type MailKind = (typeof mailKinds)[number]

/** Whether what happens is to be kept for mail: this tracker (`delivers`) or another one brings mail on its way, and the installation wants it. */
export function keepsMail(
  { mail_delivered_until }: Pick<Row<'installation'>, 'mail_delivered_until'>,
  catalogue: Pick<Catalogue, 'parameters'>,
  now: Date,
  delivers = false,
): boolean {
  const isPromised = delivers || (mail_delivered_until !== null && mail_delivered_until > now)
  return isPromised && sendsMail(catalogue)
}

/** Whether the installation wants mail to be sent. */
export function sendsMail({ parameters }: Pick<Catalogue, 'parameters'>): boolean {
  return parameters.mail_delivery_method !== 'None'
}

/** Whether mail and requests of webhooks wait until somebody says that they may go: after a copy was put back. */
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

interface Outgoing {
  readonly kind: MailKind
  readonly payload: Json
  readonly user_id?: number | null
  readonly address?: string | null
  readonly bug_id?: number
}

/** A row to be looked at as soon as possible. `now` is when what it tells happened. */
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
