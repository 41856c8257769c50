import * as z from 'zod'
import { createdObject } from '../../call/define/outputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { auditCreation } from '../../domain/audit/write.js'
import { requireFormFor } from '../../domain/forms/find.js'
import { requireAccount, requireFiler } from '../../domain/intakes/account.js'
import { requirePlace } from '../../domain/intakes/find.js'
import { intakeDefaults, intakeInput } from '../../domain/intakes/inputs.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'

export const createIntake = defineWrite({
  name: 'intakes.create',
  summary: 'Create an intake for new bugs',
  description:
    'Creates an intake: a name under which new bugs arrive from outside, and where they are filed. For ' +
    'members of editcomponents, and of groups that have this right within the product; `account` for ' +
    'administrators. Programs can send reports once `intakes.rotateKey` has given it a key.',
  errors: [
    'name_blank',
    'name_too_long',
    'name_in_use',
    'param_invalid',
    'list_too_long',
    'number_too_large',
    'number_too_small',
    'object_does_not_exist',
    'product_admin_denied',
    'intake_needs_account',
    'auth_failure',
    'api_key_scope',
  ],
  examples: [
    {
      title: 'Bugs in Widgets, without an account',
      code: "await admin.intakes.create({ name: 'widgets', product: 'Widgets', component: 'UI', version: '1.0', accepts: 'anybody' })", // english: the value
    },
  ],
  access: 'required',
  // Anyone files bugs with the rights of the account.
  confirms: ({ account }) => account !== null,
  input: z.strictObject({
    ...intakeInput,
    accepts: intakeInput.accepts.default(intakeDefaults.accepts),
    is_active: intakeInput.is_active.default(intakeDefaults.is_active),
    origins: intakeInput.origins.default([]),
    per_hour: intakeInput.per_hour.default(intakeDefaults.per_hour),
    max_kb: intakeInput.max_kb.default(intakeDefaults.max_kb),
    account: intakeInput.account.default(intakeDefaults.account),
    form: intakeInput.form.default(intakeDefaults.form),
    holds: intakeInput.holds.default(intakeDefaults.holds),
  }),
  output: createdObject,
  async run(tx, { product: productName, component, version, account, form, ...input }, call) {
    const product = requireAdministrableProduct(call, productName, 'product')
    const place = requirePlace(product, { component, version })
    if ((await tx.count('intakes', { col: 'name', eq: input.name })) > 0)
      throw new TrackerError('name_in_use', { kind: 'intake', field: 'name', value: input.name })
    const filer = account === null ? undefined : await requireFiler(tx, call, account)
    requireAccount(input.holds, filer?.id)
    const form_id = form === null ? null : (await requireFormFor(tx, call, product, form)).id
    const values = { ...input, key: null, account_id: filer?.id ?? null, form_id }
    const id = await insertOne(tx, 'intakes', { ...values, product_id: product.id, ...place })
    await auditCreation(tx, call, 'intakes', id, input.name)
    return { id }
  },
})
