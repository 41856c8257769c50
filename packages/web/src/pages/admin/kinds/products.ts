import type { Client, Product } from '@trackerkit/client'
import type { Kind, Thing } from './kind.js'
import { description, name } from './fields-of-forms.js'

export const products: Kind = {
  name: 'products',
  right: 'editcomponents',
  audited: 'Product',
  fields: [
    name,
    description,
    { name: 'classification', label: 'classification', type: 'choice', only: 'new' },
    { name: 'version', label: 'version', type: 'line', only: 'new', isRequired: true, start: 'unspecified' },
    { name: 'default_milestone', label: 'default_milestone', type: 'choice', only: 'old' },
    { name: 'has_unconfirmed', label: 'has_unconfirmed', type: 'check', start: true },
    { name: 'is_open', label: 'is_open', type: 'check', start: true },
  ],
  columns: ['description', 'classification', 'is_open'],
  list: async (operations) => (await productsWith(operations, {})).map(thingOf),
  get: async (operations, key) => {
    const found = await productsWith(operations, { names: [key] })
    return found.map(thingOf).find(({ key: found }) => found === key)
  },
  choices: async (operations, _, key) => {
    if (key !== '') {
      const { milestones } = await operations.milestones.get({ product: key, include_fields: ['name'] })
      return { default_milestone: milestones.map(({ name }) => ({ value: name })) }
    }
    const { classifications } = await operations.classifications.get({ include_fields: ['name'] })
    return { classification: classifications.map((one) => ({ value: one.name })) }
  },
  create: (operations, { text, is }) =>
    operations.products.create({
      name: text('name') ?? '',
      description: text('description') ?? '',
      version: text('version') ?? '',
      classification: text('classification'),
      has_unconfirmed: is('has_unconfirmed'),
      is_open: is('is_open'),
    }),
  update: (operations, { id }, { text, is }) =>
    operations.products.update({
      ids: [id],
      name: text('name'),
      description: text('description'),
      default_milestone: text('default_milestone'),
      has_unconfirmed: is('has_unconfirmed'),
      is_open: is('is_open'),
    }),
  bugs: (product) => ({ product }),
}

const shownFields = [
  'id',
  'name',
  'description',
  'classification',
  'default_milestone',
  'has_unconfirmed',
  'is_active',
] as const

type ShownProduct = Pick<Product, (typeof shownFields)[number]>

async function productsWith(
  operations: Client,
  which: { readonly names?: string[] },
): Promise<readonly ShownProduct[]> {
  return (await operations.products.get({ type: ['accessible'], ...which, include_fields: shownFields })).products
}

function thingOf(product: ShownProduct): Thing {
  const { id, name: key, description, classification, default_milestone, has_unconfirmed, is_active } = product
  return {
    id,
    key,
    values: { name: key, description, classification, default_milestone, has_unconfirmed, is_open: is_active },
  }
}
