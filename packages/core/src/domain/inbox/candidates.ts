// The bugs that may be in an inbox, last changed first. Nothing is prepared: roles, follows and visits are read.
import { subDays } from 'date-fns/subDays'
import { visibleBugs } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { mostDays } from './horizon.js'
import { reasonNames, type Reason } from './reasons.js'
import { placesOf, type Sources } from './sources.js'

export const inboxStates = ['unread', 'later', 'done', 'all'] as const
export type InboxState = (typeof inboxStates)[number]

/** The position after a line. */
export interface Position {
  readonly at: Date
  readonly bug_id: number
}

export interface Wanted {
  readonly state: InboxState
  readonly horizon: Date
  readonly productId?: number | undefined
  /** Lines with any of these; undefined: all. */
  readonly reasons?: readonly Reason[] | undefined
  /** Only lines of this time or later. */
  readonly since?: Date | undefined
}

const columns = [
  ...(['id', 'creator_id', 'assigned_to_id', 'qa_contact_id', 'product_id', 'component_id'] as const),
  ...(['creation_time', 'last_change_time'] as const),
] as const

export type InboxBug = Pick<Row<'bugs'>, (typeof columns)[number]>

/** Bugs that are read at once. */
export const bugsAtOnce = 120

const newest = [
  { col: 'last_change_time', desc: true },
  { col: 'id', desc: true },
] as const

export interface Asked {
  readonly from: Position | undefined
  /** For those who only count: asked once, with as many bugs as are read at once, which need not be the newest. */
  readonly isEnough?: ((found: readonly InboxBug[]) => Promise<boolean>) | undefined
}

/**
 * The next bugs after a position. Each source is read by its own index, so none is longer than a page, and only as far
 * as the bugs of those before it leave room.
 */
export async function findBugs(
  tx: Reader,
  call: Call,
  wanted: Wanted,
  sources: Sources,
  { from, isEnough }: Asked,
): Promise<InboxBug[]> {
  const common = [...afterPosition(from), ...inProduct(wanted), visibleBugs(call)]
  const { own, byRows } = conditionsOf(call, wanted, sources)
  let found: InboxBug[] = []
  const read = async (source: Where<'bugs'>, rest: readonly Where<'bugs'>[]) => {
    const where = { and: [source, ...rest, ...common] }
    const bugs = await tx.select({ from: 'bugs', where, order: newest, limit: bugsAtOnce, columns })
    if (bugs.length > 0) found = merge(found, bugs)
  }
  let isAsked = isEnough === undefined
  for (const source of own) {
    await read(source, untilLast(found))
    if (isAsked || found.length < bugsAtOnce) continue
    isAsked = true
    if (await isEnough?.(found)) return found
  }
  const few = byRows.length > 0 ? await findFew(tx, from, found) : []
  for (const source of byRows) await read(source, few.length > 0 ? few : untilLast(found))
  return found
}

/** Among few bugs, the rows of a user are looked up faster than all of them are sorted by the changes of their bugs. */
const mostLookedUp = 1000

/** All bugs that are not beyond the last one, if they are few. */
async function findFew(tx: Reader, from: Position | undefined, found: readonly InboxBug[]): Promise<Where<'bugs'>[]> {
  const until = untilLast(found)
  if (until.length === 0) return []
  const order = [{ col: 'last_change_time', desc: true }] as const
  const where = { and: [...until, ...(from ? [{ col: 'last_change_time', lte: from.at } as const] : [])] }
  const rows = await tx.select({ from: 'bugs', where, order, limit: mostLookedUp + 1, columns: ['id'] })
  return rows.length > mostLookedUp ? [] : [{ col: 'id', in: rows.map(({ id }) => id) }]
}

/** The first bugs of both. */
function merge(one: readonly InboxBug[], other: readonly InboxBug[]): InboxBug[] {
  const all = new Map([...one, ...other].map((bug) => [bug.id, bug]))
  return [...all.values()].toSorted(newestFirst).slice(0, bugsAtOnce)
}

/** Later bugs would be cut off. */
function untilLast(found: readonly InboxBug[]): Where<'bugs'>[] {
  const last = found.length === bugsAtOnce ? found.at(-1) : undefined
  return last ? [{ col: 'last_change_time', gte: last.last_change_time }] : []
}

interface Conditions {
  /** On columns of bugs. */
  readonly own: readonly Where<'bugs'>[]
  /** On rows that a user has of bugs. */
  readonly byRows: readonly Where<'bugs'>[]
}

function conditionsOf(call: Call, wanted: Wanted, sources: Sources): Conditions {
  const { state, horizon, reasons = reasonNames, since } = wanted
  const mine = mineOf(call)
  const marked = (where: Where<'bug_marks'>): Where<'bugs'> => ({ some: 'marks', where: { and: [mine, where] } })
  if (state === 'later') return { own: [], byRows: [marked({ col: 'later_until', gt: call.now })] }
  const oldest = state === 'unread' ? horizon : subDays(call.now, mostDays)
  // Lines of flags, and those that are back, can be later than the last change of their bug.
  const isRecent: Where<'bugs'>[] = [
    { col: 'last_change_time', gt: oldest },
    ...(since ? [{ col: 'last_change_time', gte: since } as const] : []),
    ...(state === 'unread' ? [changedByOthers(call, horizon), isUnseen(call, sources)] : []),
  ]
  const isBack: Where<'bug_marks'> = {
    and: [
      { col: 'later_until', gt: horizon },
      { col: 'later_until', lte: call.now },
    ],
  }
  const recent = recentOf(call, sources, oldest)
  const among = (kind: keyof Conditions) =>
    reasons.flatMap((reason) => recent[reason][kind].map((source): Where<'bugs'> => ({ and: [source, ...isRecent] })))
  return {
    own: [...among('own'), ...(reasons.includes('asked') ? listed([...sources.flags.keys()]) : [])],
    byRows: [...among('byRows'), marked(isBack)],
  }
}

/** Bugs that changed since the user saw them, who may have seen thousands. Flags wait whatever was seen. */
function isUnseen(call: Call, { flags }: Sources): Where<'bugs'> {
  return { or: [{ not: { some: 'seen_marks', where: mineOf(call) } }, ...listed([...flags.keys()])] }
}

/** Bugs with changes by others since then. */
function changedByOthers(call: Call, horizon: Date): Where<'bugs'> {
  return { or: [{ not: { col: 'last_changer_id', eq: mineOf(call).eq } }, { col: 'others_changed_at', gt: horizon }] }
}

function mineOf({ who }: Call) {
  return { col: 'user_id', eq: requireUser(who).id } as const
}

/** The bugs that changed for each reason. Flags that wait count regardless of changes. */
function recentOf(call: Call, sources: Sources, oldest: Date): Readonly<Record<Reason, Conditions>> {
  const mine = mineOf(call)
  const me = mine.eq
  const isAssigned = (isOpen: boolean): Where<'bugs'> => ({
    and: [
      { col: 'assigned_to_id', eq: me },
      { col: 'is_open', eq: isOpen },
    ],
  })
  const followed: Where<'bug_marks'> = { and: [mine, { col: 'following', eq: true }] }
  return {
    mentioned: { own: listed([...sources.mentioned]), byRows: [] },
    asked: { own: [], byRows: [] },
    assigned: { own: [isAssigned(true), isAssigned(false)], byRows: [] },
    role: {
      own: [
        { col: 'creator_id', eq: me },
        { col: 'qa_contact_id', eq: me },
      ],
      byRows: [{ some: 'cc', where: mine }],
    },
    followed: {
      own: [...listed([...sources.commented]), ...placesOf(sources, oldest)],
      byRows: [{ some: 'marks', where: followed }],
    },
  }
}

function listed(ids: readonly number[]): Where<'bugs'>[] {
  return ids.length === 0 ? [] : [{ col: 'id', in: ids }]
}

function inProduct({ productId }: Wanted): Where<'bugs'>[] {
  return productId === undefined ? [] : [{ col: 'product_id', eq: productId }]
}

/** Many bugs can have the same time. */
function afterPosition(from: Position | undefined): Where<'bugs'>[] {
  if (!from) return []
  const isSame: Where<'bugs'> = {
    and: [
      { col: 'last_change_time', eq: from.at },
      { col: 'id', lt: from.bug_id },
    ],
  }
  return [{ col: 'last_change_time', lte: from.at }, { or: [{ col: 'last_change_time', lt: from.at }, isSame] }]
}

function newestFirst(a: InboxBug, b: InboxBug): number {
  return b.last_change_time.getTime() - a.last_change_time.getTime() || b.id - a.id
}
