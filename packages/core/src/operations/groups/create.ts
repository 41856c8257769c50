import { z } from 'zod'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../define/operation.js'
import { fold } from '../../store/index.js'
import { addGroup } from '../../domain/groups/add.js'
import { groupDescription, groupName, iconUrl, loginPattern } from '../../domain/groups/inputs.js'
import { storePatternMembers } from '../../domain/groups/pattern-members.js'

/**
 * Creates a group that bugs can be restricted to. Contract: Groups, Create Group.
 *
 * `name`: at most 255 characters, unique without regard to case. `description`: its name for people. `user_regexp`: whose login
 * name matches, anywhere and without regard to case, is a member. `is_active`: bugs can be restricted to it; default true.
 * `icon_url`: an address of the web, or a path. Members of admin are members of every group and may grant it.
 *
 * @throws auth_failure (304) without creategroups, empty_group_name (800), group_exists (801), empty_group_description (802),
 *   invalid_regexp (803), param_invalid (53) for icon_url, text_too_long (104)
 * @example const { id } = await admin.groups.create({ name: 'security', description: 'Security team' })
 */
export const createGroup = defineWrite({
  name: 'groups.create',
  summary: 'Create a group',
  access: 'required',
  right: { group: 'creategroups', action: 'create groups' },
  input: z.strictObject({
    name: groupName,
    description: groupDescription,
    user_regexp: loginPattern.default(''),
    is_active: z.boolean().default(true),
    icon_url: iconUrl.default(''),
  }),
  output: z.object({ id: z.int() }),
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
