import type { Product } from '@trackerkit/client'
import type { Client } from '../../../page/operations.js'
import type { Choice, Kind, Thing } from './kind.js'
import { formFields } from './form-fields.js'
import { writesOf } from './writes.js'

export const products: Kind = {
  name: 'products',
  right: 'editcomponents',
  audited: 'Product',
  fields: formFields(
    'products',
    {
      name: {},
      description: { type: 'text' },
      classification: { type: 'choice' },
      version: { start: 'unspecified' },
      default_milestone: { type: 'choice', only: 'old' },
      has_unconfirmed: {},
      is_open: {},
      bug_description_template: { type: 'text' },
    },
    ['create_series'],
  ),
  columns: ['description', 'classification', 'is_open'],
  list: async (operations) => {
    const { products } = await operations.products.get({ type: ['accessible'], include_fields: shownFields })
    return products.map(thingOf)
  },
  get: async (operations, key) => {
    const include_fields = [...shownFields, 'bug_description_template'] as const
    const { products } = await operations.products.get({ type: ['accessible'], names: [key], include_fields })
    const product = products.find(({ name }) => name === key)
    if (!product) return undefined
    const { values, ...thing } = thingOf(product)
    return { ...thing, values: { ...values, bug_description_template: product.bug_description_template } }
  },
  choices: async (operations, _, key) => {
    if (key !== '') {
      const { milestones } = await operations.milestones.get({ product: key, include_fields: ['name'] })
      return { default_milestone: milestones.map(({ name }) => ({ value: name })) }
    }
    const { classifications } = await operations.classifications.get({ include_fields: ['name'] })
    return { classification: classifications.map((one) => ({ value: one.name })) }
  },
  ...writesOf('products'),
  bugs: (product) => ({ product }),
}

export async function productChoices(operations: Client): Promise<Choice[]> {
  const { products } = await operations.products.get({ type: ['accessible'], include_fields: ['name'] })
  return products.map(({ name }) => ({ value: name }))
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

function thingOf(product: ShownProduct): Thing {
  const { id, name: key, description, classification, default_milestone, has_unconfirmed, is_active } = product
  return {
    id,
    key,
    values: { name: key, description, classification, default_milestone, has_unconfirmed, is_open: is_active },
  }
}
