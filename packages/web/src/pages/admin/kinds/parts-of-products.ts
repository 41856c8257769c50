// Parts of products: components, versions, milestones and group controls.
import type { Component, Milestone } from '@trackerkit/client'
import type { Kind, Thing } from './kind.js'
import { formFields } from './form-fields.js'
import { writesOf } from './writes.js'

const right = 'editcomponents'
const parent = 'products'

export const components: Kind = {
  name: 'components',
  right,
  parent,
  audited: 'Component',
  fields: formFields('components', {
    name: {},
    description: { type: 'text' },
    default_assignee: { type: 'person' },
    default_qa_contact: { type: 'person' },
    default_cc: {},
    sort_key: {},
    is_open: {},
    bug_description_template: { type: 'text' },
  }),
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
  ...writesOf('components', 'product'),
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
      bug_description_template: one.bug_description_template,
    },
  }
}

const releaseFields = { name: {}, sort_key: {}, is_active: {} }

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
  fields: formFields('versions', releaseFields),
  columns: ['sort_key', 'is_active'],
  list: async (operations, product) => (await operations.versions.get({ product })).versions.map(releaseOf),
  ...writesOf('versions', 'product'),
  remove: (operations, { id }) => operations.versions.delete({ ids: [id] }),
  bugs: (version, product) => ({ product, version }),
}

const milestoneOf = ({ start_date, due_date, ...release }: Milestone): Thing => {
  const { values, ...thing } = releaseOf(release)
  return { ...thing, values: { ...values, start_date: start_date ?? '', due_date: due_date ?? '' } }
}

export const milestones: Kind = {
  name: 'milestones',
  right,
  parent,
  audited: 'Milestone',
  fields: formFields('milestones', { ...releaseFields, start_date: {}, due_date: {} }),
  columns: ['start_date', 'due_date', 'sort_key', 'is_active'],
  list: async (operations, product) => (await operations.milestones.get({ product })).milestones.map(milestoneOf),
  ...writesOf('milestones', 'product'),
  remove: (operations, { id }) => operations.milestones.delete({ ids: [id] }),
  bugs: (target_milestone, product) => ({ product, target_milestone }),
}
