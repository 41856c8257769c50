// Intakes and code hooks: how reports by email and events of git hosts come in.
import type { Kind } from './kind.js'
import { formFields } from './form-fields.js'
import { productChoices } from './products.js'
import { writesOf } from './writes.js'

export const intakes: Kind = {
  name: 'intakes',
  right: 'editcomponents',
  audited: 'Intake',
  fields: formFields('intakes', {
    name: {},
    product: { type: 'choice' },
    component: {},
    version: { label: 'version_of_bugs' },
    accepts: {},
    is_active: {},
    form: { type: 'choice' },
    origins: {},
    holds: {},
    account: { type: 'person' },
    per_hour: {},
    max_kb: {},
  }),
  columns: ['product', 'component', 'accepts', 'is_active'],
  list: async (operations) => {
    const { intakes } = await operations.intakes.get()
    return intakes.map(({ id, key, account, form, ...values }) => ({
      id,
      key: values.name,
      values: { ...values, key: key ?? '', account: account ?? '', form: form ?? '' },
    }))
  },
  choices: async (operations) => {
    const { forms } = await operations.forms.get({ include_fields: ['name'] })
    return {
      product: await productChoices(operations),
      form: [{ value: '', text: '—' }, ...forms.map(({ name }) => ({ value: name }))],
    }
  },
  ...writesOf('intakes'),
  remove: (operations, { id }) => operations.intakes.delete({ ids: [id] }),
}

export const codeHooks: Kind = {
  name: 'code-hooks',
  right: 'admin',
  audited: 'CodeHook',
  isById: true,
  fields: formFields(
    'code-hooks',
    {
      name: {},
      host: { only: 'new' },
      account: { type: 'person' },
      repositories: {},
      product: { type: 'checks', label: 'products' },
      closes: {},
      status: {},
      resolution: {},
      branches: {},
      numbers: {},
      is_enabled: {},
    },
    ['secret'],
  ),
  columns: ['host', 'account', 'is_enabled'],
  list: async (operations) => {
    const { code_hooks } = await operations.codeHooks.get()
    return code_hooks.map(({ id, url, last_time, creation_time, ...values }) => ({ id, key: String(id), values }))
  },
  choices: async (operations) => ({ product: await productChoices(operations) }),
  ...writesOf('codeHooks'),
  remove: (operations, { id }) => operations.codeHooks.delete({ ids: [id] }),
}
