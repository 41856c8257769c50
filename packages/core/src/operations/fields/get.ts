import * as z from 'zod'
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
  summary: 'Get bug fields with their values',
  description:
    'Returns bug fields with their values: those with these `ids` or `names`, or all that are in use, by ' +
    'sort key; with `include_obsolete`, all.\n\n' +
    'Values and products that the caller cannot see are omitted. The first value of the status is ' +
    'for a new bug.\n\n' +
    'Fails with `object_does_not_exist` for an unknown field.',
  errors: ['object_does_not_exist'],
  examples: [{ title: 'The statuses', code: "const { fields } = await alice.fields.get({ names: ['bug_status'] })" }],
  access: 'optional',
  filters: 'fields',
  input: z.strictObject({
    ids: list(id).optional().meta({ description: 'Internal names of the fields (`bug_status`, not `status`).' }),
    names: list(word).optional().meta({ description: 'Internal names of the fields (`bug_status`, not `status`).' }),
    include_obsolete: z
      .boolean()
      .optional()
      .meta({ description: 'Include fields that are not in use. `ids` and `names` always find them.' }),
    ...fieldFilter,
  }),
  output: z.object({ fields: z.array(fieldView).meta({ description: 'Bug fields.' }) }),
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
