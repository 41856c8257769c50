// Inputs that describe users.
import { fits, line, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

const maxNameLength = 255

/** May be blank. Raises text_too_long (104). */
export const fullName = line
  .refine((name) => fits(name, maxNameLength), problem('text_too_long', { limit: maxNameLength }))
  .meta({ maxLength: maxNameLength })

/** Blanks around it are no part of it. */
export const newPassword = word.transform((password) => password.trim())
