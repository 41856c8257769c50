import type { Client, Product } from '@trackerkit/client'
import type { Kind, Thing } from '../kind.js'
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
  choices: async (operations) => {
    const [{ classifications }, products] = await Promise.all([
      operations.classifications.get(),
      productsWith(operations, {}),
    ])
    const milestones = new Set(products.flatMap((product) => product.milestones.map((milestone) => milestone.name)))
    return {
      classification: classifications.map((one) => ({ value: one.name })),
      default_milestone: [...milestones].map((value) => ({ value })),
    }
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

async function productsWith(operations: Client, which: { readonly names?: string[] }): Promise<readonly Product[]> {
  return (await operations.products.get({ type: ['accessible'], ...which })).products
}

function thingOf(product: Product): Thing {
  const { id, name: key, description, classification, default_milestone, has_unconfirmed, is_active } = product
  return {
    id,
    key,
    values: { name: key, description, classification, default_milestone, has_unconfirmed, is_open: is_active },
  }
}
