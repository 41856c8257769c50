// Limits of what comes in by email, which end two programs that reply to each other.
import { subHours } from 'date-fns/subHours'
import { subMinutes } from 'date-fns/subMinutes'
import type { Reader } from '../../schema/index.js'

/** Messages of one sender. */
const [mostInAnHour, mostToOneBug, minutesToOneBug] = [50, 5, 10]

const [mostHeld, mostHeldOfSender, largestHeld] = [500, 5, 5 * 1_048_576]

/** Returns true if the sender has sent too many messages, in all or to the bug. */
export async function isOverLimit(tx: Reader, now: Date, sender: string, bug: number | undefined): Promise<boolean> {
  const outcomes = { or: ['done', 'held'].map((eq) => ({ col: 'outcome', eq }) as const) }
  const since = { col: 'time', gt: subHours(now, 1) } as const
  const theirs = [{ col: 'way', eq: 'mail' } as const, { col: 'sender', eq: sender } as const]
  const rows = await tx.select({
    from: 'inbound',
    where: { and: [outcomes, since, ...theirs] },
    columns: ['time', 'bug_ids'],
    limit: mostInAnHour,
  })
  if (rows.length >= mostInAnHour) return true
  const lately = rows.filter(({ time }) => time > subMinutes(now, minutesToOneBug))
  return bug !== undefined && lately.filter(({ bug_ids }) => (bug_ids as number[]).includes(bug)).length >= mostToOneBug
}

export async function mayHold(tx: Reader, sender: string, size: number): Promise<boolean> {
  const held = { and: [{ col: 'way', eq: 'mail' } as const, { col: 'outcome', eq: 'held' } as const] }
  if (size > largestHeld || (await tx.count('inbound', held)) >= mostHeld) return false
  return (await tx.count('inbound', { and: [held, { col: 'sender', eq: sender }] })) < mostHeldOfSender
}
