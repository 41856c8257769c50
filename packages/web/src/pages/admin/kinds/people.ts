// Groups and users.
import type { Client, User } from '@trackerkit/client'
import { listChange, type Choice, type FormField, type Given, type Kind, type Thing } from './kind.js'
import { description, isActive, name } from './fields-of-forms.js'

const relations = ['membership', 'bless', 'visible'] as const

export const groups: Kind = {
  name: 'groups',
  right: 'creategroups',
  audited: 'Group',
  fields: [
    name,
    description,
    { name: 'user_regexp', label: 'user_regexp', type: 'line' },
    { name: 'icon_url', label: 'icon_url', type: 'line' },
    isActive,
    ...relations.map((name) => ({ name, label: name, type: 'checks', only: 'old' }) as const),
  ],
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
  create: (operations, { text, is }) =>
    operations.groups.create({
      name: text('name') ?? '',
      description: text('description') ?? '',
      user_regexp: text('user_regexp'),
      icon_url: text('icon_url'),
      is_active: is('is_active'),
    }),
  update: updateGroup,
  remove: (operations, { id }) => operations.groups.delete({ ids: [id] }),
}

async function groupChoices(operations: Client): Promise<readonly Choice[]> {
  const { groups: all } = await operations.groups.get()
  return all.map((group) => ({ value: group.name }))
}

async function updateGroup(operations: Client, { id }: Thing, { text, is, list }: Given): Promise<void> {
  const own = {
    name: text('name'),
    description: text('description'),
    user_regexp: text('user_regexp'),
    icon_url: text('icon_url'),
    is_active: is('is_active'),
  }
  if (Object.values(own).some((value) => value !== undefined)) await operations.groups.update({ ids: [id], ...own })
  const set = (which: string) => {
    const all = list(which)
    return all && { set: all }
  }
  const others = { membership: set('membership'), bless: set('bless'), visible: set('visible') }
  if (Object.values(others).some((value) => value !== undefined))
    await operations.groups.inherit({ ids: [id], ...others })
}

const userFields: readonly FormField[] = [
  { name: 'email', label: 'login', type: 'line', isRequired: true },
  { name: 'full_name', label: 'full_name', type: 'line' },
  { name: 'password', label: 'password', type: 'password' },
  { name: 'invite', label: 'invite', type: 'check', only: 'new' },
  { name: 'email_enabled', label: 'email_enabled', type: 'check', only: 'old' },
  { name: 'login_denied_text', label: 'login_denied_text', type: 'line', only: 'old' },
  { name: 'groups', label: 'groups', type: 'checks', only: 'old' },
]

const mostUsers = 100

export const users: Kind = {
  name: 'users',
  right: 'editusers',
  audited: 'User',
  fields: userFields,
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
  create: (operations, { text, is }) =>
    operations.users.create({
      email: text('email') ?? '',
      full_name: text('full_name'),
      password: text('password') || undefined,
      invite: is('invite'),
    }),
  update: (operations, { id, values }, { text, is, list }) =>
    operations.users.update({
      ids: [id],
      email: text('email'),
      full_name: text('full_name'),
      password: text('password') || undefined,
      email_enabled: is('email_enabled'),
      login_denied_text: text('login_denied_text'),
      groups: listChange(values['groups'], list('groups')),
    }),
  bugs: (assigned_to) => ({ assigned_to }),
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
