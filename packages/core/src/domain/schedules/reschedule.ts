// When schedules run next.
import { loadTimeZone } from '../preferences/pages.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import * as z from 'zod'
import { nextTime } from './times.js'

type Timing = Pick<Row<'schedules'>, 'days' | 'hours'>

const storedHours = z.array(z.int())

export function hoursOf({ hours }: Pick<Timing, 'hours'>): number[] {
  return storedHours.safeParse(hours).data ?? []
}

/** Returns the next time in the zone of a user. */
export async function nextTimeOf(tx: Reader, userId: number, timing: Timing, now: Date): Promise<Date> {
  return nextTime({ days: timing.days, hours: hoursOf(timing) }, await loadTimeZone(tx, userId), now)
}

/** Sets the next time of all schedules of a user, whose time zone has changed. A run that is due stays. */
export async function rescheduleAll(tx: Writer, userId: number, now: Date): Promise<void> {
  const where = { and: [{ col: 'user_id', eq: userId } as const, { col: 'next_time', gt: now } as const] }
  const rows = await tx.select({ from: 'schedules', where })
  const zone = await loadTimeZone(tx, userId)
  for (const row of rows) {
    const next_time = nextTime({ days: row.days, hours: hoursOf(row) }, zone, now)
    await tx.update('schedules', { col: 'id', eq: row.id }, { next_time })
  }
}
