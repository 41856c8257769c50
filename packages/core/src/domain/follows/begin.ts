// When the follow of a product or component begins: earlier changes cause no lines in the inbox.
import type { Row } from '../../schema/index.js'

type Place = Pick<Row<'follows'>, 'user_id' | 'kind' | 'object_id' | 'scope' | 'by_mail'>
type Followed = Pick<Row<'follows'>, 'scope' | 'since' | 'scope_since'>

/** The row of a place that is followed now. One that was followed `before` keeps its time, except for a wider scope. */
export function beginFollow(place: Place, before: Followed | undefined, now: Date): Row<'follows'> {
  const isWider = before?.scope === 'new' && place.scope === 'all'
  return {
    ...place,
    since: before ? before.since : now,
    scope_since: !before || isWider ? now : before.scope_since,
  }
}

/** The part of the inbox of a bug that a followed place contributes. */
export interface PlaceOfBug {
  /** `all`: all changes. `new`: only until the new bug is done. */
  readonly scope: 'new' | 'all'
  /** Changes after this time are shown. */
  readonly oldest: Date
  /** Changes after this time are unread: of new bugs that are done, only those since the scope began. */
  readonly since: Date
}

/** Changes in the same millisecond may be later. */
export function before(begin: Date | null): Date {
  return new Date(begin ? begin.getTime() - 1 : 0)
}

/** How the places of a bug that are followed concern it, if everything up to `seen` is done; undefined if they do not. */
export function placeOfBug(
  places: readonly Followed[],
  { creation_time }: Pick<Row<'bugs'>, 'creation_time'>,
  seen: Date,
): PlaceOfBug | undefined {
  const asNew = places.flatMap(({ since }) => (creation_time > before(since) ? [before(since)] : []))
  const asAny = places.flatMap(({ scope, scope_since }) => (scope === 'all' ? [before(scope_since)] : []))
  const begins = [...asNew, ...asAny]
  if (begins.length === 0) return undefined
  const isAll = asAny.length > 0
  const oldest = earliest(begins)
  return {
    scope: isAll ? 'all' : 'new',
    oldest,
    since: isAll && creation_time <= seen ? earliest(asAny) : oldest,
  }
}

function earliest(times: readonly Date[]): Date {
  return new Date(Math.min(...times.map((time) => time.getTime())))
}
