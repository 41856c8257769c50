import * as z from 'zod'
import { changedObject, writePlans } from '../../domain/audit/plan.js'
import { defineWrite } from '../../call/define/operation.js'
import { renamePartChoice } from '../../domain/forms/rename-choice.js'
import { partRefsOf, requireFreePartName, requireParts, versions } from '../../domain/products/parts.js'
import { planRelease, releaseName, releaseValues } from '../../domain/products/releases.js'

export const updateVersions = defineWrite({
  name: 'versions.update',
  summary: 'Update versions of products',
  description:
    'Updates versions, all of them or none. For members of editcomponents, and of groups that have this ' +
    'right within the product.\n\n' +
    'Fails with `params_required` without names or ids; `param_invalid` for a name with several versions.',
  errors: [
    'params_required',
    'object_does_not_exist',
    'product_admin_denied',
    'param_invalid',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'sort_key_invalid',
  ],
  examples: [
    {
      title: 'Retire a version',
      code: "await admin.versions.update({ product: 'Widgets', names: ['1.0'], is_active: false })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    ...partRefsOf('versions'),
    name: releaseName('version')
      .optional()
      .meta({ description: 'New name, for a single version only. Bugs are updated.' }),
    ...releaseValues,
  }),
  output: z.object({ versions: z.array(changedObject).meta({ description: 'Changes of each version.' }) }),
  async run(tx, { ids, product, names, ...wanted }, call) {
    const found = requireParts(call, versions, { ids, product, names })
    requireFreePartName(versions, found, wanted.name)
    await renamePartChoice(tx, call, 'version', found, wanted.name)
    const plans = found.map(({ part }) => [part.id, planRelease(part, wanted)] as const)
    return { versions: await writePlans(tx, call, 'versions', plans) }
  },
})
