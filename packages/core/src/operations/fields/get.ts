import { z } from 'zod'
import type { Field } from '../../setup/catalogue.js'
import type { Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { requireField } from '../../domain/fields/find.js'
import { fieldView, viewField, type FieldView } from '../../domain/fields/view.js'

// Contract: Bug fields.
export const getFields = defineRead({
  name: 'fields.get',
  summary: 'The fields of bugs with their values',
  description:
    'The fields of bugs with their values.\n\n' +
    'Without either all that are in use, by sort key; with `include_obsolete` the others too. Values and products that there are not for the caller are ' +
    'left out. The first value of the status stands for a bug that is being filed.\n\n' +
    'Fails with `object_does_not_exist` for a field that there is not.',
  errors: ['object_does_not_exist'],
  examples: [{ title: 'The statuses', code: "const { fields } = await alice.fields.get({ names: ['bug_status'] })" }],
  access: 'optional',
  filters: 'fields',
  input: z.strictObject({
    ids: list(id).optional().meta({ description: "Which ones, by internal name ('bug_status', not 'status')." }),
    names: list(word).optional().meta({ description: "Which ones, by internal name ('bug_status', not 'status')." }),
    include_obsolete: z
      .boolean()
      .optional()
      .meta({ description: 'Also those that are out of use; `ids` and `names` find them in any case.' }),
    ...fieldFilter,
  }),
  output: z.object({ fields: z.array(fieldView).meta({ description: 'The fields.' }) }),
  async run(_tx, input, call) {
    const filter = createFieldFilter(input)
    return { fields: chosen(call, input).map((field) => viewField(call, field, filter) as FieldView) }
  },
})

interface Choice {
  readonly ids?: readonly number[] | undefined
  readonly names?: readonly string[] | undefined
  readonly include_obsolete?: boolean | undefined
}

function chosen(call: Call, { ids, names, include_obsolete = false }: Choice): Field[] {
  if (!ids && !names) return [...call.catalogue.fields].filter((field) => include_obsolete || !field.is_obsolete)
  const wanted = new Set([
    ...(ids ?? []).map((ref) => requireField(call.catalogue, ref, 'ids')),
    ...(names ?? []).map((ref) => requireField(call.catalogue, ref, 'names')),
  ])
  return [...wanted]
}
