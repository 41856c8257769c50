import { z } from 'zod'
import { defineTool } from '../tool.js'

/** Fields whose values an assistant chooses among. */
const usual = ['bug_status', 'resolution', 'priority', 'bug_severity', 'op_sys', 'rep_platform', 'keywords']
/** So many values of a field are told. */
const mostValues = 200

export const getFields = defineTool({
  name: 'get_fields',
  title: 'Get fields and their values',
  description:
    'The values that fields of bugs can have: statuses with those that may follow, resolutions, priorities, severities, keywords, and custom fields.',
  input: z.object({}),
  async run({ operations }) {
    const { fields } = await operations.fields.get({})
    const told = fields.filter((field) => usual.includes(field.name) || field.is_custom)
    return {
      fields: told.map(({ name, display_name, is_custom, is_mandatory, values }) => ({
        name,
        display_name,
        is_custom,
        is_mandatory,
        values: values.slice(0, mostValues).map((value) => ({
          name: value.name,
          ...(value.can_change_to && { can_change_to: value.can_change_to.map((next) => next.name) }),
        })),
        values_left_out: Math.max(0, values.length - mostValues),
      })),
    }
  },
})
