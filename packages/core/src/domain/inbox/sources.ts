// The bugs in an inbox besides those of roles and marks: flags, mentions, own comments, and followed places.
import { subDays } from 'date-fns/subDays'
import { isAccessible } from '../../access/products.js'
import { visibleAttachments } from '../../access/visibility.js'
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { loadWays, type NotificationWays } from '../preferences/ways.js'
import { mostDays } from './horizon.js'
import { followsBy, type FollowKind } from '../follows/where.js'
import { before, placeOfBug, type PlaceOfBug } from '../follows/begin.js'

/** The newest flags, mentions and own comments that count. */
const most = 500

/** A flag that waits for the user. */
export type WaitingFlag = Pick<Row<'flags'>, 'bug_id' | 'setter_id' | 'modification_date'>

type FollowedPlace = Pick<Row<'follows'>, (typeof placeColumns)[number]>

const placeColumns = ['kind', 'object_id', 'scope', 'since', 'scope_since'] as const

export interface Sources {
  /** The newest one of each bug. */
  readonly flags: ReadonlyMap<number, WaitingFlag>
  /** Bugs with mentions of the user, which need not be visible. */
  readonly mentioned: ReadonlySet<number>
  /** Bugs with comments by the user, besides descriptions, if these count as followed. */
  readonly commented: ReadonlySet<number>
  readonly ways: NotificationWays
  readonly places: readonly FollowedPlace[]
}

export async function loadSources(tx: Reader, call: Call): Promise<Sources> {
  const { id } = requireUser(call.who)
  const ways = (await loadWays(tx, [id]))(id)
  const mentions = await tx.select({
    from: 'comment_mentions',
    where: { col: 'user_id', eq: id },
    order: [{ col: 'comment_id', desc: true }],
    limit: most,
    columns: ['comment_id'],
  })
  // Old comments that an edit made to mention the user are not among them.
  const added: Where<'comment_mentions'> = {
    and: [
      { col: 'user_id', eq: id },
      { col: 'added_at', gt: subDays(call.now, mostDays) },
    ],
  }
  const edited =
    mentions.length < most
      ? []
      : await tx.select({
          from: 'comment_mentions',
          where: added,
          order: [{ col: 'added_at', desc: true }],
          limit: most,
          columns: ['comment_id'],
        })
  const ids = [...new Set([...mentions, ...edited].map((row) => row.comment_id))]
  const mentioning =
    ids.length === 0 ? [] : await tx.select({ from: 'comments', where: { col: 'id', in: ids }, columns: ['bug_id'] })
  return {
    flags: await loadFlags(tx, call, id),
    mentioned: new Set(mentioning.map((row) => row.bug_id)),
    commented: ways.follow_commented && ways.followed !== 'off' ? await loadCommented(tx, id) : new Set(),
    ways,
    places: await loadPlaces(tx, call, id),
  }
}

async function loadCommented(tx: Reader, userId: number): Promise<Set<number>> {
  const own = await tx.select({
    from: 'comments',
    where: { and: [{ col: 'creator_id', eq: userId } as const, { col: 'count', gt: 0 } as const] },
    order: [{ col: 'creation_time', desc: true }],
    limit: most,
    columns: ['bug_id'],
  })
  return new Set(own.map((row) => row.bug_id))
}

async function loadFlags(tx: Reader, call: Call, userId: number): Promise<Map<number, WaitingFlag>> {
  const where: Where<'flags'> = {
    and: [
      { col: 'requestee_id', eq: userId },
      { col: 'status', eq: '?' },
      {
        or: [
          { col: 'attachment_id', eq: null },
          { some: 'attachment', where: visibleAttachments(call) },
        ],
      },
    ],
  }
  const rows = await tx.select({
    from: 'flags',
    where,
    order: [{ col: 'modification_date', desc: true }],
    limit: most,
    columns: ['bug_id', 'setter_id', 'modification_date'],
  })
  return new Map(rows.toReversed().map((row) => [row.bug_id, row]))
}

async function loadPlaces(tx: Reader, call: Call, userId: number): Promise<Sources['places']> {
  const where: Where<'follows'> = { or: [followsBy(userId, 'product'), followsBy(userId, 'component')] }
  const rows = await tx.select({ from: 'follows', where, columns: placeColumns })
  if (rows.length === 0) return []
  const { products, components } = call.catalogue
  return rows.filter(({ kind, object_id }) => {
    const product = products.get(kind === 'product' ? object_id : (components.get(object_id)?.product_id ?? 0))
    return product !== undefined && isAccessible(call, product)
  })
}

/** Bugs in followed products and components: one query for each kind, so that its index is used. */
export function placesOf({ places }: Sources, oldest: Date): Where<'bugs'>[] {
  const [isNew, isAll] = [({ scope }: FollowedPlace) => scope === 'new', ({ scope }: FollowedPlace) => scope === 'all']
  const isRecent = ({ scope_since }: FollowedPlace) => scope_since !== null && scope_since > oldest
  const recent = places.filter((place) => isAll(place) && isRecent(place))
  const filed: Where<'bugs'> = { col: 'creation_time', gt: oldest }
  return [
    ...within(places.filter((place) => isAll(place) && !isRecent(place))),
    ...within(recent).map((place): Where<'bugs'> => ({
      and: [place, { col: 'last_change_time', gt: firstOf(recent) }],
    })),
    ...within(places.filter(isNew)).map((place): Where<'bugs'> => ({ and: [place, filed] })),
  ]
}

function within(places: readonly FollowedPlace[]): Where<'bugs'>[] {
  const idsOf = (wanted: FollowKind) => places.flatMap(({ kind, object_id }) => (kind === wanted ? [object_id] : []))
  const [products, components] = [idsOf('product'), idsOf('component')]
  return [
    ...(products.length > 0 ? [{ col: 'product_id', in: products } as const] : []),
    ...(components.length > 0 ? [{ col: 'component_id', in: components } as const] : []),
  ]
}

/** When the first of them began: lines decide by each. */
function firstOf(places: readonly FollowedPlace[]): Date {
  return new Date(Math.min(...places.map(({ since }) => before(since).getTime())))
}

/** How the user follows the place of a bug of which everything up to `seen` is done. */
export function followedPlace(
  { places }: Sources,
  bug: Pick<Row<'bugs'>, 'product_id' | 'component_id' | 'creation_time'>,
  seen: Date,
): PlaceOfBug | undefined {
  const here = places.filter(
    ({ kind, object_id }) => object_id === (kind === 'product' ? bug.product_id : bug.component_id),
  )
  return here.length === 0 ? undefined : placeOfBug(here, bug, seen)
}
