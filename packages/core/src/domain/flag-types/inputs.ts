// Inputs that describe flag types.
import * as z from 'zod'
import { fits, limited, line, list, record, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'
import { description } from '../products/inputs.js'
import { refsOf } from '../../call/define/refs.js'

const maxNameLength = 50
const maxCcLength = 200

/** Raises flag_type_name_invalid (1101). Several flag types may have the same name. */
export const flagTypeName = line.refine(
  (name) => name !== '' && fits(name, maxNameLength) && !/[\s,]/.test(name),
  problem('flag_type_name_invalid'),
)

/** Raises flag_type_description_invalid (1102), text_too_long (104). */
export const flagTypeDescription = description.refine((text) => text !== '', problem('flag_type_description_invalid'))

/** Addresses, which need no account. Raises flag_type_cc_list_invalid (1103), illegal_email_address (501). */
const ccList = limited(line, maxCcLength, 'flag_type_cc_list_invalid').refine(
  (list) => list.split(/[\s,]+/).every(isAddress),
  problem('illegal_email_address'),
)

/** Raises flag_type_sortkey_invalid (1104). */
const flagTypeSortKey = z
  .number()
  .refine((key) => Number.isInteger(key) && key >= 0 && key <= 32_767, problem('flag_type_sortkey_invalid'))

const refs = refsOf('flag types')

/** References to flag types. */
export const flagTypeRefs = {
  ...refs,
  names: refs.names.meta({ description: 'Names of the flag types. A name selects all types with that name.' }),
}

/** Products by name, and under the name of a product some of its components. */
export const scopeList = list(z.union([word, record(list(word))]))

export type ScopeList = z.output<typeof scopeList>

/** Everything but name, description and target. Older clients know two of these under other names. */
export const flagTypeValues = {
  inclusions: scopeList.optional().meta({
    description: 'Where the type applies: product names, or `{ product: [components] }`. Defaults to everywhere.',
  }),
  exclusions: scopeList
    .optional()
    .meta({ description: 'Where the type does not apply: product names, or `{ product: [components] }`.' }),
  sort_key: flagTypeSortKey
    .optional()
    .meta({ description: 'Sort position, 0 to 32767. Flag types are listed by it, then by name.' }),
  sortkey: flagTypeSortKey.optional().meta({ description: 'Alias of `sort_key`.' }),
  is_active: z.boolean().optional().meta({ description: 'New flags can be set.' }),
  is_requestable: z.boolean().optional().meta({ description: 'The flag can be requested (`?`).' }),
  is_requesteeble: z.boolean().optional().meta({ description: 'A particular user can be asked.' }),
  is_specifically_requestable: z.boolean().optional().meta({ description: 'Alias of `is_requesteeble`.' }),
  is_multiplicable: z.boolean().optional().meta({ description: 'Several flags can be set on one bug or attachment.' }),
  cc_list: ccList.optional().meta({ description: 'Addresses to notify about such flags, at most 200 characters.' }),
  grant_group: line
    .optional()
    .meta({ description: 'Name of the group that can grant or deny the flag; empty for all users.' }),
  request_group: line
    .optional()
    .meta({ description: 'Name of the group that can request the flag; empty for all users.' }),
}

function isAddress(text: string): boolean {
  return text === '' || /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(text)
}
