// Preferences about email on bugs, by role of the user and kind of change.
import * as z from 'zod'
import type { Reader, Row, Writer } from '../../schema/index.js'

/** Roles of a user in a bug. */
const mailRoles = ['assigned_to', 'qa_contact', 'creator', 'cc'] as const
export type MailRole = (typeof mailRoles)[number]

/** Kinds of changes. The last two send no email, but prevent it when they are off. */
const mailEvents = {
  created: 'The bug is filed.',
  role: 'The user gains or loses the role.',
  resolution: 'The bug is closed or opened.',
  management: 'Its status, priority, severity or milestone changes.',
  component: 'Its component changes.',
  keywords: 'Its keywords change.',
  cc: 'Its CC list changes.',
  dependency: 'A bug that it depends on or blocks changes.',
  attachment: 'An attachment is added.',
  attachment_data: 'The metadata of an attachment changes.',
  comment: 'A comment is added.',
  other: 'Anything else changes.',
  unconfirmed: 'The bug is not confirmed.',
  own_change: "The change is the user's own.",
}
export type MailEvent = keyof typeof mailEvents

/** Kinds of flag changes. */
const flagEvents = {
  requested: 'The user is asked for a flag.',
  answered: 'A flag that the user requested is set.',
}

type Switches<K extends string> = Readonly<Record<K, boolean>>
export type EmailPreferences = Readonly<Record<MailRole, Switches<MailEvent>>> & {
  /** A flag is asked of one, or one that one has asked for is set. */
  readonly flags: Switches<keyof typeof flagEvents>
}

const all = <K extends string, T>(keys: readonly K[], of: (key: K) => T) =>
  Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, T>

const keysOf = <K extends string>(table: Readonly<Record<K, string>>) => Object.keys(table) as K[]

const defaults: EmailPreferences = {
  ...all(mailRoles, (role) =>
    all(keysOf(mailEvents), (event) => event !== 'own_change' && (event !== 'cc' || role === 'creator')),
  ),
  flags: all(keysOf(flagEvents), () => true),
}

const switches = <K extends string>(meanings: Readonly<Record<K, string>>) =>
  z.strictObject(all(keysOf(meanings), (key) => z.boolean().meta({ description: meanings[key] })))

const eventSwitches = switches(mailEvents)
const flagSwitches = switches(flagEvents)
const aboutEvents = 'Email preferences by event.'
const aboutFlags = 'Email preferences for flags.'
const roleMeanings = {
  assigned_to: 'For bugs assigned to the user.',
  qa_contact: 'For bugs of which the user is the QA contact.',
  creator: 'For bugs that the user filed.',
  cc: 'For bugs with the user on the CC list.',
}

/** Every switch. */
const mailPreferences = eventSwitches.meta({ id: 'MailPreferences', description: aboutEvents })
export const emailPreferences = z.strictObject({
  ...all(mailRoles, (role) => mailPreferences.meta({ description: roleMeanings[role] })),
  flags: flagSwitches.meta({ description: aboutFlags }),
})

/** Any of them. */
const mailSwitches = eventSwitches.partial().meta({ id: 'MailSwitches', description: aboutEvents })
export const someEmailPreferences = z
  .strictObject({
    ...all(mailRoles, (role) => mailSwitches.meta({ description: roleMeanings[role] })),
    flags: flagSwitches.partial().meta({ description: aboutFlags }),
  })
  .partial()

export const emailSetting = 'email_preferences'
const stored = z.record(z.string(), z.record(z.string(), z.boolean()))

/** The preferences of each of the users, by id. */
export async function loadEmailPreferences(
  tx: Reader,
  userIds: readonly number[],
): Promise<(userId: number) => EmailPreferences> {
  const rows = await tx.select({
    from: 'user_settings',
    where: {
      and: [
        { col: 'user_id', in: userIds },
        { col: 'name', eq: emailSetting },
      ],
    },
  })
  return emailPreferencesIn(rows)
}

/** The preferences of each user by rows of this setting. */
export function emailPreferencesIn(
  rows: readonly Pick<Row<'user_settings'>, 'user_id' | 'value'>[],
): (userId: number) => EmailPreferences {
  const known = new Map(rows.map((row) => [row.user_id, withPreferences(defaults, stored.parse(row.value))]))
  return (userId) => known.get(userId) ?? defaults
}

/** The preferences, with others in their place where there are some. */
export function withPreferences(
  preferences: EmailPreferences,
  others: Readonly<Record<string, Readonly<Record<string, boolean | undefined>> | undefined>>,
): EmailPreferences {
  const merged = Object.entries(preferences).map(([role, events]) => [
    role,
    all(Object.keys(events), (event) => others[role]?.[event] ?? (events as Switches<string>)[event] ?? false),
  ])
  return Object.fromEntries(merged) as EmailPreferences
}

/** Stores differences from the defaults. */
export async function storeEmailPreferences(tx: Writer, userId: number, preferences: EmailPreferences): Promise<void> {
  const differing = changedSwitches(defaults, preferences)
  const value: Record<string, Record<string, boolean>> = {}
  for (const { role, event, isOn } of differing) value[role] = { ...value[role], [event]: isOn }
  await tx.delete('user_settings', {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'name', eq: emailSetting },
    ],
  })
  if (differing.length > 0) await tx.insert('user_settings', [{ user_id: userId, name: emailSetting, value }])
}

/** The switches that are not the same in both. */
export function changedSwitches(
  before: EmailPreferences,
  after: EmailPreferences,
): { readonly role: string; readonly event: string; readonly isOn: boolean }[] {
  return Object.entries(after).flatMap(([role, events]) => {
    const old = before[role as MailRole] as Switches<string>
    return Object.entries(events as Switches<string>)
      .filter(([event, isOn]) => old[event] !== isOn)
      .map(([event, isOn]) => ({ role, event, isOn }))
  })
}
