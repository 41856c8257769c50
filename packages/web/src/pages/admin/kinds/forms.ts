// Forms for new bugs.
import type { Form } from '@trackerkit/client'
import type { Client } from '../../../page/operations.js'
import type { Kind, Thing } from './kind.js'
import { formFields } from './form-fields.js'
import { productChoices } from './products.js'
import { writesOf } from './writes.js'

export const forms: Kind = {
  name: 'forms',
  right: 'editcomponents',
  audited: 'Form',
  fields: formFields('forms', {
    name: {},
    description: { type: 'text' },
    product: { type: 'choice' },
    component: {},
    title: { label: 'summary_prefix' },
    keywords: { type: 'words' },
    body: { type: 'text' },
    is_active: {},
    sort_key: {},
  }),
  columns: ['product', 'component', 'is_active'],
  list: async (operations) => {
    const { forms: found } = await operations.forms.get({ exclude_fields: ['body'] })
    return found.map((form) => thingOf(form))
  },
  get: async (operations, key) => {
    const [form] = (await operations.forms.get({ names: [key] })).forms
    return form && thingOf(form, JSON.stringify(form.body, null, 2))
  },
  choices: async (operations) => ({
    product: [{ value: '', text: '—' }, ...(await productChoices(operations))],
  }),
  ...writesOf('forms'),
  remove: (operations: Client, { id }) => operations.forms.delete({ ids: [id] }),
}

/** The body is JSON in the form, too. */
function thingOf({ id, product, component, ...form }: Omit<Form, 'body'>, body = ''): Thing {
  const { name, description, title, keywords, is_active, sort_key } = form
  const texts = { product: product ?? '', component: component ?? '', body }
  return { id, key: name, values: { name, description, title, keywords, is_active, sort_key, ...texts } }
}
