// Keys that sign tokens in email.
import { createHmac } from 'node:crypto'
import type { Catalogue } from '../setup/catalogue.js'

export type MailKeys = Pick<Catalogue, 'secret' | 'feedEpoch'>

/** One key for each use. A restored tracker assigns IDs again: tokens of its earlier email must not name other bugs. */
export function mailKey({ secret, feedEpoch }: MailKeys, use: 'reply' | 'unsubscribe'): Buffer {
  return createHmac('sha256', secret).update(`mail.${use} ${feedEpoch}`).digest()
}
