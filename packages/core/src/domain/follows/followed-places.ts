// The products, components and users that a user follows.
import { requireUser, type Call } from '../../call/context.js'
import type { Reader, Row, Where } from '../../schema/index.js'
import { loadUsers } from '../users/find.js'
import { accessibleProducts, requirePlace, type FollowScope } from './places.js'
import { followsBy, keyOfFollow, type FollowKind } from './where.js'

interface FollowedPlace {
  product: string
  scope: FollowScope
  by_mail: boolean
  component?: string
}

/** Products before components, by name: all that the caller can see, or those of one place. @throws object_does_not_exist */
export async function loadFollowedPlaces(
  tx: Reader,
  call: Call,
  product: string | undefined,
  component: string | undefined,
): Promise<FollowedPlace[]> {
  const { id } = requireUser(call.who)
  const all = { or: [followsBy(id, 'product'), followsBy(id, 'component')] }
  const where = product === undefined ? all : ofPlace(call, id, product, component)
  const rows = await tx.select({ from: 'follows', where })
  return rows.length === 0 ? [] : viewPlaces(call, rows)
}

function ofPlace(call: Call, userId: number, product: string, component: string | undefined): Where<'follows'> {
  const place = requirePlace(call, { product, component })
  const parts = place.kind === 'product' ? (call.catalogue.products.get(place.object_id)?.components ?? []) : []
  const among = (kind: FollowKind, ids: readonly number[]): Where<'follows'> => ({
    and: [followsBy(userId, kind), { col: 'object_id', in: ids }],
  })
  const ids = parts.map((part) => part.id)
  return { or: [among(place.kind, [place.object_id]), among('component', ids)] }
}

function viewPlaces(call: Call, rows: readonly Row<'follows'>[]): FollowedPlace[] {
  const known = new Map(
    rows.map((row) => [keyOfFollow(row), { scope: row.scope as FollowScope, by_mail: row.by_mail === true }]),
  )
  const products = accessibleProducts(call)
  return [
    ...products.flatMap(({ id, name }) => {
      const found = known.get(keyOfFollow({ kind: 'product', object_id: id }))
      return found ? [{ product: name, ...found }] : []
    }),
    ...products.flatMap(({ name, components }) =>
      components.flatMap((component) => {
        const found = known.get(keyOfFollow({ kind: 'component', object_id: component.id }))
        return found ? [{ product: name, component: component.name, ...found }] : []
      }),
    ),
  ]
}

/** The logins of watched users, in order. */
export async function loadFollowedLogins(tx: Reader, call: Call): Promise<string[]> {
  const rows = await tx.select({ from: 'follows', where: followsBy(requireUser(call.who).id, 'user') })
  const users = await loadUsers(
    tx,
    rows.map((row) => row.object_id),
  )
  return Array.from(users.values(), (user) => user.login).toSorted()
}
