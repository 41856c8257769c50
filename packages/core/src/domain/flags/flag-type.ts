// A flag type as products and its own operations show it, and where it applies.
import * as z from 'zod'
import { hidesMailHosts, shownLogin, type Viewer } from '../../call/context.js'
import type { Component, FlagType } from '../../setup/catalogue.js'
import { loginsIn } from '../../setup/parameters.js'

// Contract: Flagtype.
export const flagType = z
  .object({
    id: z.int().meta({ description: 'ID of the flag type.' }),
    name: z.string().meta({ description: 'Name; not necessarily unique.' }),
    description: z.string().meta({ description: 'Description of the flag type.' }),
    cc_list: z.string().meta({ description: 'Addresses to notify about such flags.' }),
    sort_key: z.int().meta({ description: 'Sort position. Flag types are listed by it, then by name.' }),
    is_active: z.boolean().meta({ description: 'New flags can be set.' }),
    is_requestable: z.boolean().meta({ description: 'The flag can be requested (`?`).' }),
    is_requesteeble: z.boolean().meta({ description: 'A particular user can be asked.' }),
    is_multiplicable: z.boolean().meta({ description: 'Several flags can be set on one bug or attachment.' }),
    grant_group: z
      .int()
      .nullable()
      .meta({ ref: 'group', description: 'ID of the group that can grant or deny it; null: all users.' }),
    request_group: z
      .int()
      .nullable()
      .meta({ ref: 'group', description: 'ID of the group that can request it; null: all users.' }),
  })
  .meta({
    id: 'FlagTypeOfComponent',
    description: 'A flag type for bugs of a component or their attachments.',
  })

export function viewFlagType(viewer: Viewer, type: FlagType): z.infer<typeof flagType> {
  return {
    id: type.id,
    name: type.name,
    description: type.description,
    cc_list: hidesMailHosts(viewer)
      ? loginsIn(type.cc_list)
          .map((login) => shownLogin(viewer, login))
          .join(', ')
      : type.cc_list,
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
