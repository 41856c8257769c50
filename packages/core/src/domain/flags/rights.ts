// Permissions to set flags. Pure.
import type { FlagType } from '../../setup/catalogue.js'
import type { Caller } from '../../call/context.js'
import type { Row } from '../../schema/index.js'

export const flagStatuses = ['?', '+', '-'] as const
export type FlagStatus = (typeof flagStatuses)[number]
type Holder = Pick<Caller, 'isSystem' | 'groupIds'>

/** True for members of the grant group, or for all users if the type has none. */
export function mayGrant(who: Holder, { grant_group_id }: FlagType): boolean {
  return who.isSystem || grant_group_id === null || who.groupIds.has(grant_group_id)
}

/** True for members of the request group or the grant group, or for all users if the type has no request group. */
export function mayRequest(who: Holder, { request_group_id, grant_group_id }: FlagType): boolean {
  if (who.isSystem || request_group_id === null) return true
  return who.groupIds.has(request_group_id) || (grant_group_id !== null && who.groupIds.has(grant_group_id))
}

export function maySet(who: Holder, type: FlagType, status: FlagStatus): boolean {
  return status === '?' ? mayRequest(who, type) : mayGrant(who, type)
}

/** True for the setter, the requestee, and users who may set such flags. */
export function mayClear(
  who: Holder & Pick<Caller, 'user'>,
  type: FlagType,
  flag: Pick<Row<'flags'>, 'setter_id' | 'requestee_id'>,
): boolean {
  const me = who.user?.id
  return (
    mayGrant(who, type) ||
    mayRequest(who, type) ||
    (me !== undefined && (flag.setter_id === me || flag.requestee_id === me))
  )
}
