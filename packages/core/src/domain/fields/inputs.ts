// Inputs that describe custom fields.
import * as z from 'zod'
import { fieldTypes } from '../../setup/field-types.js'
import { limited, line, list, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { positiveSortKey } from '../products/inputs.js'

const maxNameLength = 64
const maxTextLength = 255

/** Becomes lower case and starts with cf_. Raises name_blank, name_too_long, param_invalid (53). */
export const customFieldName = limited(
  line
    .transform((name) => name.toLowerCase().replace(/^(?!cf_|$)/, 'cf_'))
    .refine((name) => name !== '' && name !== 'cf_', problem('name_blank', { kind: 'field' })),
  maxNameLength,
  'name_too_long',
  { kind: 'field' },
).refine((name) => /^[a-z0-9_]+$/.test(name), problem('param_invalid', { problem: 'use only letters, digits and _' }))

/** The types that custom fields can have. */
const customTypes: readonly number[] = [
  fieldTypes.freeText,
  fieldTypes.singleSelect,
  fieldTypes.multiSelect,
  fieldTypes.largeText,
  fieldTypes.dateTime,
  fieldTypes.bugId,
  fieldTypes.date,
  fieldTypes.integer,
]

/** Raises illegal_value. */
export const customType = z
  .int()
  .refine((type) => customTypes.includes(type), problem('illegal_value', { accepted: customTypes }))

const shortText = limited(line, maxTextLength)

/** Raises object_not_specified (50), text_too_long (104). */
export const displayName = shortText.refine((text) => text !== '', problem('object_not_specified'))

/** Everything but name, type and display name. */
export const customFieldValues = {
  sort_key: positiveSortKey
    .optional()
    .meta({ description: 'Sort position, 0 to 32767. Defaults to 100 more than the highest.' }),
  is_mandatory: z.boolean().optional().meta({ description: 'A value is required.' }),
  is_on_bug_entry: z.boolean().optional().meta({ description: 'Shown in the form for new bugs.' }),
  is_in_new_mail: z.boolean().optional().meta({ description: 'Included in the email about a new bug.' }),
  long_description: shortText.optional().meta({ description: 'At most 255 characters.' }),
  reverse_description: shortText
    .nullable()
    .optional()
    .meta({ description: 'For fields of type 6: label of the reverse list on the bug that is referred to.' }),
  visibility_field: line
    .nullable()
    .optional()
    .meta({ description: 'Values of `visibility_field` for which the field is shown.' }),
  visibility_values: list(word)
    .optional()
    .meta({ description: 'Values of `visibility_field` for which the field is shown.' }),
  value_field: line.nullable().optional().meta({ description: 'Field on which the offered values depend.' }),
}
