import * as z from 'zod'
import { changedObject, writePlans, type Plan } from '../../domain/audit/plan.js'
import type { Milestone } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { renamePartChoice } from '../../domain/forms/rename-choice.js'
import { dateInputs, planDates, type Dates } from '../../domain/products/milestone-dates.js'
import { milestones, partRefsOf, requireFreePartName, requireParts } from '../../domain/products/parts.js'
import { planRelease, releaseName, releaseValues } from '../../domain/products/releases.js'

export const updateMilestones = defineWrite({
  name: 'milestones.update',
  summary: 'Update milestones of products',
  description:
    'Updates milestones, all of them or none. For members of editcomponents, and of groups that have ' +
    'this right within the product.\n\n' +
    'Fails with `params_required` without names or ids; `param_invalid` for a name with several ' +
    'milestones, and for a due date before the start; `still_in_use` for the default milestone.',
  errors: [
    'params_required',
    'object_does_not_exist',
    'product_admin_denied',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'sort_key_invalid',
    'illegal_date',
    'still_in_use',
  ],
  examples: [
    {
      title: 'Retire a milestone',
      code: "await admin.milestones.update({ product: 'Widgets', names: ['M1'], is_active: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...partRefsOf('milestones'),
    name: releaseName('milestone')
      .optional()
      .meta({ description: 'New name, for a single milestone only. Bugs and the default of the product are updated.' }),
    ...releaseValues,
    ...dateInputs,
    is_active: releaseValues.is_active.meta({
      description: 'Can be selected for bugs. The default milestone always can.',
    }),
  }),
  output: z.object({ milestones: z.array(changedObject).meta({ description: 'Changes of each milestone.' }) }),
  async run(tx, { ids, product, names, ...wanted }, call) {
    const found = requireParts(call, milestones, { ids, product, names })
    requireFreePartName(milestones, found, wanted.name)
    const standard = found.find((one) => one.product.default_milestone_id === one.part.id)
    if (standard && wanted.is_active === false) {
      const by = `the product ${standard.product.name}, as its default`
      throw new TrackerError('still_in_use', { kind: 'milestone', field: 'names', value: standard.part.name, by })
    }
    await renamePartChoice(tx, call, 'milestone', found, wanted.name)
    const plans = found.map(({ part }) => [part.id, planMilestone(part, wanted)] as const)
    return { milestones: await writePlans(tx, call, 'milestones', plans) }
  },
})

/** @throws param_invalid */
function planMilestone(before: Milestone, wanted: Parameters<typeof planRelease>[1] & Dates): Plan<'milestones'> {
  const plan: Plan<'milestones'> = planRelease(before, wanted)
  planDates(plan, before, wanted)
  return plan
}
