import { z } from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, type Component } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { defineWrite } from '../../define/operation.js'
import { components, partRefs, requireParts, type Found } from '../../domain/products/parts.js'

/**
 * Removes components in which there are no bugs, all of them or none. A product that takes bugs keeps at least one component.
 * For members of editcomponents, and of groups that have this right within the product.
 *
 * `ids`; `product` with `names`: which ones.
 *
 * @throws params_required (50) when none is named, object_does_not_exist (51), product_admin_denied (304), component_is_last
 *   (1201), component_has_bugs (1202), still_in_use when a custom field is shown for it
 * @example await admin.components.delete({ product: 'Widgets', names: ['Docs'] })
 */
export const deleteComponents = defineWrite({
  name: 'components.delete',
  summary: 'Remove components without bugs',
  access: 'required',
  input: z.strictObject(partRefs),
  output: z.object({ components: z.array(z.object({ id: z.int() })) }),
  async run(tx, refs, call) {
    const found = requireParts(call, components, refs)
    const ids = found.map(({ part }) => part.id)
    requireOthers(found)
    const [bug] = await tx.select({ from: 'bugs', where: { col: 'component_id', in: ids }, limit: 1 })
    if (bug) {
      const value = call.catalogue.components.get(bug.component_id)?.name
      throw new TrackerError('component_has_bugs', { field: 'names', value })
    }
    for (const { part } of found) requireNotControlling(call.catalogue, 'component', part)
    await tx.delete('component_cc', { col: 'component_id', in: ids })
    await tx.delete('flag_type_scopes', { col: 'component_id', in: ids })
    await tx.delete('components', { col: 'id', in: ids })
    for (const { part } of found) await auditRemoval(tx, call, 'Component', part.id, part.name)
    await bumpCatalogueVersion(tx)
    return { components: ids.map((id) => ({ id })) }
  },
})

/** A product that takes bugs can do so afterwards too. */
function requireOthers(found: readonly Found<Component>[]): void {
  const removed = new Set(found.map(({ part }) => part.id))
  for (const { product, part } of found) {
    if (product.is_active && product.components.every((one) => removed.has(one.id)))
      throw new TrackerError('component_is_last', { field: 'names', value: part.name })
  }
}
