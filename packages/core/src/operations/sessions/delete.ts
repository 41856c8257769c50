import { z } from 'zod'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { findTokenAskedAbout } from '../../auth/tokens.js'

// Contract: Users, Logout.
export const deleteSession = defineWrite({
  name: 'sessions.delete',
  summary: 'Logs out',
  description:
    'Logs out: the token is no longer valid. Other sessions of the user stay. Without a token, or with one that ' +
    'is not in use, it does nothing.',
  examples: [{ title: 'Log out', code: 'await tracker.as(null).sessions.delete({ token })' }],
  access: 'exempt',
  input: z.strictObject({
    token: word.optional().meta({ description: 'The token that shall not be valid any more.' }),
  }),
  output: z.object({}),
  async run(tx, input, call) {
    const token = input.token === undefined ? undefined : await findTokenAskedAbout(tx, input.token, call)
    if (token) await tx.delete('tokens', { col: 'id', eq: token.id })
    return {}
  },
})
