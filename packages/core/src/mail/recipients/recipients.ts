// Decides which users a bug change concerns, and if they want mail about it. Pure.
import { bugFieldEntries } from '../../domain/bugs/fields/index.js'
import { difference } from '../../domain/bugs/state/changes.js'
import type { EmailPreferences, MailEvent } from '../../domain/preferences/email.js'
import type { NotificationWays } from '../../domain/preferences/ways.js'
import type { MailReason } from '../../call/mail-fact.js'
import { heldRoles, type BugChangeEvent, type HeldRole } from '../../call/change-event.js'

type HeldIds = Readonly<Record<HeldRole, readonly number[]>>

/** Users with a role in a bug. */
export interface RolesIn extends HeldIds {
  readonly creator_id: number
}

/** Users who gained or lost a role. */
export type RoleChanges = Pick<BugChangeEvent, 'gained' | 'lost'>

export const noRoleChanges: RoleChanges = {
  gained: { assigned_to: [], qa_contact: [], cc: [] },
  lost: { assigned_to: [], qa_contact: [], cc: [] },
}

/**
 * The people with a role in the bug, and those who just lost one, by id. QA contacts count only where they are in use.
 */
export function rolesOf(
  bug: RolesIn,
  { gained, lost }: RoleChanges,
  usesQaContact: boolean,
): Map<number, MailReason[]> {
  const holds = new Map<number, MailReason[]>()
  const put = (userId: number, role: MailReason['role'], moved: MailReason['moved']) =>
    holds.set(userId, [...(holds.get(userId) ?? []), { role, via: null, moved }])
  for (const role of heldRoles) {
    if (role === 'qa_contact' && !usesQaContact) continue
    const [arrived, present] = [new Set(gained[role]), new Set(bug[role])]
    for (const id of present) put(id, role, arrived.has(id) ? 'gained' : null)
    for (const id of new Set(lost[role])) if (!present.has(id)) put(id, role, 'lost')
  }
  put(bug.creator_id, 'creator', null)
  return holds
}

/** Without users who gained and lost a role by steps of one operation: they held it before if they do after. */
export function netOf({ gained, lost }: RoleChanges): RoleChanges {
  const without = (ids: HeldIds, others: HeldIds) => ({
    assigned_to: difference(ids.assigned_to, others.assigned_to).removed,
    qa_contact: difference(ids.qa_contact, others.qa_contact).removed,
    cc: difference(ids.cc, others.cc).removed,
  })
  return { gained: without(gained, lost), lost: without(lost, gained) }
}

/** The users with a role before some net changes, which are in their order. */
export function rolesBefore(changes: readonly RoleChanges[], now: RolesIn): RolesIn {
  const before = (role: HeldRole): readonly number[] => {
    const holders = new Set(now[role])
    for (const { gained, lost } of changes.toReversed()) {
      for (const id of gained[role]) holders.delete(id)
      for (const id of lost[role]) holders.add(id)
    }
    return [...holders]
  }
  return { ...now, assigned_to: before('assigned_to'), qa_contact: before('qa_contact'), cc: before('cc') }
}

/** The same people and their watchers, but not watchers of watchers. */
export function withWatchers(
  holds: ReadonlyMap<number, readonly MailReason[]>,
  watches: readonly { readonly user_id: number; readonly object_id: number }[],
  login: (userId: number) => string,
): Map<number, MailReason[]> {
  const all = new Map([...holds].map(([id, own]) => [id, [...own]]))
  for (const { user_id: watcher, object_id: watched } of watches) {
    const theirs = (holds.get(watched) ?? []).map((hold) => ({ ...hold, via: login(watched) }))
    if (theirs.length > 0) all.set(watcher, [...(all.get(watcher) ?? []), ...theirs])
  }
  return all
}

/** The reasons that count for a reader: a mention only in a comment that they see, and a place only if they see it. */
export function visibleReasons(
  holds: readonly MailReason[],
  comments: readonly { readonly id: number }[],
  seesPlace: (place: NonNullable<MailReason['place']>) => boolean,
): MailReason[] {
  return holds.filter(
    ({ comment_id, place }) =>
      (comment_id === undefined || comments.some(({ id }) => id === comment_id)) && (!place || seesPlace(place)),
  )
}

/** The parts of a change that one user may see. */
export interface Shown {
  readonly is_new: boolean
  /** The names of the fields that changed. */
  readonly fields: readonly string[]
  /** The types of the comments. */
  readonly comments: readonly string[]
}

/** Returns the events of a change as preferences name them, without gained and lost roles. */
export function eventsOf({ is_new, fields, comments }: Shown): Set<MailEvent> {
  const events = new Set<MailEvent>(fields.map((field) => eventOfField.get(field) ?? 'other'))
  for (const type of comments) events.add(type === 'attachment_created' ? 'attachment' : 'comment')
  return is_new ? events.add('created') : events
}

/** Events, as preferences name them, of a bug that opens or closes, for users of bugs that depend on it. */
export const dependencyEvents: ReadonlySet<MailEvent> = new Set(['dependency', 'resolution', 'management'])

const eventOfField: ReadonlyMap<string, MailEvent> = new Map([
  ...bugFieldEntries.flatMap(([field, { mailEvent }]): [string, MailEvent][] =>
    mailEvent ? [[field, mailEvent]] : [],
  ),
  ['attachments.description', 'attachment_data'],
  ['attachments.mimetype', 'attachment_data'],
  ['attachments.ispatch', 'attachment_data'],
])

interface Circumstances {
  readonly preferences: EmailPreferences
  readonly ways: NotificationWays
  readonly holds: readonly MailReason[]
  /** True if the user gets mail about all bugs, regardless of preferences. */
  readonly is_global: boolean
  readonly events: ReadonlySet<MailEvent>
  readonly isUnconfirmed: boolean
  /** True if the user made the change. */
  readonly isOwn: boolean
}

const reasonOfRole = { assigned_to: 'assigned', qa_contact: 'role', creator: 'role', cc: 'role' } as const

/** Email about watched users and followed places is chosen elsewhere. */
function isByMail({ role, via }: MailReason, ways: NotificationWays): boolean {
  if (via !== null || role === 'follower') return true
  return ways[role === 'mentioned' ? role : reasonOfRole[role]] === 'mail'
}

/**
 * Returns true if the user wants mail about it: at least one role includes one of the events, and that role has no
 * preference against it.
 */
export function wantsMail({
  preferences,
  ways,
  holds,
  is_global,
  events,
  isUnconfirmed,
  isOwn,
}: Circumstances): boolean {
  if (is_global) return true
  return holds
    .filter((hold) => isByMail(hold, ways))
    .some(({ role, moved }) => {
      if (role === 'mentioned' || role === 'follower') return !isOwn
      const asked = preferences[role]
      if ((isUnconfirmed && !asked.unconfirmed) || (isOwn && !asked.own_change)) return false
      return (moved !== null && asked.role) || [...events].some((event) => asked[event])
    })
}

/** Returns true if the user receives mail at all. */
export function getsMail(user: { readonly email_enabled: boolean; readonly login_denied_text: string }): boolean {
  return user.email_enabled && user.login_denied_text === ''
}
