// Whether one person hears of something: they get mail, may see it, and want it. Asked when readers are found out, and again
// right before a message is made, since people, rights and wishes may have changed by then.
import { visibleAttachments } from '../../access/visibility.js'
import { isUnconfirmed } from '../../domain/bugs/rules/status.js'
import type { User } from '../../call/context.js'
import type { BugPayload, DependencyPayload, FlagPayload, FlagStory, MailReason } from '../../call/mail-fact.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import { dependencyEvents, eventsOf, getsMail, wants } from './recipients.js'
import { seenBug, seenBy, seenChanges, seenComments, type Seen } from '../snapshot/seen.js'

/** Somebody with an account. */
export interface Reading {
  readonly material: MailSnapshot
  readonly user: User
  readonly bugId: number
}

interface MailPreference {
  readonly holds: readonly MailReason[]
  readonly is_global: boolean
  readonly by: number
}

/** What the person is told of a change; undefined when that is nothing. */
export async function seenChange(reading: Reading, payload: BugPayload): Promise<Seen | undefined> {
  const { material, user, bugId } = reading
  if (!getsMail(user) || material.ignores(user.id, bugId)) return undefined
  const seen = await seenBy(material.reader, material.callBy(user.id), bugId, payload)
  if (!seen) return undefined
  const events = eventsOf({
    is_new: payload.is_new,
    fields: seen.changes.map((change) => change.field),
    comments: seen.comments.map((comment) => comment.type),
  })
  return wants(circumstances(reading, payload, events, isUnconfirmed(material.catalogue, seen.bug.status_id)))
    ? seen
    : undefined
}

/** What the person is told of the bug that theirs waits for, which they must see too. */
export async function seenBlocker(
  reading: Reading,
  payload: DependencyPayload,
): Promise<
  { readonly bug: Seen['bug']; readonly blocker: Seen['bug']; readonly changes: Seen['changes'] } | undefined
> {
  const { material, user, bugId } = reading
  if (!getsMail(user) || material.ignores(user.id, bugId)) return undefined
  const call = material.callBy(user.id)
  const bug = await seenBug(material.reader, call, bugId)
  const blocker = await seenBug(material.reader, call, payload.blocker)
  if (!bug || !blocker) return undefined
  const changes = await seenChanges(material.reader, call, payload.history)
  if (!wants(circumstances(reading, payload, dependencyEvents, isUnconfirmed(material.catalogue, bug.status_id))))
    return undefined
  const shown = changes.filter((change) => change.field === 'status' || change.field === 'resolution')
  return shown.length > 0 ? { bug, blocker, changes: shown } : undefined
}

/** What somebody, or an address that belongs to no account, is told of a flag. */
export async function seenFlag(
  material: MailSnapshot,
  user: User | null,
  bugId: number,
  { flag, comments, why }: FlagPayload,
): Promise<Pick<Seen, 'bug' | 'comments'> | undefined> {
  if (user && !getsMail(user)) return undefined
  if (why !== 'listed' && !(user && material.preferences(user.id).flags[why])) return undefined
  const call = material.callBy(user?.id ?? null)
  const bug = await seenBug(material.reader, call, bugId)
  if (!bug || !(await seesAttachment(material, user, flag))) return undefined
  return { bug, comments: await seenComments(material.reader, call, comments) }
}

async function seesAttachment({ reader, callBy }: MailSnapshot, user: User | null, flag: FlagStory): Promise<boolean> {
  if (flag.attachment_id === null) return true
  const where = { and: [{ col: 'id', eq: flag.attachment_id } as const, visibleAttachments(callBy(user?.id ?? null))] }
  return (await reader.count('attachments', where)) > 0
}

function circumstances(
  { material, user }: Reading,
  { holds, is_global, by }: MailPreference,
  events: Parameters<typeof wants>[0]['events'],
  isUnconfirmedBug: boolean,
): Parameters<typeof wants>[0] {
  return {
    ...{ holds, is_global, events },
    preferences: material.preferences(user.id),
    isUnconfirmed: isUnconfirmedBug,
    isOwn: user.id === by,
  }
}
