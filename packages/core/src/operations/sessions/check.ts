import * as z from 'zod'
import { word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { findTokenAskedAbout } from '../../auth/tokens.js'

// Contract: Users, Valid Login.
export const checkSession = defineRead({
  name: 'sessions.check',
  summary: 'Check whether a token is valid for a login',
  description:
    'Returns whether a token, or without one the credentials of the call, is valid for a login. Returns ' +
    'false, not an error, for a token that is not in use or belongs to another user or a disabled ' +
    'account.\n\n' +
    'Fails with `param_required` without a login.',
  errors: ['param_required'],
  examples: [
    {
      title: 'Check whether a token is still valid',
      code: "const isMine = await tracker.as(null).sessions.check({ login: 'alice@example.com', token })",
    },
  ],
  access: 'exempt',
  isBeforeSecondFactor: true,
  input: z.strictObject({
    login: word.meta({ description: 'Login.' }),
    token: word.optional().meta({ description: 'Token of a session. Defaults to the credentials of the call.' }),
  }),
  output: z.boolean(),
  async run(tx, input, call) {
    const userId =
      input.token === undefined ? call.who.user?.id : (await findTokenAskedAbout(tx, input.token, call))?.user_id
    if (userId === undefined) return false
    const named = { col: 'login_folded', eq: fold(input.login.trim()) } as const
    const enabled = { col: 'login_denied_text', eq: '' } as const
    return (await tx.count('users', { and: [{ col: 'id', eq: userId }, named, enabled] })) === 1
  },
})
