import * as z from 'zod'
import { auditRemoval } from '../../domain/audit/write.js'
import { writeBulk } from '../../domain/bugs/write/write-bulk.js'
import type { Milestone } from '../../setup/catalogue.js'
import { bumpProducts } from '../../setup/product-changes.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { requireNotControlling } from '../../domain/fields/controls.js'
import { defineWrite } from '../../call/define/operation.js'
import { milestones, partRefsOf, requireParts, type Found } from '../../domain/products/parts.js'
import type { Writer } from '../../schema/index.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteMilestones = defineWrite({
  name: 'milestones.delete',
  summary: 'Delete milestones',
  description:
    'Deletes milestones, all of them or none. Their bugs move to the default milestone of the product, ' +
    'as recorded in history. The default milestone cannot be deleted. For members of editcomponents, and ' +
    'of groups that have this right within the product.\n\n' +
    'Fails with `params_required` without names or ids.',
  errors: ['params_required', 'object_does_not_exist', 'product_admin_denied', 'still_in_use'],
  examples: [
    {
      title: 'Delete a milestone by name',
      code: "await admin.milestones.delete({ product: 'Widgets', names: ['M1'] })",
    },
  ],
  access: 'required',
  input: z.strictObject(partRefsOf('milestones')),
  output: z.object({ milestones: z.array(namedObject).meta({ description: 'Deleted milestones.' }) }),
  async run(tx, refs, call) {
    const found = requireParts(call, milestones, refs)
    for (const { product, part } of found) {
      const about = { kind: 'milestone', field: 'names', value: part.name }
      if (product.default_milestone_id === part.id)
        throw new TrackerError('still_in_use', { ...about, by: `the product ${product.name}, as its default` })
      requireNotControlling(call.catalogue, 'target_milestone', part)
    }
    for (const one of found) await moveBugsToDefault(tx, call, one)
    const ids = found.map(({ part }) => part.id)
    await tx.delete('milestones', { col: 'id', in: ids })
    for (const { part } of found) await auditRemoval(tx, call, 'milestones', part.id, part.name)
    await bumpProducts(
      tx,
      found.map(({ product }) => product.id),
    )
    return { milestones: ids.map((id) => ({ id })) }
  },
})

async function moveBugsToDefault(tx: Writer, call: Call, { product, part }: Found<Milestone>): Promise<void> {
  const ofMilestone = { col: 'target_milestone_id', eq: part.id } as const
  const bugs = await tx.select({ from: 'bugs', where: ofMilestone, columns: ['id', 'last_change_time', 'group_count'] })
  const standard = product.milestones.find((one) => one.id === product.default_milestone_id)
  if (bugs.length === 0 || !standard) return
  await writeBulk(tx, call, bugs, {
    columns: () => ({ target_milestone_id: standard.id }),
    change: { field: 'target_milestone', removed: part.name, added: standard.name },
  })
}
