import * as z from 'zod'
import { requireRight, type Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import { changedObject, createPlan, writePlan, type Plan } from '../../domain/audit/plan.js'
import { requireFormFor } from '../../domain/forms/find.js'
import { requireAccount, requireFiler } from '../../domain/intakes/account.js'
import { requireIntakes, requirePlace, type Intake } from '../../domain/intakes/find.js'
import { intakeInput } from '../../domain/intakes/inputs.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { loadUsers } from '../../domain/users/find.js'
import { TrackerError } from '../../kernel/errors.js'
import { must } from '../../kernel/must.js'
import type { Reader } from '../../schema/index.js'

const wanted = z.object(intakeInput).partial()
type Wanted = z.output<typeof wanted>

export const updateIntakes = defineWrite({
  name: 'intakes.update',
  summary: 'Update intakes',
  description:
    'Updates intakes, all of them or none. For members of editcomponents, and of groups that have this ' +
    'right within the products; `account` for administrators.\n\n' +
    'Fails with `params_required` without names or ids; `object_does_not_exist` for an intake, and for a ' +
    'product, component, version or account; `intake_needs_account` if neither `holds` nor `account` ' +
    'remains.',
  errors: [
    'params_required',
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
      title: 'No more bugs from strangers',
      code: "await admin.intakes.update({ names: ['widgets'], accepts: 'accounts' })",
    },
  ],
  access: 'required',
  // Anyone files bugs with the rights of an account that the intake has, or had before.
  confirms: ({ account, holds, accepts }) => (account ?? null) !== null || holds === false || accepts === 'anybody', // english: the value
  input: z.strictObject({ ...refsOf('intakes'), ...wanted.shape }),
  output: z.object({ intakes: z.array(changedObject).meta({ description: 'Changes of each intake.' }) }),
  async run(tx, { ids, names, ...input }, call) {
    const found = await requireIntakes(tx, call, { ids, names })
    const plans = found.map((intake) => ({ intake, plan: planUpdate(call, intake, input) }))
    await requireFreeName(tx, found, input.name)
    const intakes = []
    for (const { intake, plan } of plans) {
      requireConfirmed(call, intake, plan)
      await planAccount(tx, call, plan, intake, input)
      await planForm(tx, call, plan, intake, input)
      await writePlan(tx, call, 'intakes', intake.id, plan)
      intakes.push({ id: intake.id, changes: plan.changes })
    }
    return { intakes }
  },
})

function planUpdate(call: Call, intake: Intake, input: Wanted): Plan<'intakes'> {
  const plan = createPlan<'intakes'>()
  plan.change('name', intake.name, input.name, (name) => ({ name }))
  plan.change('accepts', intake.accepts, input.accepts, (accepts) => ({ accepts }))
  plan.change('is_active', intake.is_active, input.is_active, (is_active) => ({ is_active }))
  plan.change('per_hour', intake.per_hour, input.per_hour, (per_hour) => ({ per_hour }))
  plan.change('max_kb', intake.max_kb, input.max_kb, (max_kb) => ({ max_kb }))
  plan.change('holds', intake.holds, input.holds, (holds) => ({ holds }))
  const { origins } = input
  plan.change('origins', (intake.origins as string[]).join(', '), origins?.join(', '), () => ({
    origins: origins ?? [],
  }))
  planPlace(call, plan, intake, input)
  return plan
}

/**
 * Opening an intake, or moving it to another product, lets anyone file there with the rights of its account.
 * @throws confirmation_required
 */
function requireConfirmed({ confirmation }: Call, intake: Intake, { set, changes }: Plan<'intakes'>): void {
  const isOpener = set.is_active === true || 'product' in changes
  const { accepts = intake.accepts } = set
  const filesForAnyone = accepts === 'anybody' && intake.account_id !== null
  if (isOpener && filesForAnyone && confirmation === 'missing') throw new TrackerError('confirmation_required')
}

/** @throws auth_failure, object_does_not_exist, param_invalid, intake_needs_account */
async function planAccount(
  tx: Reader,
  call: Call,
  plan: Plan<'intakes'>,
  intake: Intake,
  { account, holds = intake.holds }: Wanted,
): Promise<void> {
  const { account_id } = intake
  const before = account_id === null ? null : ((await loadUsers(tx, [account_id])).get(account_id)?.login ?? null)
  if (account !== undefined && account !== before) {
    const filer = account === null ? undefined : await requireFiler(tx, call, account)
    if (!filer) requireRight(call, 'admin', 'choose the account of an intake')
    plan.change('account', before, filer?.login ?? null, () => ({ account_id: filer?.id ?? null }))
  }
  requireAccount(holds, 'account_id' in plan.set ? plan.set.account_id : intake.account_id)
}

/** A form of the product before is no form of another. @throws object_does_not_exist */
async function planForm(tx: Reader, call: Call, plan: Plan<'intakes'>, intake: Intake, input: Wanted): Promise<void> {
  const [old] = await tx.select({ from: 'forms', where: { col: 'id', eq: intake.form_id ?? 0 }, columns: ['name'] })
  const { form = old?.name ?? null } = input
  const product = call.catalogue.products.get(plan.set.product_id ?? intake.product_id)
  const isAsked = input.form !== undefined || 'product' in plan.changes
  const found = form === null || !product || !isAsked ? undefined : await requireFormFor(tx, call, product, form)
  plan.change('form', old?.name ?? null, form, () => ({ form_id: found?.id ?? null }))
}

/** A component and version of the product before are looked for by name in another product. */
function planPlace(call: Call, plan: Plan<'intakes'>, intake: Intake, input: Wanted): void {
  if (input.product === undefined && input.component === undefined && input.version === undefined) return
  const { products } = call.catalogue
  const before = must(products.get(intake.product_id), 'product', intake.product_id)
  const old = {
    component: must(before.components.find(byId(intake.component_id)), 'component', intake.component_id).name,
    version: must(before.versions.find(byId(intake.version_id)), 'version', intake.version_id).name,
  }
  const product = input.product === undefined ? before : requireAdministrableProduct(call, input.product, 'product')
  const { component = old.component, version = old.version } = input
  const place = requirePlace(product, { component, version })
  plan.change('product', before.name, product.name, () => ({ product_id: product.id }))
  plan.change('component', old.component, component, () => ({}))
  plan.change('version', old.version, version, () => ({}))
  Object.assign(plan.set, place)
}

function byId(wanted: number) {
  return ({ id }: { readonly id: number }) => id === wanted
}

/** @throws param_invalid for a name of several, name_in_use */
async function requireFreeName(
  tx: Reader,
  [first, second]: readonly Intake[],
  name: string | undefined,
): Promise<void> {
  if (name === undefined) return
  const about = { field: 'name', value: name }
  if (second) throw new TrackerError('param_invalid', { ...about, problem: 'only one intake at a time can be renamed' })
  const [holder] = await tx.select({ from: 'intakes', where: { col: 'name', eq: name } })
  if (holder && holder.id !== first?.id) throw new TrackerError('name_in_use', { ...about, kind: 'intake' })
}
