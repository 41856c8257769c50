import { must } from '../../kernel/must.js'
import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import type { Version } from '../../setup/catalogue.js'
import { bumpProducts } from '../../setup/product-changes.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireNoIntakes } from '../../domain/intakes/find.js'
import { partRefsOf, requireParts, versions, type Found } from '../../domain/products/parts.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteVersions = defineWrite({
  name: 'versions.delete',
  summary: 'Delete versions without bugs',
  description:
    'Deletes versions that no bug has, all of them or none. A product keeps at least one version. For ' +
    'members of editcomponents, and of groups that have this right within the product.\n\n' +
    'Fails with `params_required` without names or ids.',
  errors: ['params_required', 'object_does_not_exist', 'product_admin_denied', 'still_in_use'],
  examples: [
    {
      title: 'Delete a version by name',
      code: "await admin.versions.delete({ product: 'Widgets', names: ['0.1'] })",
    },
  ],
  access: 'required',
  input: z.strictObject(partRefsOf('versions')),
  output: z.object({ versions: z.array(namedObject).meta({ description: 'Deleted versions.' }) }),
  async run(tx, refs, call) {
    const found = requireParts(call, versions, refs)
    const ids = found.map(({ part }) => part.id)
    requireOthers(found)
    const [bug] = await tx.select({ from: 'bugs', where: { col: 'version_id', in: ids }, limit: 1 })
    if (bug) throw inUse(must(call.catalogue.versions.get(bug.version_id), 'version', bug.version_id).name, 'bugs')
    for (const { part } of found) requireNotControlling(call.catalogue, 'version', part)
    await requireNoIntakes(
      tx,
      'version_id',
      found.map(({ part }) => part),
    )
    await tx.delete('versions', { col: 'id', in: ids })
    for (const { part } of found) await auditRemoval(tx, call, 'versions', part.id, part.name)
    await bumpProducts(
      tx,
      found.map(({ product }) => product.id),
    )
    return { versions: ids.map((id) => ({ id })) }
  },
})

function requireOthers(found: readonly Found<Version>[]): void {
  const removed = new Set(found.map(({ part }) => part.id))
  for (const { product, part } of found) {
    if (product.versions.every((one) => removed.has(one.id)))
      throw inUse(part.name, `the product ${product.name}, which needs a version`)
  }
}

function inUse(value: string, by: string): TrackerError {
  return new TrackerError('still_in_use', { kind: 'version', field: 'names', value, by })
}
