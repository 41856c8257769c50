import { z } from 'zod'
import { id, word } from '../../define/inputs.js'

/**
 * A flag to set, change or clear. It is named by `id`, or by its type: `type_id` or `name`; `new` asks for another one of a type
 * of which there is one already. `status`: ?, + or -, and X to clear it. `requestee`: who is asked, by login name; blank for
 * nobody in particular. Contract: Update Attachment, flag change object.
 */
export const flagChange = z.strictObject({
  id: id.optional(),
  type_id: id.optional(),
  name: word.optional(),
  status: word.optional(),
  requestee: word.nullish(),
  new: z.boolean().optional(),
})

export type FlagChange = z.output<typeof flagChange>
