// Email that bounces: mail servers block senders that keep writing to addresses that do not exist.
import { subDays } from 'date-fns/subDays'
import type { Row, Where, Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { audit, type AuditCall } from '../audit/write.js'

/** Days on which email must bounce before no more is sent. */
const mostBounces = 5

/** Days after which the last bounce no longer counts. */
const daysCounted = 30

export const noBounces = { bounces: null, bounced_time: null } as const

/** Returns true if email to the user was turned off because it bounced. */
export function isStoppedByBounces(user: Pick<Row<'users'>, 'email_enabled' | 'bounces'>): boolean {
  return !user.email_enabled && (user.bounces ?? 0) > 0
}

/** Counts a bounce of email to the user, once a day, and turns email off after the fifth. */
export async function countBounce(tx: Writer, call: AuditCall, userId: number): Promise<void> {
  const { now } = call
  const where = { col: 'id', eq: userId } as const
  const columns = ['email_enabled', 'bounces', 'bounced_time'] as const
  const [user] = await tx.select({ from: 'users', where, columns })
  if (!user?.email_enabled || (user.bounced_time && isSameDay(user.bounced_time, now))) return
  const isRecent = user.bounced_time !== null && user.bounced_time >= subDays(now, daysCounted)
  const bounces = 1 + (isRecent ? (user.bounces ?? 0) : 0)
  const email_enabled = bounces < mostBounces
  await tx.update('users', where, { bounces, bounced_time: now, email_enabled })
  if (email_enabled) return
  await bumpIdentityVersion(tx)
  await audit(tx, call, 'users', userId, [
    { field: 'email_enabled', removed: '1', added: '0' },
    { field: 'bounces', removed: '', added: `${bounces}` },
  ])
}

/** An email from the user shows that the address is theirs and in use. Email that was turned off stays off. */
export async function forgetBounces(tx: Writer, userId: number): Promise<void> {
  const counted: Where<'users'> = {
    and: [{ col: 'id', eq: userId }, { col: 'email_enabled', eq: true }, { not: { col: 'bounces', eq: null } }],
  }
  await tx.update('users', counted, noBounces)
}

/** In UTC. */
function isSameDay(one: Date, other: Date): boolean {
  return one.toISOString().slice(0, 10) === other.toISOString().slice(0, 10)
}
