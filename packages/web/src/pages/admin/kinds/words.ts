// Keywords and classifications.
import type { Kind } from './kind.js'
import { description, isActive, name, sortKey } from './fields-of-forms.js'

export const keywords: Kind = {
  name: 'keywords',
  right: 'editkeywords',
  audited: 'Keyword',
  fields: [name, description, isActive],
  columns: ['description', 'is_active'],
  list: async (operations) => {
    const { keywords } = await operations.keywords.get()
    return keywords.map(({ id, ...values }) => ({ id, key: values.name, values }))
  },
  create: (operations, { text, is }) =>
    operations.keywords.create({
      name: text('name') ?? '',
      description: text('description') ?? '',
      is_active: is('is_active'),
    }),
  update: (operations, { id }, { text, is }) =>
    operations.keywords.update({
      ids: [id],
      name: text('name'),
      description: text('description'),
      is_active: is('is_active'),
    }),
  remove: (operations, { id }) => operations.keywords.delete({ ids: [id] }),
  bugs: (keywords) => ({ keywords }),
}

export const classifications: Kind = {
  name: 'classifications',
  right: 'editclassifications',
  audited: 'Classification',
  fields: [
    name,
    { ...description, isRequired: false },
    sortKey,
    { name: 'products', label: 'products', type: 'checks', only: 'old' },
  ],
  columns: ['description', 'sort_key'],
  list: async (operations) => {
    const { classifications } = await operations.classifications.get()
    return classifications.map(({ id, products, ...values }) => ({
      id,
      key: values.name,
      values: { ...values, products: products.map((product) => product.name) },
    }))
  },
  choices: async (operations) => {
    const { products } = await operations.products.get({ type: ['accessible'], include_fields: ['name'] })
    return { products: products.map((product) => ({ value: product.name })) }
  },
  create: (operations, { text, number }) =>
    operations.classifications.create({
      name: text('name') ?? '',
      description: text('description'),
      sort_key: number('sort_key'),
    }),
  update: (operations, { id }, { text, number, list }) =>
    operations.classifications.update({
      ids: [id],
      name: text('name'),
      description: text('description'),
      sort_key: number('sort_key'),
      products: list('products'),
    }),
  remove: (operations, { id }) => operations.classifications.delete({ ids: [id] }),
  bugs: (classification) => ({ classification }),
}
