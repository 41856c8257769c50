import * as z from 'zod'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { namedObject } from '../../call/define/outputs.js'
import { auditRemoval } from '../../domain/audit/write.js'
import { requireHooks } from '../../domain/code-hooks/find.js'

export const deleteCodeHooks = defineWrite({
  name: 'codeHooks.delete',
  summary: 'Delete code hooks',
  description:
    'Deletes code hooks, all of them or none. Links that they created stay. For administrators.\n\n' +
    'Fails with `params_required` without ids.',
  errors: ['auth_failure', 'params_required', 'object_does_not_exist'],
  examples: [{ title: 'Remove a code hook', code: 'await admin.codeHooks.delete({ ids: [3] })' }],
  access: 'required',
  right: { group: 'admin', action: 'delete code hooks' },
  scope: 'admin',
  input: z.strictObject({ ids: list(id).default([]).meta({ description: 'IDs of the code hooks.' }) }),
  output: z.object({ code_hooks: z.array(namedObject).meta({ description: 'Deleted code hooks.' }) }),
  async run(tx, input, call) {
    const found = await requireHooks(tx, input.ids)
    const ids = found.map((hook) => hook.id)
    await tx.delete('code_hooks', { col: 'id', in: ids })
    for (const hook of found) await auditRemoval(tx, call, 'code_hooks', hook.id, hook.name)
    return { code_hooks: ids.map((hookId) => ({ id: hookId })) }
  },
})
