// A flag type as products and its own operations show it, and where it applies.
import { z } from 'zod'
import type { Component, FlagType } from '../../setup/catalogue.js'

/** Contract: Flagtype. */
export const flagType = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  cc_list: z.string(),
  sort_key: z.int(),
  is_active: z.boolean(),
  is_requestable: z.boolean(),
  /** A particular person can be asked. */
  is_requesteeble: z.boolean(),
  is_multiplicable: z.boolean(),
  /** The id of the group that may grant or deny it; null: everybody. */
  grant_group: z.int().nullable(),
  /** The id of the group that may ask for it; null: everybody. */
  request_group: z.int().nullable(),
})

export function viewFlagType(type: FlagType): z.infer<typeof flagType> {
  return {
    id: type.id,
    name: type.name,
    description: type.description,
    cc_list: type.cc_list,
    sort_key: type.sort_key,
    is_active: type.is_active,
    is_requestable: type.is_requestable,
    is_requesteeble: type.is_requesteeble,
    is_multiplicable: type.is_multiplicable,
    grant_group: type.grant_group_id,
    request_group: type.request_group_id,
  }
}

/** Bugs of the component, or their attachments, can have such flags: an inclusion names it and no exclusion does. */
export function applies(type: FlagType, component: Pick<Component, 'id' | 'product_id'>): boolean {
  const naming = type.scopes.filter(
    ({ product_id, component_id }) =>
      (product_id === null || product_id === component.product_id) &&
      (component_id === null || component_id === component.id),
  )
  return naming.length > 0 && naming.every((scope) => !scope.is_exclusion)
}
