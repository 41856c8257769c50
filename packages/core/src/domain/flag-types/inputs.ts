// What flag types are described with.
import { z } from 'zod'
import { fits, line, list, record, word } from '../../define/inputs.js'
import { problem } from '../../define/operation.js'
import { description } from '../products/inputs.js'

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
const ccList = line
  .refine((list) => fits(list, maxCcLength), problem('flag_type_cc_list_invalid', { limit: maxCcLength }))
  .meta({ maxLength: maxCcLength })
  .refine((list) => list.split(/[\s,]+/).every(isAddress), problem('illegal_email_address'))

/** Raises flag_type_sortkey_invalid (1104). */
const flagTypeSortKey = z
  .number()
  .refine((key) => Number.isInteger(key) && key >= 0 && key <= 32_767, problem('flag_type_sortkey_invalid'))

/** Products by name, and under the name of a product some of its components. */
export const scopeList = list(z.union([word, record(list(word))]))

export type ScopeList = z.output<typeof scopeList>

/** Everything but name, description and target. Older clients know two of these under other names. */
export const flagTypeValues = {
  inclusions: scopeList.optional(),
  exclusions: scopeList.optional(),
  sort_key: flagTypeSortKey.optional(),
  sortkey: flagTypeSortKey.optional(),
  is_active: z.boolean().optional(),
  is_requestable: z.boolean().optional(),
  is_requesteeble: z.boolean().optional(),
  is_specifically_requestable: z.boolean().optional(),
  is_multiplicable: z.boolean().optional(),
  cc_list: ccList.optional(),
  grant_group: line.optional(),
  request_group: line.optional(),
}

function isAddress(text: string): boolean {
  return text === '' || /^[\x21-\x3f\x41-\x7e]+@[\x21-\x3f\x41-\x7e]+$/.test(text)
}
