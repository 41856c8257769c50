import { z } from 'zod'
import { changedObject, writePlans } from '../../domain/audit/plan.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import { milestones, partRefs, requireFreePartName, requireParts } from '../../domain/products/parts.js'
import { planRelease, releaseName, releaseValues } from '../../domain/products/releases.js'

export const updateMilestones = defineWrite({
  name: 'milestones.update',
  summary: 'Change milestones of products',
  description:
    'Changes milestones, all of them or none. For members of editcomponents, and of groups that have this right ' +
    'within the product.\n\n' +
    'Fails with `params_required` when none is named; `param_invalid` for a name on several; `still_in_use` for ' +
    'the default milestone.',
  errors: [
    'params_required',
    'object_does_not_exist',
    'product_admin_denied',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'sort_key_invalid',
    'still_in_use',
  ],
  examples: [
    {
      title: 'A milestone is out of use',
      code: "await admin.milestones.update({ product: 'Widgets', names: ['M1'], is_active: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...partRefs,
    name: releaseName('milestone')
      .optional()
      .meta({ description: 'Of one milestone only; bugs and the default of the product follow automatically.' }),
    ...releaseValues,
    is_active: releaseValues.is_active.meta({
      description: 'It can be chosen for bugs; the default milestone always can.',
    }),
  }),
  output: z.object({ milestones: z.array(changedObject).meta({ description: 'Changes of each.' }) }),
  async run(tx, { ids, product, names, ...wanted }, call) {
    const found = requireParts(call, milestones, { ids, product, names })
    requireFreePartName(milestones, found, wanted.name)
    const standard = found.find((one) => one.product.default_milestone_id === one.part.id)
    if (standard && wanted.is_active === false) {
      const by = `the product ${standard.product.name}, as its default`
      throw new TrackerError('still_in_use', { kind: 'milestone', field: 'names', value: standard.part.name, by })
    }
    const plans = found.map(({ part }) => [part.id, planRelease(part, wanted)] as const)
    return { milestones: await writePlans(tx, call, 'milestones', plans) }
  },
})
