import { z } from 'zod'
import { changedObject, writePlans } from '../../domain/audit/plan.js'
import { defineWrite } from '../../define/operation.js'
import { partRefs, requireFreePartName, requireParts, versions } from '../../domain/products/parts.js'
import { planRelease, releaseName, releaseValues } from '../../domain/products/releases.js'

/**
 * Changes versions, all of them or none. For members of editcomponents, and of groups that have this right within the product.
 *
 * `ids`; `product` with `names`: which ones. `name`: of one version only; bugs follow by themselves. `is_active`: can be chosen
 * for bugs. `sort_key`: -32768 to 32767.
 *
 * @throws params_required (50) when none is named, object_does_not_exist (51), product_admin_denied (304), param_invalid
 *   (53) for a name on several, name_blank, name_too_long, name_in_use, sort_key_invalid
 * @example await admin.versions.update({ product: 'Widgets', names: ['1.0'], is_active: false })
 */
export const updateVersions = defineWrite({
  name: 'versions.update',
  summary: 'Change versions of products',
  access: 'required',
  input: z.strictObject({ ...partRefs, name: releaseName('version').optional(), ...releaseValues }),
  output: z.object({ versions: z.array(changedObject) }),
  async run(tx, { ids, product, names, ...wanted }, call) {
    const found = requireParts(call, versions, { ids, product, names })
    requireFreePartName(versions, found, wanted.name)
    const plans = found.map(({ part }) => [part.id, planRelease(part, wanted)] as const)
    return { versions: await writePlans(tx, call, 'Version', 'versions', plans) }
  },
})
