// What is asked for before the second factor of an account changes.
import { word } from '../../call/define/inputs.js'

export const currentPassword = word.meta({
  description: 'The password, so that a token that got lost is not the whole account.',
})

export const oneTimePassword = word.meta({
  description: 'The six digits of the authenticator, or a recovery code. Good once.',
})
