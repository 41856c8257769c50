// What products have: components, versions, milestones, and what groups mean in them.
import type { Component } from '@trackerkit/client'
import type { FormField, Kind, Thing } from './kind.js'
import { description, isActive, name, sortKey } from './fields-of-forms.js'

const right = 'editcomponents'
const parent = 'products'

export const components: Kind = {
  name: 'components',
  right,
  parent,
  audited: 'Component',
  fields: [
    name,
    description,
    { name: 'default_assignee', label: 'default_assignee', type: 'person', isRequired: true },
    { name: 'default_qa_contact', label: 'default_qa_contact', type: 'person' },
    { name: 'default_cc', label: 'default_cc', type: 'words' },
    sortKey,
    { name: 'is_open', label: 'is_open', type: 'check', start: true },
  ],
  columns: ['description', 'default_assignee', 'is_open'],
  list: async (operations, product) => {
    const { components } = await operations.components.get({ product, include_fields: ['id', 'name'] })
    return components.map(({ id, name }) => ({ id, key: name, values: {} }))
  },
  complete: async (operations, things) => {
    if (things.length === 0) return []
    const include_fields = ['id', 'name', 'description', 'default_assigned_to', 'is_active'] as const
    const { components } = await operations.components.get({ ids: things.map(({ id }) => id), include_fields })
    return components.map(({ id, name, description, default_assigned_to, is_active }) => ({
      id,
      key: name,
      values: { name, description, default_assignee: default_assigned_to, is_open: is_active },
    }))
  },
  get: async (operations, key, product) => {
    const { components } = await operations.components.get({ product, names: [key] })
    return components.map(componentOf).find((one) => one.key === key)
  },
  create: (operations, { text, list, is, number }, product) =>
    operations.components.create({
      product,
      name: text('name') ?? '',
      description: text('description') ?? '',
      default_assignee: text('default_assignee') ?? '',
      default_qa_contact: text('default_qa_contact'),
      default_cc: list('default_cc'),
      sort_key: number('sort_key'),
      is_open: is('is_open'),
    }),
  update: (operations, { id }, { text, list, is, number }) =>
    operations.components.update({
      ids: [id],
      name: text('name'),
      description: text('description'),
      default_assignee: text('default_assignee'),
      default_qa_contact: text('default_qa_contact'),
      default_cc: list('default_cc'),
      sort_key: number('sort_key'),
      is_open: is('is_open'),
    }),
  remove: (operations, { id }) => operations.components.delete({ ids: [id] }),
  bugs: (component, product) => ({ product, component }),
}

function componentOf(one: Component): Thing {
  return {
    id: one.id,
    key: one.name,
    values: {
      name: one.name,
      description: one.description,
      default_assignee: one.default_assigned_to,
      default_qa_contact: one.default_qa_contact,
      default_cc: one.default_cc ?? [],
      sort_key: one.sort_key,
      is_open: one.is_active,
    },
  }
}

const releaseFields: readonly FormField[] = [name, sortKey, isActive]

interface Release {
  readonly id: number
  readonly name: string
  readonly sort_key: number
  readonly is_active: boolean
}

const releaseOf = ({ id, name: key, sort_key, is_active }: Release): Thing => ({
  id,
  key,
  values: { name: key, sort_key, is_active },
})

export const versions: Kind = {
  name: 'versions',
  right,
  parent,
  audited: 'Version',
  fields: releaseFields,
  columns: ['sort_key', 'is_active'],
  list: async (operations, product) => (await operations.versions.get({ product })).versions.map(releaseOf),
  create: (operations, { text, is, number }, product) =>
    operations.versions.create({
      product,
      name: text('name') ?? '',
      sort_key: number('sort_key'),
      is_active: is('is_active'),
    }),
  update: (operations, { id }, { text, is, number }) =>
    operations.versions.update({
      ids: [id],
      name: text('name'),
      sort_key: number('sort_key'),
      is_active: is('is_active'),
    }),
  remove: (operations, { id }) => operations.versions.delete({ ids: [id] }),
  bugs: (version, product) => ({ product, version }),
}

export const milestones: Kind = {
  name: 'milestones',
  right,
  parent,
  audited: 'Milestone',
  fields: releaseFields,
  columns: ['sort_key', 'is_active'],
  list: async (operations, product) => (await operations.milestones.get({ product })).milestones.map(releaseOf),
  create: (operations, { text, is, number }, product) =>
    operations.milestones.create({
      product,
      name: text('name') ?? '',
      sort_key: number('sort_key'),
      is_active: is('is_active'),
    }),
  update: (operations, { id }, { text, is, number }) =>
    operations.milestones.update({
      ids: [id],
      name: text('name'),
      sort_key: number('sort_key'),
      is_active: is('is_active'),
    }),
  remove: (operations, { id }) => operations.milestones.delete({ ids: [id] }),
  bugs: (target_milestone, product) => ({ product, target_milestone }),
}
