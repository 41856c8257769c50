// Creates the messages of schedules that are due. A run and the next time are written in one transaction, so each run happens once.
import { addDays } from 'date-fns/addDays'
import { addMilliseconds } from 'date-fns/addMilliseconds'
import { readInBackground, writeInBackground } from '../../call/background-context.js'
import { callerOf, loadMemberships, type User } from '../../call/context.js'
import { outgoing } from '../../call/mail-outbox.js'
import { disableSchedule } from '../../domain/schedules/disable.js'
import { missingGroup } from '../../domain/schedules/inputs.js'
import { scheduleMessage } from '../../domain/schedules/message.js'
import { hasRecipients, loadRecipients, readRecipients } from '../../domain/schedules/recipients.js'
import { nextTimeOf } from '../../domain/schedules/reschedule.js'
import { loadUsers } from '../../domain/users/find.js'
import { clockTolerance } from '../outbox/claims.js'
import type { Catalogue } from '../../setup/catalogue.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'
import { getsMail } from '../../mail/recipients/recipients.js'
import type { MailContext } from '../../mail/messages/mail-context.js'

/** Schedules processed together. Each has at most 200 recipients. */
const batch = 5

/** Days after which no schedule runs next: a later time was set by a clock that was ahead. */
const longestPause = 9

interface Due {
  readonly schedule: Row<'schedules'>
  readonly next_time: Date
  readonly recipients: readonly number[]
  /** Why it is disabled. */
  readonly reason?: 'schedule_denied' | 'no_recipients'
}

export function isScheduled(now: Date): Where<'schedules'> {
  return {
    and: [
      { col: 'is_enabled', eq: true },
      {
        or: [
          { col: 'next_time', lte: now },
          { col: 'next_time', gt: addDays(now, longestPause) },
        ],
      },
    ],
  }
}

/** Returns true if there were any. */
export async function expandSchedules(context: MailContext): Promise<boolean> {
  const now = context.environment.clock()
  const due = await readInBackground(context, async (tx, catalogue) => {
    const order = [{ col: 'next_time' }, { col: 'id' }] as const
    const rows = await tx.select({ from: 'schedules', where: isScheduled(now), order, limit: batch })
    const owners = await loadUsers(
      tx,
      rows.map((row) => row.user_id),
    )
    const all: Due[] = []
    for (const schedule of rows) all.push(await loadDue(tx, catalogue, schedule, owners.get(schedule.user_id), now))
    return all
  })
  if (due.length === 0) return false
  await writeInBackground(context, async (tx) => {
    for (const one of due) await begin(tx, one, now)
  })
  return true
}

/**
 * Schedules that ran by a clock that was ahead would miss the changes until then, and would not run before. They continue as if they
 * had never run: nothing is lost, but some bugs may be sent again.
 */
export async function correctSchedules(context: MailContext): Promise<void> {
  const now = context.environment.clock()
  const isAhead: Where<'schedules'> = { col: 'last_time', gt: addMilliseconds(now, clockTolerance) }
  const rows = await readInBackground(context, async (tx) => tx.select({ from: 'schedules', where: isAhead }))
  if (rows.length === 0) return
  await writeInBackground(context, async (tx) => {
    for (const row of rows) {
      const next_time = await nextTimeOf(tx, row.user_id, row, now)
      await tx.update('schedules', { and: [{ col: 'id', eq: row.id }, isAhead] }, { next_time, last_time: null })
    }
  })
}

async function loadDue(
  tx: Reader,
  catalogue: Catalogue,
  schedule: Row<'schedules'>,
  owner: User | undefined,
  now: Date,
): Promise<Due> {
  const next_time = await nextTimeOf(tx, schedule.user_id, schedule, now)
  const idle = { schedule, next_time, recipients: [] }
  if (!owner || owner.login_denied_text !== '' || schedule.next_time > now) return idle
  // The next digest after they get email again has everything since the last one.
  if (schedule.kind === 'digest' && !getsMail(owner)) return idle
  const who = { ...callerOf(catalogue, owner, await loadMemberships(tx, owner.id)), user: owner }
  const to = readRecipients(schedule)
  if (missingGroup({ who, catalogue }, { kind: schedule.kind, to })) return { ...idle, reason: 'schedule_denied' }
  const existing = to && { ...to, groups: to.groups.filter((id) => catalogue.groups.get(id)) }
  if (existing && !hasRecipients(existing)) return { ...idle, reason: 'no_recipients' }
  return { ...idle, recipients: await loadRecipients(tx, { who, catalogue }, schedule) }
}

/** Does nothing if another process was faster, or if the schedule has changed. */
async function begin(tx: Writer, { schedule, next_time, recipients, reason }: Due, now: Date): Promise<void> {
  const isSame: Where<'schedules'> = {
    and: [
      { col: 'id', eq: schedule.id },
      { col: 'is_enabled', eq: true },
      { col: 'next_time', eq: schedule.next_time },
    ],
  }
  const set = { next_time, last_time: recipients.length > 0 ? now : schedule.last_time }
  if ((await tx.update('schedules', isSame, set)) === 0) return
  if (reason) return disableSchedule(tx, schedule, reason, now)
  const rows = recipients.map((to) => outgoing(now, scheduleMessage(schedule, { to, until: now })))
  if (rows.length > 0) await tx.insert('mail_outbox', rows)
}
