// Decides if one user gets mail about a change: they must receive mail at all, be permitted to see it, and want it.
// Checked when recipients are determined and again before a message is built, because users, permissions and
// preferences may have changed.
import { isAccessible } from '../../access/products.js'
import { visibleAttachments } from '../../access/visibility.js'
import { isUnconfirmed } from '../../domain/bugs/rules/status.js'
import type { User } from '../../call/context.js'
import type { BugPayload, DependencyPayload, FlagPayload, MailReason } from '../../call/mail-fact.js'
import type { FlagTransition } from '../../call/change-event.js'
import type { MailSnapshot } from '../snapshot/mail-snapshot.js'
import { dependencyEvents, eventsOf, getsMail, visibleReasons, wantsMail } from './recipients.js'
import { seenBug, seenBy, seenChanges, seenComments, type Seen } from '../snapshot/seen.js'

/** A reader with an account. */
export interface Reading {
  readonly snapshot: MailSnapshot
  readonly user: User
  readonly bugId: number
}

/** The parts of a change that one person may see, and the reasons left for the message. */
export interface SeenChange extends Seen {
  readonly holds: readonly MailReason[]
}

/** The parts of a bug that blocks another one. */
export interface SeenBlocker extends Pick<Seen, 'bug' | 'changes'> {
  readonly blocker: Seen['bug']
}

/** The parts of a flag. */
export type SeenFlag = Pick<Seen, 'bug' | 'comments'>

interface MailPreference {
  readonly holds: readonly MailReason[]
  readonly is_global: boolean
  readonly by: number
}

/** Returns the parts of a change for this person, and the reasons; undefined without any. */
export async function seenChange(reading: Reading, payload: BugPayload): Promise<SeenChange | undefined> {
  const { snapshot, user, bugId } = reading
  if (!getsMail(user) || snapshot.ignores(user.id, bugId)) return undefined
  const call = snapshot.callBy(user.id)
  const { is_new, history, comments } = payload
  const key = JSON.stringify(['change', bugId, is_new, history, comments])
  const seen = await snapshot.once(call, key, () => seenBy(snapshot.reader, call, bugId, payload))
  if (!seen) return undefined
  const events = eventsOf({
    is_new: payload.is_new,
    fields: seen.changes.map((change) => change.field),
    comments: seen.comments.map((comment) => comment.type),
  })
  const seesPlace = (place: NonNullable<MailReason['place']>) => seesPlaceOf(reading, seen.bug, place)
  const holds = visibleReasons(reasonsLeft(reading, payload.holds), seen.comments, seesPlace)
  const isOfUnconfirmed = isUnconfirmed(snapshot.catalogue, seen.bug.status_id)
  return wantsMail(circumstances(reading, { ...payload, holds }, events, isOfUnconfirmed))
    ? { ...seen, holds }
    : undefined
}

/** Returns the parts that the user may see of a bug that blocks theirs. They must see both bugs. */
export async function seenBlocker(reading: Reading, payload: DependencyPayload): Promise<SeenBlocker | undefined> {
  const { snapshot, user, bugId } = reading
  if (!getsMail(user) || snapshot.ignores(user.id, bugId)) return undefined
  const call = snapshot.callBy(user.id)
  const bug = await seenBug(snapshot.reader, call, bugId)
  const blocker = await seenBug(snapshot.reader, call, payload.blocker)
  if (!bug || !blocker) return undefined
  const changes = await seenChanges(snapshot.reader, call, payload.history)
  const left = { ...payload, holds: reasonsLeft(reading, payload.holds) }
  if (!wantsMail(circumstances(reading, left, dependencyEvents, isUnconfirmed(snapshot.catalogue, bug.status_id))))
    return undefined
  const shown = changes.filter((change) => change.field === 'status' || change.field === 'resolution')
  return shown.length > 0 ? { bug, blocker, changes: shown } : undefined
}

/** Returns the parts of a flag that a user, or an address without account, may see. */
export async function seenFlag(
  snapshot: MailSnapshot,
  user: User | null,
  bugId: number,
  { flag, comments, why }: FlagPayload,
): Promise<SeenFlag | undefined> {
  if (user && (!getsMail(user) || snapshot.ignores(user.id, bugId))) return undefined
  if (why !== 'listed' && !(user && snapshot.preferences(user.id).flags[why])) return undefined
  if (user && why === 'requested' && snapshot.ways(user.id).asked !== 'mail') return undefined
  const call = snapshot.callBy(user?.id ?? null)
  const bug = await seenBug(snapshot.reader, call, bugId)
  if (!bug || !(await seesAttachment(snapshot, user, flag))) return undefined
  return { bug, comments: await seenComments(snapshot.reader, call, comments) }
}

/** The reasons that stay if the user stopped following the bug. */
function reasonsLeft({ snapshot, user, bugId }: Reading, holds: readonly MailReason[]): readonly MailReason[] {
  if (!snapshot.stoppedFollowing(user.id, bugId)) return holds
  return holds.filter(({ role, via }) => via !== null || role === 'assigned_to' || role === 'mentioned')
}

/** The place of a bug that they see, or that it had at the time of the change, if they may see that product. */
function seesPlaceOf(
  { snapshot, user }: Reading,
  bug: Seen['bug'],
  { kind, id }: NonNullable<MailReason['place']>,
): boolean {
  if (id === (kind === 'product' ? bug.product_id : bug.component_id)) return true
  const { products, components } = snapshot.catalogue
  const product = products.get(kind === 'product' ? id : (components.get(id)?.product_id ?? 0))
  return product !== undefined && isAccessible(snapshot.callBy(user.id), product)
}

async function seesAttachment(
  { reader, callBy }: MailSnapshot,
  user: User | null,
  flag: FlagTransition,
): Promise<boolean> {
  if (flag.attachment_id === null) return true
  const where = { and: [{ col: 'id', eq: flag.attachment_id } as const, visibleAttachments(callBy(user?.id ?? null))] }
  return (await reader.count('attachments', where)) > 0
}

function circumstances(
  { snapshot, user }: Reading,
  { holds, is_global, by }: MailPreference,
  events: Parameters<typeof wantsMail>[0]['events'],
  isUnconfirmedBug: boolean,
): Parameters<typeof wantsMail>[0] {
  return {
    holds,
    is_global,
    events,
    preferences: snapshot.preferences(user.id),
    ways: snapshot.ways(user.id),
    isUnconfirmed: isUnconfirmedBug,
    isOwn: user.id === by,
  }
}
