// The state of a bug in an inbox: unread, put off, done, or nothing.
import { max } from 'date-fns/max'
import { requireUser, type Call } from '../../call/context.js'
import { isOn } from '../../setup/catalogue.js'
import type { Mark } from '../marks/set.js'
import type { Activity } from './activity.js'
import type { InboxBug, Position } from './candidates.js'
import type { Mention } from './mentions.js'
import type { PlaceOfBug } from '../follows/begin.js'
import type { Reason } from './reasons.js'
import { followedPlace, type Sources } from './sources.js'

/** A line, without the bug. */
export interface Line extends Activity {
  readonly position: Position
  readonly bug_id: number
  readonly reasons: readonly Reason[]
  readonly later_until: Date | null
  readonly is_unread: boolean
  readonly is_followed: boolean
  readonly following: boolean | null
  readonly following_off: boolean
}

/** A bug, with what the user did to it. */
export interface Candidate {
  readonly bug: InboxBug
  readonly bug_id: number
  readonly mark: Mark | undefined
  readonly isOnCc: boolean
  /** Everything up to this time is seen. */
  readonly since: Date
  /** Nothing before this time is shown. */
  readonly oldest: Date
}

/** A bug that concerns the user. */
export interface Reasoned extends Candidate {
  readonly reasons: readonly Reason[]
}

/** The part of it that the user can see. */
interface Facts {
  readonly news: Activity | undefined
  /** Changes by others since `oldest`. */
  readonly known: Activity | undefined
  readonly mention: Mention | undefined
}

interface Inbox {
  readonly horizon: Date
  readonly sources: Sources
}

const nothingNew = { comments: 0, changes: 0, first_comment: null, is_new: false }

/** The line was put off until a time that has come, and not everything was marked as done since. */
export function isBack({ now }: Pick<Call, 'now'>, mark: Mark | undefined, horizon: Date): boolean {
  return mark?.later_until ? mark.later_until <= now && mark.later_until > horizon : false
}

export function lineOf(call: Call, inbox: Inbox, candidate: Reasoned, facts: Facts): Line | undefined {
  const { bug, bug_id, mark, reasons } = candidate
  const base = {
    position: { at: bug.last_change_time, bug_id },
    bug_id,
    reasons,
    is_followed: mark?.following === true,
    following: mark?.following ?? null,
    following_off: mark?.following_off === true,
  }
  const later = mark?.later_until ?? null
  const origin = unreadBy(call, inbox, candidate, facts)
  if (origin)
    return { ...base, ...origin, is_unread: true, later_until: isBack(call, mark, inbox.horizon) ? later : null }
  if (later && later > call.now) {
    const news = facts.news ?? { ...nothingNew, by: null, time: bug.last_change_time }
    return { ...base, ...news, is_unread: false, later_until: later }
  }
  const last = facts.known ?? facts.mention
  return last && { ...base, ...nothingNew, by: last.by, time: last.time, is_unread: false, later_until: null }
}

/** The reason for an unread line. Mutes, delays and the end of a follow stop only news without a mention or a request. */
function unreadBy(
  call: Call,
  { horizon, sources }: Inbox,
  { bug, bug_id, mark, since, reasons }: Reasoned,
  { news, mention }: Facts,
): Activity | undefined {
  const flag = reasons.includes('asked') ? sources.flags.get(bug_id) : undefined
  if (flag) return news ?? { ...nothingNew, by: flag.setter_id, time: flag.modification_date }
  if (mention && reasons.includes('mentioned') && mention.time > since) return withMention(news, mention)
  if (mark?.following === false || (mark?.later_until && mark.later_until > call.now)) return undefined
  const isOld = placeOnly(sources, { bug, mark, reasons, since })?.scope === 'new' && bug.creation_time <= since
  // A mention that was read stays a reason.
  const isOff = mark?.following_off === true && !reasons.includes('assigned')
  if (news && !isOld && !isOff) return news
  return isBack(call, mark, horizon) && mark?.later_until
    ? { ...nothingNew, by: null, time: mark.later_until }
    : undefined
}

/** A mention that an edit added can be later than the last comment. */
function withMention(news: Activity | undefined, mention: Mention): Activity {
  return news && news.time >= mention.time ? news : { ...nothingNew, ...news, ...mention }
}

/** The candidate with its reasons; undefined without any. Bugs that only a place brings begin with its follow. */
export function reasonedOf(
  call: Call,
  sources: Sources,
  candidate: Candidate,
  mention: Mention | undefined,
): Reasoned | undefined {
  const reasons = reasonsOf(call, sources, candidate, mention)
  if (reasons.length === 0) return undefined
  const place = placeOnly(sources, { ...candidate, reasons })
  if (!place) return { ...candidate, reasons }
  return {
    ...candidate,
    reasons,
    since: max([place.since, candidate.since]),
    oldest: max([place.oldest, candidate.oldest]),
  }
}

/** The followed place of a bug that concerns the user for no other reason. */
function placeOnly(
  sources: Sources,
  { bug, mark, reasons, since }: Pick<Reasoned, 'bug' | 'mark' | 'reasons' | 'since'>,
): PlaceOfBug | undefined {
  const isOther = reasons.some((reason) => reason !== 'followed') || isFollowed(mark, sources, bug)
  return isOther ? undefined : followedPlace(sources, bug, since)
}

function reasonsOf(
  call: Call,
  sources: Sources,
  { bug, bug_id, mark, isOnCc, since, oldest }: Candidate,
  mention: Mention | undefined,
): Reason[] {
  const me = requireUser(call.who).id
  const isQa = isOn(call.catalogue, 'useqacontact') && bug.qa_contact_id === me
  const isOff = mark?.following_off === true
  const scope = followedPlace(sources, bug, since)?.scope
  const isHere = scope === 'all' || (scope === 'new' && bug.creation_time > oldest)
  const holds: Readonly<Record<Reason, boolean>> = {
    mentioned: mention !== undefined,
    asked: sources.flags.has(bug_id),
    assigned: bug.assigned_to_id === me,
    role: !isOff && (bug.creator_id === me || isQa || isOnCc),
    followed: !isOff && (isFollowed(mark, sources, bug) || isHere),
  }
  return (Object.keys(holds) as Reason[]).filter((reason) => holds[reason] && sources.ways[reason] !== 'off')
}

function isFollowed(mark: Mark | undefined, { commented }: Sources, { id }: InboxBug): boolean {
  return mark?.following === true || commented.has(id)
}
