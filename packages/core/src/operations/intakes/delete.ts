import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { namedObject } from '../../call/define/outputs.js'
import { refsOf } from '../../call/define/refs.js'
import { auditRemoval } from '../../domain/audit/write.js'
import { requireIntakes } from '../../domain/intakes/find.js'

export const deleteIntakes = defineWrite({
  name: 'intakes.delete',
  summary: 'Delete intakes',
  description:
    'Deletes intakes, all of them or none. Reports that are held for them can then only be refused. For ' +
    'members of editcomponents, and of groups that have this right within the products.\n\n' +
    'Fails with `params_required` without names or ids.',
  errors: ['params_required', 'object_does_not_exist'],
  examples: [{ title: 'Remove an intake by its name', code: "await admin.intakes.delete({ names: ['widgets'] })" }],
  access: 'required',
  input: z.strictObject(refsOf('intakes')),
  output: z.object({ intakes: z.array(namedObject).meta({ description: 'Deleted intakes.' }) }),
  async run(tx, input, call) {
    const found = await requireIntakes(tx, call, input)
    const ids = found.map(({ id }) => id)
    await tx.delete('intakes', { col: 'id', in: ids })
    for (const { id, name } of found) await auditRemoval(tx, call, 'intakes', id, name)
    return { intakes: ids.map((id) => ({ id })) }
  },
})
