import * as z from 'zod'
import { confirmedUntil } from '../../auth/confirmation.js'
import { reportPassword } from '../../auth/password-use.js'
import { requireUser } from '../../call/context.js'
import { word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { proveAgain, requireSession, requireStillProven } from '../../domain/sessions/prove-again.js'

export const confirmSession = defineWrite({
  name: 'sessions.confirm',
  summary: 'Confirm your identity',
  description:
    'Proves again who uses the session of the call, because a stolen token must not give lasting access. For as ' +
    'many minutes as the parameter confirm_minutes states, the session can then use operations that otherwise fail ' +
    'with `confirmation_required`. Takes the password, and the one-time password with two-factor authentication. ' +
    'Accounts without a password take the one-time password, or the code of `sessions.requestCode`. The session ' +
    'does not last longer, and other sessions are not confirmed.\n\n' +
    'Fails as logging in does for a wrong proof; `account_code_not_valid` for a wrong code; `param_required` for a ' +
    'missing one; `login_required` without a session.',
  errors: ['login_required', 'account_code_not_valid'],
  examples: [{ title: 'With the password', code: 'await alice.sessions.confirm({ password })' }],
  isSecret: true,
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({
    password: word.optional().meta({ description: 'The password, for accounts that have one.' }),
    otp: word.optional().meta({
      description:
        'With two-factor authentication: the six digits of the authenticator app, or a recovery code. Single-use.',
    }),
    code: word.optional().meta({ description: 'The code from the email, for accounts with neither. Single-use.' }),
  }),
  output: z.object({
    confirmed_until: z
      .date()
      .nullable()
      .meta({ description: 'Time until which the session is confirmed; null if confirmation is never required.' }),
  }),
  // Wrong proofs are counted, whatever becomes of a transaction.
  isApart: () => true,
  mayPrepare: async (_tx, _input, call) => requireSession(call),
  prepare: (input, preparation, { who }) => proveAgain(preparation, requireUser(who), input),
  async run(tx, input, call, proven) {
    const ids = requireSession(call)
    const user = requireUser(call.who)
    await requireStillProven(tx, user, proven)
    if (input.password !== undefined && !proven.person) reportPassword(call, user)
    const confirmed = { confirmed_time: call.now, creation_time: call.now }
    await tx.update('tokens', { col: 'id', in: [...ids] }, { confirmed_time: call.now })
    return { confirmed_until: confirmedUntil(confirmed, call.catalogue) ?? null }
  },
})
