// Inputs that describe API keys.
import { limited, line, word } from '../../call/define/inputs.js'
import { problem } from '../../call/define/operation.js'

const maxDescriptionLength = 255

/** The purpose of the key; may be empty. Raises text_too_long (104). */
export const keyDescription = limited(line, maxDescriptionLength)

/** A key that the embedding program gives. */
export const givenKey = word.refine(
  (key) => /^[A-Za-z0-9]{16,}$/.test(key),
  problem('param_invalid', { problem: 'it must be at least 16 letters or digits' }),
)
