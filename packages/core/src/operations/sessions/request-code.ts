import * as z from 'zod'
import { addAskedCode } from '../../auth/account-codes.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireMail } from '../../domain/accounts/ask.js'
import { TrackerError } from '../../kernel/errors.js'

export const requestCode = defineWrite({
  name: 'sessions.requestCode',
  summary: 'Request a code to confirm your identity',
  description:
    'Sends a code to the address of the caller, which `sessions.confirm` takes within 10 minutes. For accounts ' +
    'with neither a password nor a second factor.\n\n' +
    'Fails with `auth_failure` for other accounts; `too_many_attempts` after three codes within half an ' +
    'hour; `mail_not_sent` if the tracker sends no email.',
  errors: ['login_required', 'auth_failure', 'mail_not_sent'],
  examples: [{ title: 'Before a change that needs it', code: 'await alice.sessions.requestCode()' }],
  access: 'required',
  isBeforeSecondFactor: true,
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({}),
  async run(tx, _input, call) {
    const { id, login } = requireWithoutPassword(call)
    if (await findSecondFactor(tx, id)) throw denied('the one-time password')
    requireMail(call)
    const code_id = await addAskedCode(tx, { kind: 'confirmation', user_id: id, login }, call.now)
    if (code_id === undefined) throw new TrackerError('too_many_attempts')
    call.mail.record({ to: { user_id: id }, details: { what: 'confirmation_requested', code_id } })
    return {}
  },
})

/** @throws login_required, auth_failure */
function requireWithoutPassword({ who }: Call): User {
  const user = requireUser(who)
  if (user.password_hash !== null) throw denied('your password')
  return user
}

function denied(instead: string): TrackerError {
  return new TrackerError('auth_failure', { action: `confirm your identity by email: use ${instead}` })
}
