// How far each reason of the inbox reaches a user: nowhere, to the inbox, to the digest too, or also by email.
import * as z from 'zod'
import type { Reader, Row, Where, Writer } from '../../schema/index.js'

const ways = ['off', 'inbox', 'digest', 'mail'] as const

const way = z.enum(ways)
/** Email about followed places is chosen where they are followed. */
const wayOfFollowed = z.enum(['off', 'inbox', 'digest'])

const meanings = {
  mentioned: 'Of mentions. Default: `mail`.',
  asked: 'Of flags that are asked of one. Default: `mail`.',
  assigned: 'Of bugs that one is the assignee of. Default: `mail`.',
  role: 'Of bugs that one has filed, or is the QA contact or on the CC list of. Default: `mail`.',
  followed: 'Of followed bugs, products and components, without their own `by_mail`. Default: `inbox`.',
  follow_commented: 'Whether bugs that one commented on count as followed. Default: true.',
}

const shape = {
  mentioned: way.meta({ description: meanings.mentioned }),
  asked: way.meta({ description: meanings.asked }),
  assigned: way.meta({ description: meanings.assigned }),
  role: way.meta({ description: meanings.role }),
  followed: wayOfFollowed.meta({ description: meanings.followed }),
  follow_commented: z.boolean().meta({ description: meanings.follow_commented }),
}

/** All of them. */
export const notificationWays = z.strictObject(shape).meta({
  id: 'NotificationWays',
  description: 'How far each reason reaches the user: `off`, `inbox`, `digest`, `mail`; and what counts as followed.',
})
export type NotificationWays = z.output<typeof notificationWays>

/** Any of them. */
export const someNotificationWays = z.strictObject(shape).partial()

export const defaultWays: NotificationWays = {
  mentioned: 'mail',
  asked: 'mail',
  assigned: 'mail',
  role: 'mail',
  followed: 'inbox',
  follow_commented: true,
}

export const waysSetting = 'notifications'

function settingOf(userIds: readonly number[]): Where<'user_settings'> {
  return {
    and: [
      { col: 'user_id', in: userIds },
      { col: 'name', eq: waysSetting },
    ],
  }
}

/** Returns the ways of each of the users, by ID. */
export async function loadWays(tx: Reader, userIds: readonly number[]): Promise<(userId: number) => NotificationWays> {
  if (userIds.length === 0) return () => defaultWays
  const rows = await tx.select({ from: 'user_settings', where: settingOf(userIds) })
  return waysIn(rows)
}

/** Returns the ways of each user by rows of this setting. */
export function waysIn(
  rows: readonly Pick<Row<'user_settings'>, 'user_id' | 'value'>[],
): (userId: number) => NotificationWays {
  const known = new Map(rows.map((row) => [row.user_id, withWays(defaultWays, row.value)]))
  return (userId) => known.get(userId) ?? defaultWays
}

function withWays(before: NotificationWays, stored: unknown): NotificationWays {
  return { ...before, ...someNotificationWays.safeParse(stored).data } as NotificationWays
}

/** Stores differences from the defaults. */
export async function storeWays(tx: Writer, userId: number, all: NotificationWays): Promise<void> {
  const chosen = changedWays(defaultWays, all)
  await tx.delete('user_settings', settingOf([userId]))
  if (chosen.length === 0) return
  const value = Object.fromEntries(chosen.map((name) => [name, all[name]]))
  await tx.insert('user_settings', [{ user_id: userId, name: waysSetting, value }])
}

/** The names of those that are not the same. */
export function changedWays(before: NotificationWays, after: NotificationWays): (keyof NotificationWays)[] {
  return (Object.keys(defaultWays) as (keyof NotificationWays)[]).filter((name) => before[name] !== after[name])
}
