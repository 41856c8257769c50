import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { bumpCatalogueVersion, type Component } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { followersOf } from '../../domain/follows/where.js'
import { requireNoForms } from '../../domain/forms/find.js'
import { requireNoIntakes } from '../../domain/intakes/find.js'
import { defineWrite } from '../../call/define/operation.js'
import { components, partRefsOf, requireParts, type Found } from '../../domain/products/parts.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteComponents = defineWrite({
  name: 'components.delete',
  summary: 'Delete components without bugs',
  description:
    'Deletes components without bugs, all of them or none. A product that is open for bugs keeps at ' +
    'least one component. For members of editcomponents, and of groups that have this right within the ' +
    'product.\n\n' +
    'Fails with `params_required` without names or ids; `still_in_use` if a custom field is shown for ' +
    'it, or an intake or form files bugs in it.',
  errors: [
    'params_required',
    'object_does_not_exist',
    'product_admin_denied',
    'component_is_last',
    'component_has_bugs',
    'still_in_use',
  ],
  examples: [
    {
      title: 'Delete a component by name',
      code: "await admin.components.delete({ product: 'Widgets', names: ['Docs'] })",
    },
  ],
  access: 'required',
  input: z.strictObject(partRefsOf('components')),
  output: z.object({ components: z.array(namedObject).meta({ description: 'Deleted components.' }) }),
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
    const parts = found.map(({ part }) => part)
    await requireNoIntakes(tx, 'component_id', parts)
    await requireNoForms(tx, parts)
    await tx.delete('component_cc', { col: 'component_id', in: ids })
    await tx.delete('flag_type_scopes', { col: 'component_id', in: ids })
    await tx.delete('follows', followersOf('component', ids))
    await tx.delete('components', { col: 'id', in: ids })
    for (const { part } of found) await auditRemoval(tx, call, 'components', part.id, part.name)
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
