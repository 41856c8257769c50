// The actions that a caller may perform on a bug, as far as they do not depend on the input. Pure.
import * as z from 'zod'
import { mayChange, maySkipMail, mayTick, rolesIn, type BugRoles } from '../../../access/permissions.js'
import { mayEdit } from '../../../access/products.js'
import type { Call } from '../../../call/context.js'
import { isOn, type Catalogue } from '../../../setup/catalogue.js'
import type { BugRow } from '../../../access/find-bugs.js'
import { mayTag } from '../../comments/tags.js'
import { applies } from '../../flags/flag-type.js'
import { mayGrant, mayRequest } from '../../flags/rights.js'
import { bugFieldEntries } from '../fields/index.js'
import type { BugField } from '../fields/field.js'
import { componentOf, productOf } from '../fields/values.js'
import { groupsToEdit } from './groups.js'
import { allowedMoves } from './status.js'

const move = z.object({
  name: z.string().meta({ description: 'The status.' }),
  is_open: z.boolean().meta({ description: 'Whether the status is open. Closed ones require a resolution.' }),
  comment_required: z.boolean().meta({ description: 'The workflow requires a comment.' }),
})

const settableFlag = z.object({
  id: z.int().meta({ description: 'ID of the flag type.' }),
  name: z.string().meta({ description: 'Name; not necessarily unique.' }),
  description: z.string().meta({ description: 'Description of the flag type.' }),
  target_type: z
    .enum(['bug', 'attachment'])
    .meta({ description: 'Whether the type is for the bug or its attachments.' }),
  is_active: z.boolean().meta({ description: 'New flags can be set.' }),
  is_requesteeble: z.boolean().meta({ description: 'A particular user can be asked.' }),
  is_multiplicable: z.boolean().meta({ description: 'Several flags can be set on one bug or attachment.' }),
  request: z.boolean().meta({ description: 'The caller can request the flag (`?`).' }),
  grant: z.boolean().meta({ description: 'The caller can grant (`+`) and deny (`-`) the flag.' }),
})

const groupOfBug = z.object({
  name: z.string().meta({ ref: 'group', description: 'Name of the group.' }),
  description: z.string().meta({ description: 'Display name or description.' }),
  is_set: z.boolean().meta({ description: 'The bug is restricted to the group.' }),
  can_change: z
    .boolean()
    .meta({ description: 'The caller can restrict the bug to the group, or remove that restriction.' }),
})

export const permitted = z
  .object({
    edit: z.boolean().meta({ description: 'Change anything besides the CC list.' }),
    comment: z.boolean().meta({ description: 'Add comments and attachments.' }),
    make_private: z.boolean().meta({ description: 'Make comments and attachments private.' }),
    tag_comments: z.boolean().meta({ description: 'Tag comments.' }),
    tick: z.boolean().meta({ description: 'Tick boxes of task lists in comments of other users.' }),
    track_time: z.boolean().meta({ description: 'Set hours.' }),
    skip_mail: z.boolean().meta({ description: 'Update the bug without email (`minor_update`).' }),
    fields: z.array(z.string()).meta({
      description: 'Fields that the caller can change, by their names in Update Bug.',
    }),
    statuses: z.array(move).meta({ description: 'Statuses that the caller can set next, in order.' }),
    flag_types: z.array(settableFlag).meta({
      description: 'Flag types that the caller can set on the bug or its attachments, in order.',
    }),
    groups: z.array(groupOfBug).meta({
      description: 'Groups of the bug, and groups to which the caller can restrict it.',
    }),
  })
  .meta({
    id: 'PermittedInBug',
    description: 'Permissions of the caller on a bug. An update can still be rejected because of its values.',
  })

type Permitted = z.output<typeof permitted>

const nothing: Permitted = {
  edit: false,
  comment: false,
  make_private: false,
  tag_comments: false,
  tick: false,
  track_time: false,
  skip_mail: false,
  fields: [],
  statuses: [],
  flag_types: [],
  groups: [],
}

/** Ask only about a bug that the caller can see. `groupIds` are those that it is in. */
export function permittedIn(call: Call, bug: BugRow, groupIds: ReadonlySet<number>): Permitted {
  const { who, catalogue } = call
  if (!who.user || !who.limits.mayWrite) return nothing
  const product = productOf(catalogue, bug)
  const tag_comments = mayTag(call)
  if (!mayEdit(call, product)) return { ...nothing, tag_comments }
  const roles = rolesIn(call, product, bug)
  const moves = allowedMoves(catalogue, product, bug, roles).filter(({ id }) => id !== bug.status_id)
  const flag_types = settableFlags(call, bug)
  const groups = groupsToEdit(call, product, groupIds)
  const isSettable = (field: string, known: BugField): boolean => {
    if (field === 'status') return moves.length > 0
    if (field === 'groups') return groups.some(({ can_change }) => can_change)
    if (field === 'flags') return flag_types.some((type) => type.target_type === 'bug')
    if (field === 'resolution' || field === 'dupe_of')
      return mayChange(roles, known) && (!bug.is_open || moves.some((status) => !status.is_open))
    return isFieldSettable(catalogue, roles, known)
  }
  const fields = [
    ...bugFieldEntries.flatMap(([field, known]) => (known.update && isSettable(field, known) ? [field] : [])),
    ...(mayChange(roles, {}) ? customFieldsOf(catalogue) : []),
  ]
  return {
    edit: fields.some((field) => field !== 'cc'),
    comment: true,
    make_private: who.isInsider,
    tag_comments,
    tick: mayTick(roles),
    track_time: who.isTimeTracker,
    skip_mail: maySkipMail(call, product),
    fields,
    statuses: moves.map(({ id, name, is_open }) => ({
      name,
      is_open: is_open === true,
      comment_required: catalogue.workflow.get(bug.status_id)?.get(id) === true,
    })),
    flag_types,
    groups,
  }
}

function isFieldSettable(catalogue: Catalogue, roles: BugRoles, known: BugField): boolean {
  if (known.usedWith && !isOn(catalogue, known.usedWith)) return false
  return known.rights === 'own rules' || mayChange(roles, known)
}

function customFieldsOf({ fields }: Pick<Catalogue, 'fields'>): string[] {
  return [...fields].flatMap((field) => (field.is_custom && !field.is_obsolete ? [field.name] : []))
}

function settableFlags({ who, catalogue }: Call, bug: BugRow): Permitted['flag_types'] {
  const component = componentOf(catalogue, bug)
  return [...catalogue.flagTypes.values()].flatMap((type) => {
    const [request, grant] = [type.is_requestable && mayRequest(who, type), mayGrant(who, type)]
    if (!applies(type, component) || !(request || grant)) return []
    const { id, name, description, is_active, is_requesteeble, is_multiplicable } = type
    const target_type = type.target_type === 'attachment' ? 'attachment' : 'bug'
    return [{ id, name, description, target_type, is_active, is_requesteeble, is_multiplicable, request, grant }]
  })
}
