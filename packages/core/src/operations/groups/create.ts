import * as z from 'zod'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { addGroup } from '../../domain/groups/add.js'
import { groupDescription, groupName, iconUrl, loginPattern } from '../../domain/groups/inputs.js'
import { storePatternMembers } from '../../domain/groups/pattern-members.js'
import { createdObject } from '../../call/define/outputs.js'

// Contract: Groups, Create Group.
export const createGroup = defineWrite({
  name: 'groups.create',
  summary: 'Create a group',
  description:
    'Creates a group to which bugs can be restricted.\n\n' +
    'Members of admin are members of every group and can grant it.\n\n' +
    'Fails with `auth_failure` without creategroups; `param_invalid` for icon_url.',
  errors: [
    'auth_failure',
    'empty_group_name',
    'group_exists',
    'empty_group_description',
    'invalid_regexp',
    'param_invalid',
    'text_too_long',
  ],
  examples: [
    {
      title: 'Create a group for a team',
      code: "const { id } = await admin.groups.create({ name: 'security', description: 'Security team' })",
    },
  ],
  access: 'required',
  right: { group: 'creategroups', action: 'create groups' },
  confirms: () => true,
  input: z.strictObject({
    name: groupName.meta({ description: 'Name, at most 255 characters; unique, ignoring case.' }),
    description: groupDescription.meta({ description: 'Display name or description.' }),
    user_regexp: loginPattern
      .default('')
      .meta({ description: 'Regular expression. Users whose login contains a match, ignoring case, are members.' }),
    is_active: z
      .boolean()
      .default(true)
      .meta({ description: 'Bugs can be restricted to the group. Defaults to true.' }),
    icon_url: iconUrl.default('').meta({ description: 'URL or path of an icon.' }),
  }),
  output: createdObject,
  missing: { name: 'empty_group_name', description: 'empty_group_description' },
  async run(tx, { name, description, user_regexp, is_active, icon_url }, call) {
    if (call.catalogue.groups.named(name)) throw new TrackerError('group_exists', { field: 'name', value: name })
    const id = await addGroup(tx, call, {
      name,
      name_folded: fold(name),
      description,
      user_regexp,
      is_active,
      is_bug_group: true,
      icon_url: icon_url || null,
    })
    await storePatternMembers(tx, id, user_regexp)
    await bumpCatalogueVersion(tx)
    return { id }
  },
})
