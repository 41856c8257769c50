// What API keys are described with.
import { fits, line } from '../inputs.js'
import { problem } from '../operation.js'

const maxDescriptionLength = 255

/** What the key is for; may be blank. Raises text_too_long (104). */
export const keyDescription = line
  .refine((text) => fits(text, maxDescriptionLength), problem('text_too_long', { limit: maxDescriptionLength }))
  .meta({ maxLength: maxDescriptionLength })
