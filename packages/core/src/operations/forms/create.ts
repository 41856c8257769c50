import * as z from 'zod'
import { createdObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { auditCreation } from '../../domain/audit/write.js'
import { requireKeywords } from '../../domain/bugs/rules/keywords.js'
import { storedBody } from '../../domain/forms/body.js'
import { requireFormRight } from '../../domain/forms/find.js'
import { replaceFormKeywords } from '../../domain/forms/keywords.js'
import { componentIdOf, formInput, mostForms, requireFreeFormName } from '../../domain/forms/inputs.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'

export const createForm = defineWrite({
  name: 'forms.create',
  summary: 'Create a form for new bugs',
  description:
    'Creates a form: the questions that replace the description of a new bug. Its `body` is that of an issue form of ' +
    'GitHub, as JSON. There are at most 50. For members of editcomponents, and of groups that have this right within ' +
    'its product.\n\n' +
    'Fails with `form_invalid`, which names the place in the body and what is accepted.',
  errors: [
    'name_blank',
    'name_too_long',
    'name_in_use',
    'form_invalid',
    'too_many_forms',
    'sort_key_invalid',
    'object_does_not_exist',
    'value_inactive',
    'product_admin_denied',
    'auth_failure',
  ],
  examples: [
    {
      title: 'Two questions about bugs in Widgets',
      code:
        "await admin.forms.create({ name: 'Bug report', product: 'Widgets', body: [\n" +
        "  { type: 'textarea', id: 'steps', attributes: { label: 'Steps to reproduce' }, validations: { required: true } },\n" +
        "  { type: 'dropdown', id: 'priority', attributes: { label: 'How urgent is it?', options: ['High', 'Low'] } },\n" +
        '] })',
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...formInput,
    description: formInput.description.default(''),
    product: formInput.product.default(null),
    component: formInput.component.default(null),
    title: formInput.title.default(''),
    keywords: formInput.keywords.default([]),
    is_active: formInput.is_active.default(true),
    sort_key: formInput.sort_key.default(0),
  }),
  output: createdObject,
  async run(tx, { product: productName, component, body: given, keywords: names, ...input }, call) {
    const product = productName === null ? undefined : requireAdministrableProduct(call, productName, 'product')
    requireFormRight(call, product, 'product')
    const component_id = componentIdOf(product, component)
    const keywords = requireKeywords(call.catalogue, names, 'keywords')
    await requireFreeFormName(tx, input.name)
    if ((await tx.count('forms', { and: [] })) >= mostForms)
      throw new TrackerError('too_many_forms', { limit: mostForms })
    const place = { product_id: product?.id ?? null, component_id }
    const id = await insertOne(tx, 'forms', { ...input, body: storedBody(given), ...place })
    await replaceFormKeywords(tx, id, keywords)
    await auditCreation(tx, call, 'forms', id, input.name)
    return { id }
  },
})
