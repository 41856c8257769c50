import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireKnownGroup } from '../../domain/group-controls/find-group.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireSomeAdministrable } from '../../domain/products/find.js'
import { fold } from '../../store/index.js'
import { flagTypeDescription, flagTypeName, flagTypeValues } from '../../domain/flag-types/inputs.js'
import { mayAdminister, scopesOf } from '../../domain/flag-types/scopes.js'
import { createdObject } from '../../call/define/outputs.js'

export const createFlagType = defineWrite({
  name: 'flagTypes.create',
  summary: 'Create a flag type',
  description:
    'Creates a flag type. For members of editcomponents; for a type restricted to products, also for ' +
    'users who have this right in all of them.\n\n' +
    'Fails with `flag_type_not_editable` for products that the caller does not administer; ' +
    '`object_does_not_exist` for a product or group.',
  errors: [
    'auth_failure',
    'flag_type_not_editable',
    'flag_type_name_invalid',
    'flag_type_description_invalid',
    'flag_type_cc_list_invalid',
    'illegal_email_address',
    'flag_type_sortkey_invalid',
    'object_does_not_exist',
    'require_component',
  ],
  examples: [
    {
      title: 'Create a flag type for attachments',
      code: "await admin.flagTypes.create({ name: 'review', description: 'Has been read', target_type: 'attachment' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    name: flagTypeName.meta({
      description: 'Name, 1 to 50 characters without spaces and commas; does not have to be unique.',
    }),
    description: flagTypeDescription.meta({ description: 'Description of the flag type, in simple HTML.' }),
    target_type: z
      .enum(['bug', 'attachment'])
      .default('bug')
      .meta({ description: 'Type of item: `bug` or `attachment`.' }),
    ...flagTypeValues,
  }),
  output: createdObject,
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
    await auditCreation(tx, call, 'flag_types', id, type.name)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})

function groupId(call: Call, name: string | undefined, field: string): number | null {
  return name === undefined || name === '' ? null : requireKnownGroup(call, name, field).id
}
