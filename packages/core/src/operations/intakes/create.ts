import { z } from 'zod'
import { createdObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { auditCreation } from '../../domain/audit/write.js'
import { requirePlace } from '../../domain/intakes/find.js'
import { intakeInput } from '../../domain/intakes/inputs.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'

export const createIntake = defineWrite({
  name: 'intakes.create',
  summary: 'Create an intake for new bugs',
  description:
    'Creates an intake: a name under which new bugs come in from outside, and where they are filed. For members of ' +
    'editcomponents, and of groups that have this right within the product.',
  errors: [
    'name_blank',
    'name_too_long',
    'name_in_use',
    'param_invalid',
    'object_does_not_exist',
    'product_admin_denied',
  ],
  examples: [
    {
      title: 'Bugs in Widgets, without an account',
      code: "await admin.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' })", // english: the value
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...intakeInput,
    accepts: intakeInput.accepts.default('accounts'),
    is_active: intakeInput.is_active.default(true),
  }),
  output: createdObject,
  async run(tx, { product: productName, component, version, ...input }, call) {
    const product = requireAdministrableProduct(call, productName, 'product')
    const place = requirePlace(product, { component, version })
    if ((await tx.count('intakes', { col: 'name', eq: input.name })) > 0)
      throw new TrackerError('name_in_use', { kind: 'intake', field: 'name', value: input.name })
    const id = await insertOne(tx, 'intakes', { ...input, product_id: product.id, ...place })
    await auditCreation(tx, call, 'intakes', id, input.name)
    return { id }
  },
})
