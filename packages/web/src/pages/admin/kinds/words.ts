// Keywords and classifications.
import type { Kind } from './kind.js'
import { formFields } from './form-fields.js'
import { productChoices } from './products.js'
import { writesOf } from './writes.js'

export const keywords: Kind = {
  name: 'keywords',
  right: 'editkeywords',
  audited: 'Keyword',
  fields: formFields('keywords', { name: {}, description: { type: 'text' }, is_active: {} }),
  columns: ['description', 'is_active'],
  list: async (operations) => {
    const { keywords } = await operations.keywords.get()
    return keywords.map(({ id, ...values }) => ({ id, key: values.name, values }))
  },
  ...writesOf('keywords'),
  remove: (operations, { id }) => operations.keywords.delete({ ids: [id] }),
  bugs: (keywords) => ({ keywords }),
}

export const classifications: Kind = {
  name: 'classifications',
  right: 'editclassifications',
  audited: 'Classification',
  fields: formFields('classifications', {
    name: {},
    description: { type: 'text' },
    sort_key: {},
    products: { type: 'checks' },
  }),
  columns: ['description', 'sort_key'],
  list: async (operations) => {
    const { classifications } = await operations.classifications.get()
    return classifications.map(({ id, products, ...values }) => ({
      id,
      key: values.name,
      values: { ...values, products: products.map((product) => product.name) },
    }))
  },
  choices: async (operations) => ({ products: await productChoices(operations) }),
  ...writesOf('classifications'),
  remove: (operations, { id }) => operations.classifications.delete({ ids: [id] }),
  bugs: (classification) => ({ classification }),
}
