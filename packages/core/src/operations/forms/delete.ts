import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { namedObject } from '../../call/define/outputs.js'
import { refsOf } from '../../call/define/refs.js'
import { auditRemoval } from '../../domain/audit/write.js'
import { requireForms } from '../../domain/forms/find.js'
import { TrackerError } from '../../kernel/errors.js'

export const deleteForms = defineWrite({
  name: 'forms.delete',
  summary: 'Delete forms',
  description:
    'Deletes forms, all of them or none. Bugs that were filed with them keep their descriptions. For ' +
    'members of editcomponents, and of groups that have this right within the products.\n\n' +
    'Fails with `params_required` without names or ids; `still_in_use` for the form of an intake.',
  errors: ['params_required', 'object_does_not_exist', 'product_admin_denied', 'auth_failure', 'still_in_use'],
  examples: [{ title: 'Remove a form by its name', code: "await admin.forms.delete({ names: ['Bug report'] })" }],
  access: 'required',
  input: z.strictObject(refsOf('forms')),
  output: z.object({ forms: z.array(namedObject).meta({ description: 'Deleted forms.' }) }),
  async run(tx, input, call) {
    const found = await requireForms(tx, call, input)
    const ids = found.map(({ id }) => id)
    const [intake] = await tx.select({ from: 'intakes', where: { col: 'form_id', in: ids }, limit: 1 })
    if (intake) {
      const value = found.find(({ id }) => id === intake.form_id)?.name
      throw new TrackerError('still_in_use', { kind: 'form', field: 'names', value, by: 'intakes' })
    }
    await tx.delete('form_keywords', { col: 'form_id', in: ids })
    await tx.delete('forms', { col: 'id', in: ids })
    for (const { id, name } of found) await auditRemoval(tx, call, 'forms', id, name)
    return { forms: ids.map((id) => ({ id })) }
  },
})
