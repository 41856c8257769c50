// The recipients of a scheduled search.
import { z } from 'zod'
import { membersOf } from '../../access/visibility.js'
import type { User, Viewer } from '../../call/context.js'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'

/** Users who get one run. */
const mostRecipients = 200

const ids = z.array(z.int())

const stored = z.object({
  users: ids,
  groups: ids,
  /** Users who unsubscribed. */
  without: ids,
})
export type Recipients = z.output<typeof stored>

/** NULL: the owner. An unreadable list is empty. */
export function readRecipients({ to }: Pick<Row<'schedules'>, 'to'>): Recipients | null {
  if (to === null) return null
  return stored.safeParse(to).data ?? { users: [], groups: [], without: [] }
}

/** Returns the enabled accounts that get a run of the schedule of a user. Groups count while the user is a member. */
export async function loadRecipients(
  tx: Reader,
  owner: Viewer & { readonly who: { readonly user: User } },
  schedule: Pick<Row<'schedules'>, 'to'>,
): Promise<number[]> {
  const to = readRecipients(schedule)
  if (!to) return [owner.who.user.id]
  const groups = to.groups.filter((id) => owner.who.groupIds.has(id) && owner.catalogue.groups.get(id))
  const named: Where<'users'> = { col: 'id', in: to.users }
  const where: Where<'users'> = {
    and: [
      groups.length > 0 ? { or: [named, membersOf(owner, groups)] } : named,
      { not: { col: 'id', in: to.without } },
      { col: 'email_enabled', eq: true },
      { col: 'login_denied_text', eq: '' },
    ],
  }
  const rows = await tx.select({ from: 'users', where, order: [{ col: 'id' }], limit: mostRecipients, columns: ['id'] })
  return rows.map(({ id }) => id)
}

/** Disables the schedule of its owner; others are no longer among its recipients. */
export async function leaveSchedule(tx: Writer, id: number, userId: number): Promise<void> {
  const ofId = { col: 'id', eq: id } as const
  const [schedule] = await tx.select({ from: 'schedules', where: ofId })
  if (schedule?.user_id === userId) {
    await tx.update('schedules', ofId, { is_enabled: false })
    return
  }
  const to = schedule && readRecipients(schedule)
  if (!to || to.without.includes(userId)) return
  const users = to.users.filter((one) => one !== userId)
  await tx.update('schedules', ofId, { to: { ...to, users, without: [...to.without, userId] } })
}
