// The components that a user looks after.
import type { Call } from '../../call/context.js'
import type { Reader } from '../../schema/index.js'
import type { Component } from '../../setup/catalogue.js'
import { accessibleProducts } from './places.js'
import { followsBy } from './where.js'

/** The others are left out, so that a search for their bugs stays fast. */
const most = 50

/**
 * Components of which the caller is the default assignee or QA contact or which they follow, in products that they can
 * see, in the order of products and components. One select.
 */
export async function findOwnComponents(tx: Reader, call: Call): Promise<Component[]> {
  const { user } = call.who
  if (!user) return []
  const rows = await tx.select({ from: 'follows', where: followsBy(user.id, 'component'), columns: ['object_id'] })
  const followed = new Set(rows.map(({ object_id }) => object_id))
  const isOwn = ({ id, default_assigned_to_id, default_qa_contact_id }: Component) =>
    default_assigned_to_id === user.id || default_qa_contact_id === user.id || followed.has(id)
  return accessibleProducts(call)
    .flatMap(({ components }) => components.filter(isOwn))
    .slice(0, most)
}
