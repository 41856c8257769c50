import * as z from 'zod'
import { apiName, offeredFields } from '../tool/fields.js'
import { leftOut } from '../tool/outputs.js'
import { defineTool } from '../tool/tool.js'

/** Values that belong to products. */
const ofProducts: readonly string[] = ['component', 'version', 'target_milestone']
/** Maximum values of a field. */
const mostValues = 200
/** The number of the type of custom fields that have several values. */
const severalValues = 3

export const getFields = defineTool({
  name: 'get_fields',
  title: 'Get fields and their values',
  description:
    'The fields of bugs, custom ones too, by the names that update_bug takes, with the values they can have: statuses with those that may follow, resolutions, keywords. list_products has components, versions and milestones.',
  input: z.strictObject({}),
  output: z.object({
    fields: z.array(
      z.object({
        name: z.string(),
        display_name: z.string(),
        is_custom: z.boolean(),
        is_mandatory: z.boolean(),
        takes_list: z.boolean().describe('A custom field that takes a list of values.'),
        values: z.array(z.object({ name: z.string(), can_change_to: z.array(z.string()).optional() })),
        values_left_out: leftOut,
      }),
    ),
  }),
  async run(context) {
    const { operations } = context
    const offered = await offeredFields(context)
    const { fields } = await operations.fields.get({})
    const known = fields.map((field) => ({ ...field, name: apiName(field.name) }))
    const shownFields = known.filter((field) => offered.includes(field.name) || field.is_custom)
    return {
      fields: shownFields.map(({ name, display_name, is_custom, is_mandatory, type, values: all }) => {
        const values = ofProducts.includes(name) ? [] : all
        return {
          name,
          display_name,
          is_custom,
          is_mandatory,
          takes_list: is_custom && type === severalValues,
          values: values.slice(0, mostValues).map((value) => ({
            name: value.name,
            ...(value.can_change_to && { can_change_to: value.can_change_to.map((next) => next.name) }),
          })),
          values_left_out: Math.max(0, values.length - mostValues),
        }
      }),
    }
  },
})
