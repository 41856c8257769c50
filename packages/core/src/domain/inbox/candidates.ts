// The bugs that may be in an inbox, newest first. lines.ts decides if there is anything to show.
import { subDays } from 'date-fns/subDays'
import { isAccessible } from '../../access/products.js'
import { visibleAttachments, visibleBugs } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { followsBy } from '../follows/where.js'
import type { Mark } from '../marks/insert-missing.js'
import { mostDays } from './horizon.js'
import { directReasons, reasonBits } from './reasons.js'

export const inboxStates = ['unread', 'later', 'done', 'all'] as const
export type InboxState = (typeof inboxStates)[number]

/** The position after the last line of a page. */
export interface Position {
  readonly at: Date
  readonly bug_id: number
}

/** A bug that may be in the inbox. */
export interface Candidate extends Position {
  /** Changes after this time are new. */
  readonly since: Date
  readonly reasons: number
  readonly later_until: Date | null
  readonly is_unread: boolean
  /** A flag that waits for the user. */
  readonly flag: Pick<Row<'flags'>, 'setter_id' | 'modification_date'> | null
}

export interface Wanted {
  readonly state: InboxState
  readonly horizon: Date
  readonly productId?: number | undefined
}

/** Rows that are read at once, and bugs of followed products and waiting flags that are looked at. */
export const marksAtOnce = 120
const mostElsewhere = 200

const never = new Date(8.64e15)

/** The candidates that marks do not hold: bugs with waiting flags, and bugs of followed products and components. */
export async function findElsewhere(tx: Reader, call: Call, wanted: Wanted): Promise<Candidate[]> {
  if (wanted.state !== 'unread' && wanted.state !== 'all') return []
  const asked = await findAsked(tx, call, wanted)
  const followed = await findFollowed(tx, call, wanted)
  const flags = new Map(asked.map((flag) => [flag.bug_id, flag]))
  const ids = [...new Set([...flags.keys(), ...followed.map(({ id }) => id)])]
  const marks = new Map((await loadMarks(tx, call, ids)).map((mark) => [mark.bug_id, mark]))
  const changed = new Map(followed.map((bug) => [bug.id, bug]))
  return ids.flatMap((bug_id): Candidate[] => {
    const [flag = null, bug, mark] = [flags.get(bug_id), changed.get(bug_id), marks.get(bug_id)]
    if (mark?.later_until && mark.later_until > call.now) return []
    const since = laterOf(wanted.horizon, mark?.seen_until)
    const isFollowed =
      bug !== undefined &&
      mark?.following !== false &&
      bug.last_change_time > since &&
      (!bug.isNew || bug.creation_time > since)
    if (!flag && !isFollowed) return []
    const isUnread = mark?.unread_at ? mark.unread_at > wanted.horizon : false
    const reasons = (isFollowed ? reasonBits.followed : 0) | (isUnread ? (mark?.reasons ?? 0) : 0)
    const at = laterOf(flag?.modification_date ?? new Date(0), isFollowed ? bug.last_change_time : null)
    return [{ bug_id, since, at: laterOf(at, mark?.unread_at), reasons, later_until: null, is_unread: true, flag }]
  })
}

/** The candidates that marks hold, from a position on; at most marksAtOnce. */
export async function findMarked(
  tx: Reader,
  call: Call,
  wanted: Wanted,
  from: Position | undefined,
): Promise<{ readonly candidates: Candidate[]; readonly next: Position | undefined }> {
  const column = wanted.state === 'unread' ? 'unread_at' : 'changed_at'
  const where: Where<'bug_marks'> = {
    and: [ownMarks(call), inState(call, wanted), { col: column, lte: from?.at ?? never }],
  }
  const order = [{ col: column, desc: true }] as const
  const rows = await tx.select({ from: 'bug_marks', where, order, limit: marksAtOnce })
  const last = rows.at(-1)
  const next = rows.length === marksAtOnce && last ? { at: last[column] ?? never, bug_id: last.bug_id } : undefined
  const candidates = rows.filter((mark) => isShown(mark, wanted)).map((mark) => candidateOf(mark, wanted, column))
  return { candidates: candidates.filter((one) => isAfter(one, from)), next }
}

/** In the order of lines: newest first, then by number. */
export function isAfter(one: Position, from: Position | undefined): boolean {
  return !from || one.at < from.at || (one.at.getTime() === from.at.getTime() && one.bug_id > from.bug_id)
}

function ownMarks(call: Call): Where<'bug_marks'> {
  return { col: 'user_id', eq: requireUser(call.who).id }
}

function inState(call: Call, { state, horizon, productId }: Wanted): Where<'bug_marks'> {
  const bug: Where<'bug_marks'> = { some: 'bug', where: inProduct(call, productId) }
  const isDue: Where<'bug_marks'> = {
    or: [
      { col: 'later_until', eq: null },
      { col: 'later_until', lte: call.now },
    ],
  }
  const isUnread: Where<'bug_marks'> = { col: 'unread_at', gt: horizon }
  const isKept: Where<'bug_marks'> = { col: 'changed_at', gt: subDays(call.now, mostDays) }
  if (state === 'unread') return { and: [isUnread, isDue, bug] }
  if (state === 'later') return { and: [{ col: 'later_until', gt: call.now }, bug] }
  return { and: [isKept, bug] }
}

function inProduct(call: Call, productId: number | undefined): Where<'bugs'> {
  const visible = visibleBugs(call)
  return productId === undefined ? visible : { and: [{ col: 'product_id', eq: productId }, visible] }
}

/** Muted bugs stay away, except for mentions. */
function isShown(mark: Mark, { state }: Wanted): boolean {
  return state !== 'unread' || mark.following !== false || (mark.reasons & directReasons) !== 0
}

function candidateOf(mark: Mark, { horizon }: Wanted, column: 'unread_at' | 'changed_at'): Candidate {
  const { bug_id, unread_at, later_until, reasons } = mark
  const is_unread = unread_at !== null && unread_at > horizon
  const since = mark.seen_until ?? horizon
  return { bug_id, since, at: mark[column] ?? never, reasons, later_until, is_unread, flag: null }
}

async function loadMarks(tx: Reader, call: Call, ids: readonly number[]): Promise<Mark[]> {
  if (ids.length === 0) return []
  return tx.select({ from: 'bug_marks', where: { and: [ownMarks(call), { col: 'bug_id', in: ids }] } })
}

async function findAsked(tx: Reader, call: Call, { productId }: Wanted) {
  const where: Where<'flags'> = {
    and: [
      { col: 'requestee_id', eq: requireUser(call.who).id },
      { col: 'status', eq: '?' },
      { some: 'bug', where: inProduct(call, productId) },
      {
        or: [
          { col: 'attachment_id', eq: null },
          { some: 'attachment', where: visibleAttachments(call) },
        ],
      },
    ],
  }
  const columns = ['id', 'bug_id', 'setter_id', 'modification_date'] as const
  return tx.select({ from: 'flags', where, order: [{ col: 'modification_date' }], limit: mostElsewhere, columns })
}

/** The newest bugs of products and components that the user follows. `isNew`: only new bugs are wanted. */
async function findFollowed(tx: Reader, call: Call, { horizon, productId }: Wanted) {
  const { id } = requireUser(call.who)
  const rows = await tx.select({
    from: 'follows',
    where: { or: [followsBy(id, 'product'), followsBy(id, 'component')] },
  })
  if (rows.length === 0) return []
  const open = new Set([...call.catalogue.products].filter((one) => isAccessible(call, one)).map((one) => one.id))
  const idsOf = (kind: string, scope: string) =>
    rows.filter((row) => row.kind === kind && row.scope === scope).map((row) => row.object_id)
  const placesOf = (scope: string): Where<'bugs'> => ({
    or: [
      { col: 'product_id', in: idsOf('product', scope).filter((one) => open.has(one)) },
      { col: 'component_id', in: idsOf('component', scope) },
    ],
  })
  const wanted = { or: [placesOf('all'), { and: [placesOf('new'), { col: 'creation_time', gt: horizon } as const] }] }
  const where = { and: [{ col: 'last_change_time', gt: horizon } as const, wanted, inProduct(call, productId)] }
  const columns = ['id', 'product_id', 'component_id', 'creation_time', 'last_change_time'] as const
  const order = [{ col: 'last_change_time', desc: true }] as const
  const bugs = await tx.select({ from: 'bugs', where, order, limit: mostElsewhere, columns })
  const whole = { product: new Set(idsOf('product', 'all')), component: new Set(idsOf('component', 'all')) }
  return bugs.map((bug) => ({
    ...bug,
    isNew: !whole.product.has(bug.product_id) && !whole.component.has(bug.component_id),
  }))
}

function laterOf(one: Date, other: Date | null | undefined): Date {
  return other && other > one ? other : one
}
