import { insertOne } from '../../schema/insert-one.js'
import { z } from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireKnownGroup } from '../../domain/group-controls/find-group.js'
import { defineWrite } from '../../define/operation.js'
import { requireSomeAdministrable } from '../../domain/products/find.js'
import { fold } from '../../store/index.js'
import { flagTypeDescription, flagTypeName, flagTypeValues } from '../../domain/flag-types/inputs.js'
import { mayAdminister, scopesOf } from '../../domain/flag-types/scopes.js'

/**
 * Creates a flag type. For members of editcomponents; for some products only, also for who has this right in all of them.
 *
 * `name`: 1 to 50 characters without blank and comma; several types may share it. `target_type`: 'bug' or 'attachment'.
 * `inclusions`, `exclusions`: where it applies: names of products, or `{ product: [components] }`; without inclusions everywhere.
 * `sort_key` (or `sortkey`): 0 to 32767. `is_active`: takes new flags. `is_requestable`: can be '?'. `is_requesteeble` (or
 * `is_specifically_requestable`): of a particular person. `is_multiplicable`: several on one bug or attachment. `cc_list`:
 * addresses that are told of such flags, at most 200 characters. `grant_group`, `request_group`: names of the groups that may set
 * '+' and '-', and '?'; blank: everybody.
 *
 * @throws auth_failure (304), flag_type_not_editable (1105) for products of others, flag_type_name_invalid (1101),
 *   flag_type_description_invalid (1102), flag_type_cc_list_invalid (1103), illegal_email_address (501),
 *   flag_type_sortkey_invalid (1104), object_does_not_exist (51) for a product or group, require_component (105)
 * @example await admin.flagTypes.create({ name: 'review', description: 'Has been read', target_type: 'attachment' })
 */
export const createFlagType = defineWrite({
  name: 'flagTypes.create',
  summary: 'Create a flag type',
  access: 'required',
  input: z.strictObject({
    name: flagTypeName,
    description: flagTypeDescription,
    target_type: z.enum(['bug', 'attachment']).default('bug'),
    ...flagTypeValues,
  }),
  output: z.object({ id: z.int() }),
  missing: { name: 'flag_type_name_invalid', description: 'flag_type_description_invalid' },
  async run(tx, type, call) {
    requireSomeAdministrable(call, 'administer flag types')
    const scopes = [...scopesOf(call, type.inclusions ?? [], false), ...scopesOf(call, type.exclusions ?? [], true)]
    if (!mayAdminister(call, scopes))
      throw new TrackerError('flag_type_not_editable', { field: 'inclusions', value: type.name })
    const id = await insertOne(tx, 'flag_types', {
      name: type.name,
      name_folded: fold(type.name),
      description: type.description,
      target_type: type.target_type,
      cc_list: type.cc_list ?? '',
      sort_key: type.sort_key ?? type.sortkey ?? 1,
      is_active: type.is_active ?? true,
      is_requestable: type.is_requestable ?? true,
      is_requesteeble: type.is_requesteeble ?? type.is_specifically_requestable ?? true,
      is_multiplicable: type.is_multiplicable ?? true,
      grant_group_id: groupId(call, type.grant_group, 'grant_group'),
      request_group_id: groupId(call, type.request_group, 'request_group'),
    })
    await tx.insert(
      'flag_type_scopes',
      scopes.map((scope) => ({ ...scope, flag_type_id: id })),
    )
    await auditCreation(tx, call, 'FlagType', id, type.name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})

function groupId(call: Call, name: string | undefined, field: string): number | null {
  return name === undefined || name === '' ? null : requireKnownGroup(call, name, field).id
}
