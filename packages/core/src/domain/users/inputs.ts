// Inputs that describe users.
import { limited, line, word } from '../../call/define/inputs.js'

const maxNameLength = 255

/** May be blank. Raises text_too_long (104). */
export const fullName = limited(line, maxNameLength)

/** Blanks around it are no part of it. */
export const newPassword = word.transform((password) => password.trim())
