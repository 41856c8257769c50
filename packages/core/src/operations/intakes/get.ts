import * as z from 'zod'
import { fieldFilter } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import { findIntakes, type Intake } from '../../domain/intakes/find.js'
import { intakeAudiences, type IntakeAudience } from '../../domain/intakes/inputs.js'
import { loadUsers } from '../../domain/users/find.js'
import { createFieldFilter } from '../../kernel/field-filter.js'

const view = z
  .object({
    id: z.int().meta({ ref: 'intake', description: 'ID of the intake.' }),
    name: z.string().meta({ ref: 'intake', description: 'Name of the intake.' }),
    product: z.string().meta({ ref: 'product', description: 'Product of new bugs.' }),
    component: z.string().meta({ description: 'Component of new bugs.' }),
    version: z.string().meta({ description: 'Version of new bugs.' }),
    accepts: z.enum(intakeAudiences).meta({
      description: 'Whether the intake accepts reports only of users with accounts (`accounts`), or of `anybody`.',
    }),
    is_active: z.boolean().meta({ description: 'Whether the intake accepts reports.' }),
    key: z
      .string()
      .nullable()
      .meta({ description: 'Key in the URL for reports, `/rest/report/KEY`; null for none. Not a secret.' }),
    origins: z.array(z.string()).meta({ description: 'Origins of pages that can send reports.' }),
    per_hour: z.int().meta({ description: 'Maximum reports from programs per hour.' }),
    max_kb: z.int().meta({ description: 'Maximum size of a report from a program in KiB.' }),
    account: z
      .string()
      .nullable()
      .meta({ ref: 'user', description: 'Login of the account that files reports; null for none.' }),
    form: z.string().nullable().meta({ ref: 'form', description: 'Form of reports from programs; null for none.' }),
    holds: z.boolean().meta({ description: 'Whether reports of users without an account are held.' }),
  })
  .meta({ id: 'Intake', description: 'A name under which new bugs arrive from outside, and where they are filed.' })

type View = z.output<typeof view>

export const getIntakes = defineRead({
  name: 'intakes.get',
  summary: 'Get intakes for new bugs',
  description:
    'Returns intakes of products that the caller can administer, by name: those with these `ids` or ' +
    '`names`, or all. Missing ones are omitted.',
  examples: [{ title: 'All intakes', code: 'const { intakes } = await admin.intakes.get()' }],
  access: 'required',
  filters: 'intakes',
  input: z.strictObject({ ...refsOf('intakes'), ...fieldFilter }),
  output: z.object({ intakes: z.array(view).meta({ description: 'Intakes, by name.' }) }),
  async run(tx, input, call) {
    const { products, components } = call.catalogue
    const versionOf = (one: Intake) =>
      products.get(one.product_id)?.versions.find(({ id }) => id === one.version_id)?.name
    const filter = createFieldFilter(input)
    const found = await findIntakes(tx, call, input)
    const accounts = await loadUsers(
      tx,
      found.flatMap(({ account_id }) => account_id ?? []),
    )
    const formIds = found.flatMap(({ form_id }) => form_id ?? [])
    const forms = await tx.select({ from: 'forms', where: { col: 'id', in: formIds }, columns: ['id', 'name'] })
    const intakes = found.map((intake) =>
      filter.pick({
        id: intake.id,
        name: intake.name,
        product: products.get(intake.product_id)?.name ?? '',
        component: components.get(intake.component_id)?.name ?? '',
        version: versionOf(intake) ?? '',
        accepts: intake.accepts as IntakeAudience,
        is_active: intake.is_active,
        key: intake.key,
        origins: intake.origins as string[],
        per_hour: intake.per_hour,
        max_kb: intake.max_kb,
        account: accounts.get(intake.account_id ?? 0)?.login ?? null,
        form: forms.find(({ id }) => id === intake.form_id)?.name ?? null,
        holds: intake.holds,
      }),
    )
    return { intakes: intakes as View[] }
  },
})
