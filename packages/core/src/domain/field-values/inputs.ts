// Inputs that describe field values.
import * as z from 'zod'
import { list, requiredName, word } from '../../call/define/inputs.js'
import { maxNameLength, positiveSortKey } from '../products/inputs.js'

/** Raises name_blank, name_too_long. */
export const valueName = requiredName('value', maxNameLength)

/** Everything but the name. At most one visibility value. */
export const legalValueInput = {
  sort_key: positiveSortKey
    .optional()
    .meta({ description: 'Sort position, 0 to 32767. Defaults to 100 more than the highest.' }),
  is_active: z.boolean().optional().meta({ description: 'Can be selected. Default values always can.' }),
  visibility_values: list(word, 1)
    .optional()
    .meta({ description: "Value of the field's `value_field` for which this value is offered, at most one." }),
}
