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
}

const columns = [
  ...(['id', 'creator_id', 'assigned_to_id', 'qa_contact_id', 'product_id', 'component_id'] as const),
  ...(['creation_time', 'last_change_time'] as const),
] as const

export type InboxBug = Pick<Row<'bugs'>, (typeof columns)[number]>

/** Bugs that are read at once. */
export const bugsAtOnce = 120

/** The next bugs after a position. Each source is read by its own index, so none is longer than a page. */
export async function findBugs(
  tx: Reader,
  call: Call,
  wanted: Wanted,
  sources: Sources,
  from: Position | undefined,
): Promise<InboxBug[]> {
  const found = new Map<number, InboxBug>()
  for (const source of conditionsOf(call, wanted, sources)) {
    const where: Where<'bugs'> = { and: [source, ...afterPosition(from), ...inProduct(wanted), visibleBugs(call)] }
    const order = [
      { col: 'last_change_time', desc: true },
      { col: 'id', desc: true },
    ] as const
    for (const bug of await tx.select({ from: 'bugs', where, order, limit: bugsAtOnce, columns }))
      found.set(bug.id, bug)
  }
  return [...found.values()].toSorted(newestFirst).slice(0, bugsAtOnce)
}

function conditionsOf(
  call: Call,
  { state, horizon, reasons = reasonNames }: Wanted,
  sources: Sources,
): Where<'bugs'>[] {
  const mine = mineOf(call)
  if (state === 'later')
    return [{ some: 'marks', where: { and: [mine, { col: 'later_until', gt: call.now } as const] } }]
  const oldest = state === 'unread' ? horizon : subDays(call.now, mostDays)
  const isRecent: Where<'bugs'> = { col: 'last_change_time', gt: oldest }
  const isBack: Where<'bug_marks'> = {
    and: [mine, { col: 'later_until', gt: horizon }, { col: 'later_until', lte: call.now }],
  }
  const recent = recentOf(call, sources, oldest)
  return [
    ...reasons.flatMap((reason) => recent[reason].map((source): Where<'bugs'> => ({ and: [source, isRecent] }))),
    ...(reasons.includes('asked') ? listed([...sources.flags.keys()]) : []),
    { some: 'marks', where: isBack },
  ]
}

function mineOf({ who }: Call) {
  return { col: 'user_id', eq: requireUser(who).id } as const
}

/** The bugs that changed for each reason. Flags that wait count regardless of changes. */
function recentOf(call: Call, sources: Sources, oldest: Date): Readonly<Record<Reason, Where<'bugs'>[]>> {
  const mine = mineOf(call)
  const me = mine.eq
  const followed: Where<'bug_marks'> = { and: [mine, { col: 'following', eq: true }] }
  const isAssigned = (isOpen: boolean): Where<'bugs'> => ({
    and: [
      { col: 'assigned_to_id', eq: me },
      { col: 'is_open', eq: isOpen },
    ],
  })
  return {
    mentioned: listed([...sources.mentioned]),
    asked: [],
    assigned: [isAssigned(true), isAssigned(false)],
    role: [
      { col: 'creator_id', eq: me },
      { col: 'qa_contact_id', eq: me },
      { some: 'cc', where: mine },
    ],
    followed: [{ some: 'marks', where: followed }, ...listed([...sources.commented]), ...placesOf(sources, oldest)],
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
