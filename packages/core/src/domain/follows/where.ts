// Conditions on rows of follows.
import type { Row, Where } from '../../schema/index.js'

export const followKinds = ['product', 'component', 'user'] as const
export type FollowKind = (typeof followKinds)[number]

/** Follows of one kind by a user. Those of users are watches. */
export function followsBy(userId: number, kind: FollowKind): Where<'follows'> {
  return {
    and: [
      { col: 'user_id', eq: userId },
      { col: 'kind', eq: kind },
    ],
  }
}

/** Follows of any of these, by anyone. */
export function followersOf(kind: FollowKind, ids: readonly number[]): Where<'follows'> {
  return {
    and: [
      { col: 'kind', eq: kind },
      { col: 'object_id', in: ids },
    ],
  }
}

/** A watched user, followed in all their roles and also by email. */
export function watchOf(user_id: number, object_id: number) {
  return { user_id, kind: 'user', object_id, scope: 'all', by_mail: true } as const
}

/** Identifies a follow among those of a user. */
export const keyOfFollow = ({ kind, object_id }: Pick<Row<'follows'>, 'kind' | 'object_id'>) => `${kind} ${object_id}`
