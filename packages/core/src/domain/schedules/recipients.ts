// The recipients of a scheduled search.
import * as z from 'zod'
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
  /** The email goes to the owner, and only `without` is remembered. */
  is_own: z.boolean().default(false),
})
type Stored = z.output<typeof stored>
export type Recipients = Pick<Stored, 'users' | 'groups' | 'without'>

type Schedule = Pick<Row<'schedules'>, 'to'>

const nobody: Stored = { users: [], groups: [], without: [], is_own: false }

function readStored({ to }: Schedule): Stored {
  return to === null ? { ...nobody, is_own: true } : (stored.safeParse(to).data ?? nobody)
}

export function hasRecipients({ users, groups }: Readonly<Record<'users' | 'groups', readonly unknown[]>>): boolean {
  return users.length + groups.length > 0
}

/** NULL: the owner. An unreadable list is empty. */
export function readRecipients(schedule: Schedule): Recipients | null {
  const { is_own, ...to } = readStored(schedule)
  return is_own ? null : to
}

/** The value to store for the recipients that replace others. Users who unsubscribed stay so. */
export function changeRecipients(before: readonly Schedule[], to: Omit<Recipients, 'without'> | null): Stored | null {
  const without = [...new Set(before.flatMap((schedule) => readStored(schedule).without))]
  if (to) return { ...to, without, is_own: false }
  return without.length > 0 ? { ...nobody, without, is_own: true } : null
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
  if (!schedule) return
  const to = readStored(schedule)
  if (to.without.includes(userId)) return
  const users = to.users.filter((one) => one !== userId)
  await tx.update('schedules', ofId, { to: { ...to, users, without: [...to.without, userId] } })
}
