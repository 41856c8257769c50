// Lines of an inbox: the candidates of which the caller may see something.
import { subDays } from 'date-fns/subDays'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import { marksOf, type Mark } from '../marks/set.js'
import { loadActivity } from './activity.js'
import { bugsAtOnce, findBugs, type InboxBug, type Position, type Wanted } from './candidates.js'
import { mostDays } from './horizon.js'
import { isBack, lineOf, reasonedOf, type Candidate, type Line } from './line.js'
import { loadMentions } from './mentions.js'
import { loadSources, type Sources } from './sources.js'

export interface Lines {
  readonly lines: readonly Line[]
  /** The position of the next page; undefined on the last one. */
  readonly next: Position | undefined
}

/** `until`: only lines of earlier times. */
type WantedLines = Wanted & { readonly until?: Date | undefined }

/** Bugs examined for one page. */
const mostLooked = 960

/** Many more for unread lines: the count and digests must not lack one behind bugs that the user changed. */
const mostLookedForUnread = 9600

/** Returns up to `limit` lines after a position, newest first; fewer if many bugs had to be left out. */
export async function findLines(
  tx: Reader,
  call: Call,
  wanted: WantedLines,
  { after, limit }: { readonly after?: Position | undefined; readonly limit: number },
): Promise<Lines> {
  const sources = await loadSources(tx, call)
  const lines: Line[] = []
  const most = wanted.state === 'unread' ? mostLookedForUnread : mostLooked
  let from = after
  for (let looked = 0; looked < most; looked += bugsAtOnce) {
    await call.timeBudget.step()
    const bugs = await findBugs(tx, call, wanted, sources, { from })
    lines.push(...(await viewWanted(tx, call, wanted, sources, bugs)))
    from = positionAfter(bugs)
    if (lines.length > limit) return { lines: lines.slice(0, limit), next: lines[limit - 1]?.position ?? after }
    if (!from) break
  }
  return { lines, next: from }
}

/** Returns the number of unread lines, at most `most`. Each bug is viewed once. */
export async function countUnread(tx: Reader, call: Call, horizon: Date, most: number): Promise<number> {
  const wanted = { state: 'unread', horizon } as const
  const sources = await loadSources(tx, call)
  const viewed = new Set<number>()
  let count = 0
  const isEnough = async (bugs: readonly InboxBug[]) => {
    const others = bugs.filter(({ id }) => !viewed.has(id))
    // Nearly all bugs of the first page have a line, so the first of them usually suffice.
    const first = count === 0 ? most : others.length
    for (const some of [others.slice(0, first), others.slice(first)]) {
      if (some.length === 0 || count >= most) break
      for (const { id } of some) viewed.add(id)
      count += (await viewWanted(tx, call, wanted, sources, some)).length
    }
    return count >= most
  }
  let from: Position | undefined
  for (let looked = 0; looked < mostLookedForUnread; looked += bugsAtOnce) {
    await call.timeBudget.step()
    const bugs = await findBugs(tx, call, wanted, sources, { from, isEnough })
    from = positionAfter(bugs)
    if ((await isEnough(bugs)) || !from) break
  }
  return Math.min(count, most)
}

/** Undefined if there are no more bugs. */
function positionAfter(bugs: readonly InboxBug[]): Position | undefined {
  const last = bugs.length === bugsAtOnce ? bugs.at(-1) : undefined
  return last && { at: last.last_change_time, bug_id: last.id }
}

async function viewWanted(
  tx: Reader,
  call: Call,
  wanted: WantedLines,
  sources: Sources,
  bugs: readonly InboxBug[],
): Promise<Line[]> {
  const candidates = await candidatesOf(tx, call, wanted, bugs)
  const found = await viewLines(tx, call, candidates, wanted, sources)
  return found.filter((line) => isWanted(line, wanted))
}

function isWanted(
  { is_unread, later_until, reasons, time }: Line,
  { state, reasons: asked, since, until }: WantedLines,
): boolean {
  if (asked && !asked.some((reason) => reasons.includes(reason))) return false
  if ((since && time < since) || (until && time >= until)) return false
  const isLater = !is_unread && later_until !== null
  return { unread: is_unread, later: isLater, done: !is_unread && !isLater, all: true }[state]
}

async function candidatesOf(
  tx: Reader,
  call: Call,
  { horizon }: Wanted,
  bugs: readonly InboxBug[],
): Promise<Candidate[]> {
  if (bugs.length === 0) return []
  const { id: me } = requireUser(call.who)
  const ids = bugs.map(({ id }) => id)
  const marks = new Map(
    (await tx.select({ from: 'bug_marks', where: marksOf(me, ids) })).map((mark) => [mark.bug_id, mark]),
  )
  const isMine = { and: [{ col: 'user_id', eq: me } as const, { col: 'bug_id', in: ids } as const] }
  const onCc = new Set((await tx.select({ from: 'bug_cc', where: isMine })).map((row) => row.bug_id))
  return bugs.map((bug) => {
    const mark = marks.get(bug.id)
    const seen = mark?.seen_until ?? horizon
    const since = seen > horizon || isBack(call, mark, horizon) ? seen : horizon
    const oldest = oldestOf(call, mark, horizon)
    return { bug, bug_id: bug.id, mark, since, oldest, isOnCc: onCc.has(bug.id) }
  })
}

/** A line that was put off keeps the reasons that it had. */
function oldestOf({ now }: Call, mark: Mark | undefined, horizon: Date): Date {
  const isPutOff = mark?.later_until && mark.later_until > horizon
  return subDays((isPutOff && mark.seen_until) || now, mostDays)
}

const oldOf = ({ bug_id, oldest }: Candidate) => ({ bug_id, since: oldest })

/** Lines that are not unread show what others did in all the days that an inbox shows. */
async function viewLines(
  tx: Reader,
  call: Call,
  candidates: readonly Candidate[],
  { state, horizon }: Wanted,
  sources: Sources,
): Promise<Line[]> {
  const isMentioned = ({ bug_id }: Candidate) => sources.mentioned.has(bug_id)
  const mentions = await loadMentions(tx, call, candidates.filter(isMentioned).map(oldOf))
  const reasoned = candidates.flatMap((one) => reasonedOf(call, sources, one, mentions.get(one.bug_id)) ?? [])
  const changed = reasoned.filter(({ bug, since }) => bug.last_change_time > since)
  const news = await loadActivity(tx, call, changed)
  const known = await loadActivity(tx, call, state === 'unread' ? [] : reasoned.map(oldOf))
  return reasoned.flatMap((candidate) => {
    const { bug_id } = candidate
    const facts = { news: news.get(bug_id), mention: mentions.get(bug_id), known: known.get(bug_id) }
    return lineOf(call, { horizon, sources }, candidate, facts) ?? []
  })
}
