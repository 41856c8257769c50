// The actions that a caller may perform on a bug, as far as they do not depend on the input. Pure.
import { z } from 'zod'
import { mayChange, mayTick, rolesIn, type BugRoles } from '../../../access/permissions.js'
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
  is_open: z.boolean().meta({ description: 'Whether it is an open one; others need a resolution.' }),
  comment_required: z.boolean().meta({ description: 'The workflow wants a comment with it.' }),
})

const settableFlag = z.object({
  id: z.int().meta({ description: 'The number of the flag type.' }),
  name: z.string().meta({ description: 'Its name, which other types may share.' }),
  description: z.string().meta({ description: 'Description of the flag type.' }),
  target_type: z.enum(['bug', 'attachment']).meta({ description: 'Whether it is for the bug or its attachments.' }),
  is_active: z.boolean().meta({ description: 'It takes new flags.' }),
  is_requesteeble: z.boolean().meta({ description: 'A particular person can be asked.' }),
  is_multiplicable: z.boolean().meta({ description: 'There can be several on one bug or attachment.' }),
  request: z.boolean().meta({ description: 'The caller may ask (`?`).' }),
  grant: z.boolean().meta({ description: 'The caller may grant (`+`) and deny (`-`).' }),
})

const groupOfBug = z.object({
  name: z.string().meta({ ref: 'group', description: 'The name of the group.' }),
  description: z.string().meta({ description: 'Its name for people.' }),
  is_set: z.boolean().meta({ description: 'The bug is restricted to it.' }),
  can_change: z.boolean().meta({ description: 'The caller may restrict the bug to it, or lift that restriction.' }),
})

export const permitted = z
  .object({
    edit: z.boolean().meta({ description: 'Change something beside the CC list.' }),
    comment: z.boolean().meta({ description: 'Add comments and attachments.' }),
    make_private: z.boolean().meta({ description: 'Make comments and attachments private.' }),
    tag_comments: z.boolean().meta({ description: 'Tag comments.' }),
    tick: z.boolean().meta({ description: 'Tick boxes of task lists in the comments of others.' }),
    track_time: z.boolean().meta({ description: 'Say hours.' }),
    fields: z.array(z.string()).meta({
      description: 'The fields that the caller may change, under the names that Update Bug has for them.',
    }),
    statuses: z.array(move).meta({ description: 'The statuses that the caller may give it next, in their order.' }),
    flag_types: z.array(settableFlag).meta({
      description: 'The types of flags that the caller may set on the bug or its attachments, in their order.',
    }),
    groups: z.array(groupOfBug).meta({
      description: 'The groups of the bug, and those to which the caller may restrict it.',
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
