// Proofs that are required before a second factor changes.
import { word } from '../../call/define/inputs.js'

export const currentPassword = word.optional().meta({
  description:
    'Password, here or of the directory, required because a token can be stolen. Accounts without a password here ' +
    'can omit it in a session that was confirmed after it began, or, with no way to confirm it, has just begun.',
})

export const oneTimePassword = word.meta({
  description:
    'Six digits from the authenticator app, or a recovery code. Single-use. With passkeys as the only ' +
    'second factor, omit it in a confirmed session.',
})
