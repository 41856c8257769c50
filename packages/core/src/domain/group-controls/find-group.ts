// Groups as administrative operations name them.
import type { Group } from '../../setup/catalogue.js'
import { hasRight, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { findGroup, knowsGroup } from '../groups/find.js'

/**
 * A group for a flag type or a product, by name or ID. Administrators of products, groups or users can use all groups;
 * other callers, such as administrators of one product, only those they are in or may grant.
 * @throws object_does_not_exist
 */
export function requireKnownGroup(call: Call, ref: string | number, field: string): Group {
  const group = findGroup(call.catalogue, ref)
  if (group && (hasRight(call, 'editcomponents') || call.who.groupIds.has(group.id) || knowsGroup(call, group)))
    return group
  throw new TrackerError('object_does_not_exist', { kind: 'group', field, value: ref })
}
