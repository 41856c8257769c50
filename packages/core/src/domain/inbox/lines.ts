// Lines of an inbox: the candidates of which the caller may see something.
import type { Call } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import { loadActivity, type Activity } from './activity.js'
import {
  findElsewhere,
  findMarked,
  isAfter,
  type Candidate,
  type InboxState,
  type Position,
  type Wanted,
} from './candidates.js'
import { hasReason, reasonNames, type Reason } from './reasons.js'

/** A line, without the bug. */
export interface Line extends Omit<Activity, 'by' | 'time'> {
  readonly position: Position
  readonly bug_id: number
  readonly reasons: readonly Reason[]
  /** NULL: there is nothing new. */
  readonly time: Date | null
  readonly by: number | null
  readonly later_until: Date | null
  readonly is_unread: boolean
}

/** Marks examined for one page. */
const mostLooked = 1000

const nothingNew = { time: null, by: null, comments: 0, changes: 0, first_comment: null, is_new: false }

/** Returns up to `limit` lines after a position, newest first. */
export async function findLines(
  tx: Reader,
  call: Call,
  wanted: Wanted & { readonly reason?: Reason | undefined },
  { after, limit }: { readonly after?: Position | undefined; readonly limit: number },
): Promise<Line[]> {
  const elsewhere = await findElsewhere(tx, call, wanted)
  const known = new Set(elsewhere.map(({ bug_id }) => bug_id))
  const lines: Line[] = []
  let from = after
  for (let looked = 0; lines.length < limit;) {
    await call.timeBudget.step()
    const { candidates: marked, next } = await findMarked(tx, call, wanted, from)
    const isWithin = (one: Candidate) => isAfter(one, from) && (!next || !isAfter(one, next))
    const batch = [...elsewhere.filter(isWithin), ...marked.filter(({ bug_id }) => !known.has(bug_id))]
    batch.sort((a, b) => (isAfter(a, b) ? 1 : -1))
    lines.push(...(await viewLines(tx, call, batch, wanted.state)).filter((line) => isWanted(line, wanted)))
    looked += batch.length
    if (!next || looked >= mostLooked) break
    from = next
  }
  return lines.slice(0, limit)
}

function isWanted({ reasons, is_unread }: Line, { state, reason }: Parameters<typeof findLines>[2]): boolean {
  return (state !== 'done' || !is_unread) && (!reason || reasons.includes(reason))
}

async function viewLines(tx: Reader, call: Call, candidates: readonly Candidate[], state: InboxState): Promise<Line[]> {
  const pending = candidates.filter((one) => one.is_unread || one.later_until !== null)
  const { activity, mentions } = await loadActivity(tx, call, pending)
  return candidates.flatMap((candidate): Line[] => {
    const { bug_id, at, flag, later_until, is_unread } = candidate
    const mention = mentions.get(bug_id)
    const stated = reasonNames.filter((reason) => hasReason(candidate.reasons, reason) && !isLookedUp(reason))
    const reasons = [...(mention ? ['mentioned' as const] : []), ...(flag ? ['asked' as const] : []), ...stated]
    const base = { position: { at, bug_id }, bug_id, later_until }
    const origin = flag ? { by: flag.setter_id, time: flag.modification_date } : mention
    const news = activity.get(bug_id) ?? (origin ? { ...nothingNew, by: origin.by, time: origin.time } : undefined)
    if (news && reasons.length > 0 && (is_unread || later_until !== null))
      return [{ ...base, reasons, is_unread, ...news }]
    // The same as for a line that is done, so that its absence reveals nothing.
    if (state === 'unread' || state === 'later') return []
    return [{ ...base, reasons: stated, is_unread: false, ...nothingNew }]
  })
}

/** Reasons that are not taken from marks: whether the user can see the comment or the flag may have changed. */
function isLookedUp(reason: Reason): boolean {
  return reason === 'mentioned' || reason === 'asked'
}
