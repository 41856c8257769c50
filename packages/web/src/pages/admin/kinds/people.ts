// Groups and users.
import type { User } from '@trackerkit/client'
import type { Client } from '../../../page/operations.js'
import type { GroupsInheritInput } from '@trackerkit/client/types'
import { listChange, type Choice, type Kind, type Thing, type Values } from './kind.js'
import { formFields } from './form-fields.js'

const relations = ['membership', 'bless', 'visible'] as const

export const groups: Kind = {
  name: 'groups',
  right: 'creategroups',
  audited: 'Group',
  fields: formFields('groups', {
    name: {},
    description: { type: 'text' },
    user_regexp: {},
    icon_url: {},
    is_active: {},
    membership: {},
    bless: {},
    visible: {},
  }),
  columns: ['description', 'is_active'],
  list: async (operations) => {
    const { groups } = await operations.groups.get()
    return groups.map(({ id, name: key, description, user_regexp = '', icon_url = '', is_active }) => ({
      id,
      key,
      values: { name: key, description, user_regexp, icon_url, is_active: is_active === 1 },
    }))
  },
  get: async (operations, key) => {
    const found = (await groups.list(operations, '', '')).find((one) => one.key === key)
    const [its] = found ? (await operations.groups.inheritance({ ids: [found.id] })).groups : []
    if (!found || !its) return found
    const named = (which: (typeof relations)[number]) => its[which].map((group) => group.name)
    return {
      ...found,
      values: {
        ...found.values,
        membership: named('membership'),
        bless: named('bless'),
        visible: named('visible'),
      },
    }
  },
  choices: async (operations) => {
    const all = await groupChoices(operations)
    return { membership: all, bless: all, visible: all }
  },
  create: (operations, values) => operations.groups.create(values as never),
  update: updateGroup,
  remove: (operations, { id }) => operations.groups.delete({ ids: [id] }),
}

async function groupChoices(operations: Client): Promise<readonly Choice[]> {
  const { groups: all } = await operations.groups.get()
  return all.map((group) => ({ value: group.name }))
}

async function updateGroup(operations: Client, { id }: Thing, changes: Values): Promise<void> {
  const { membership, bless, visible, ...others } = changes
  if (Object.keys(others).length > 0) await operations.groups.update({ ids: [id], ...others })
  const relations = Object.entries({ membership, bless, visible }).filter(([, names]) => names !== undefined)
  if (relations.length === 0) return
  const set = Object.fromEntries(relations.map(([relation, names]) => [relation, { set: names }]))
  await operations.groups.inherit({ ids: [id], ...(set as GroupsInheritInput) })
}

const mostUsers = 100

export const users: Kind = {
  name: 'users',
  right: 'editusers',
  audited: 'User',
  fields: formFields(
    'users',
    {
      email: { label: 'login' },
      full_name: {},
      password: { type: 'password' },
      invite: {},
      email_enabled: {},
      login_denied_text: {},
      groups: {},
    },
    ['bless_groups'],
  ),
  columns: ['full_name', 'login_denied_text'],
  isFoundByServer: true,
  list: async (operations, _, find) => {
    const match = [find.trim() === '' ? '*' : find]
    const { users: found } = await operations.users.get({ match, limit: mostUsers, include_disabled: true })
    return found.map(thingOf)
  },
  get: async (operations, key) => {
    const { users: found } = await operations.users.get({ names: [key], permissive: true })
    return found.map(thingOf)[0]
  },
  choices: async (operations) => ({ groups: await groupChoices(operations) }),
  create: (operations, values) => operations.users.create(withoutEmptyPassword(values) as never),
  update: (operations, { id, values }, { groups: names, ...changes }) =>
    operations.users.update({
      ids: [id],
      ...withoutEmptyPassword(changes),
      groups: listChange(values['groups'], names),
    }),
  bugs: (assigned_to) => ({ assigned_to }),
}

/** An empty password leaves the current one unchanged. */
function withoutEmptyPassword({ password, ...values }: Values): Values {
  return { ...values, ...(password && { password }) }
}

function thingOf({ id, name: key, real_name, email_enabled, login_denied_text, groups: of = [] }: User): Thing {
  return {
    id,
    key,
    values: {
      email: key,
      full_name: real_name,
      email_enabled: email_enabled ?? true,
      login_denied_text: login_denied_text ?? '',
      groups: of.map((group) => group.name),
    },
  }
}
