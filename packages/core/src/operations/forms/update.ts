import * as z from 'zod'
import type { Call } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { refsOf } from '../../call/define/refs.js'
import { changedObject, createPlan, writePlan, type Plan } from '../../domain/audit/plan.js'
import { requireKeywords } from '../../domain/bugs/rules/keywords.js'
import { difference } from '../../domain/bugs/state/changes.js'
import { storedBody } from '../../domain/forms/body.js'
import type { FormBody } from '../../domain/forms/element.js'
import { loadBodies, requireFormRight, requireForms, type FormHead } from '../../domain/forms/find.js'
import { loadFormKeywords, namesOfKeywords, replaceFormKeywords } from '../../domain/forms/keywords.js'
import { componentIdOf, formInput, productOfForm, requireFreeFormName } from '../../domain/forms/inputs.js'
import { requireAdministrableProduct } from '../../domain/products/find.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

const wanted = z.object(formInput).partial()
type Wanted = z.output<typeof wanted>

export const updateForms = defineWrite({
  name: 'forms.update',
  summary: 'Update forms',
  description:
    'Updates forms, all of them or none. `body` replaces all elements, `keywords` all keywords. For members of editcomponents, ' +
    'and of groups that have this right within the products. Changes of a body list its labels.\n\n' +
    'Fails with `params_required` without names or ids; `object_does_not_exist` for a form, product, ' +
    'component or keyword; `form_invalid`, which names the place in the body and what is accepted; ' +
    '`still_in_use` for another product than that of an intake with the form.',
  errors: [
    'params_required',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'param_invalid',
    'form_invalid',
    'sort_key_invalid',
    'object_does_not_exist',
    'value_inactive',
    'product_admin_denied',
    'auth_failure',
    'still_in_use',
  ],
  examples: [
    { title: 'Offer a form no more', code: "await admin.forms.update({ names: ['Bug report'], is_active: false })" },
  ],
  access: 'required',
  input: z.strictObject({ ...refsOf('forms'), ...wanted.shape }),
  output: z.object({ forms: z.array(changedObject).meta({ description: 'Changes of each form.' }) }),
  async run(tx, { ids, names, ...input }, call) {
    const found = await requireForms(tx, call, { ids, names })
    if (found.length > 1 && input.name !== undefined) {
      const problem = 'only one form at a time can be renamed'
      throw new TrackerError('param_invalid', { field: 'name', value: input.name, problem })
    }
    const bodies = await loadBodies(tx, input.body ? found.map(({ id }) => id) : [])
    const keywords = await loadFormKeywords(tx, input.keywords ? found.map(({ id }) => id) : [])
    const plans = found.map((form) => {
      const plan = planUpdate(call, form, bodies.get(form.id), input)
      return { form, plan, given: planKeywords(call, plan, keywords.get(form.id), input.keywords) }
    })
    // Plans need the right to the new product: names may be those of forms that the caller cannot see.
    await requireFreeFormName(tx, input.name, found[0]?.id)
    const forms = []
    for (const { form, plan, given } of plans) {
      await requireIntakesFit(tx, form, plan.set.product_id)
      if (given) await replaceFormKeywords(tx, form.id, given)
      await writePlan(tx, call, 'forms', form.id, plan)
      forms.push({ id: form.id, changes: plan.changes })
    }
    return { forms }
  },
})

function planUpdate(call: Call, form: FormHead, body: FormBody | undefined, input: Wanted): Plan<'forms'> {
  const plan = createPlan<'forms'>()
  plan.change('name', form.name, input.name, (name) => ({ name }))
  plan.change('description', form.description, input.description, (description) => ({ description }))
  plan.change('title', form.title, input.title, (title) => ({ title }))
  plan.change('is_active', form.is_active, input.is_active, (is_active) => ({ is_active }))
  plan.change('sort_key', form.sort_key, input.sort_key, (sort_key) => ({ sort_key }))
  if (input.body && body && JSON.stringify(input.body) !== JSON.stringify(body)) {
    plan.changes.body = { removed: labelsIn(body), added: labelsIn(input.body) }
    Object.assign(plan.set, { body: storedBody(input.body) })
  }
  planPlace(call, plan, form, input)
  return plan
}

/** The keywords that the form gets, if they differ. @throws object_does_not_exist, value_inactive */
function planKeywords(
  call: Call,
  plan: Plan<'forms'>,
  before: ReadonlySet<number> | undefined,
  names: readonly string[] | undefined,
): ReadonlySet<number> | undefined {
  if (!before || !names) return undefined
  const after = requireKeywords(call.catalogue, names, 'keywords', before)
  const { removed, added } = difference(before, after)
  if (removed.length === 0 && added.length === 0) return undefined
  const listed = (ids: readonly number[]) => namesOfKeywords(call, new Set(ids)).join(', ')
  plan.changes.keywords = { removed: listed(removed), added: listed(added) }
  return after
}

/** Intakes ask questions of forms for their product. @throws still_in_use */
async function requireIntakesFit(tx: Reader, { id, name }: FormHead, productId: number | null = null): Promise<void> {
  if (productId === null) return
  const others = [{ col: 'form_id', eq: id } as const, { not: { col: 'product_id', eq: productId } } as const]
  const [intake] = await tx.select({ from: 'intakes', where: { and: others }, columns: ['id'], limit: 1 })
  if (intake) throw new TrackerError('still_in_use', { kind: 'form', field: 'product', value: name, by: 'intakes' })
}

/** A whole body is too long for the log of changes. */
function labelsIn(body: FormBody): string {
  return body.flatMap((element) => (element.type === 'markdown' ? [] : [element.attributes.label])).join(', ')
}

/** A component of the product before is looked for by name in another product. */
function planPlace(call: Call, plan: Plan<'forms'>, form: FormHead, input: Wanted): void {
  const before = productOfForm(call, form.product_id)
  const old = call.catalogue.components.get(form.component_id ?? 0)?.name ?? null
  const product =
    input.product === undefined
      ? before
      : input.product === null
        ? undefined
        : requireAdministrableProduct(call, input.product, 'product')
  if (input.product === null) requireFormRight(call, undefined, 'product')
  const component = input.component === undefined ? old : input.component
  plan.change('product', before?.name ?? null, product?.name ?? null, () => ({ product_id: product?.id ?? null }))
  plan.change('component', old, component, () => ({}))
  if ('product' in plan.changes || 'component' in plan.changes)
    Object.assign(plan.set, { component_id: componentIdOf(product, component) })
}
