import * as z from 'zod'
import { requireCode, takeCode } from '../../auth/account-codes.js'
import { requireLoginName } from '../../auth/login-name.js'
import { hashNewPassword, requireFitPassword } from '../../auth/password.js'
import { systemCaller, type Call, type User } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { createdObject } from '../../call/define/outputs.js'
import { codeInput } from '../../domain/accounts/inputs.js'
import { requireMayRegister, requireRegistrationRate } from '../../domain/accounts/registration.js'
import { fullName, newPassword } from '../../domain/users/inputs.js'
import { enableClaimed, mayClaim } from '../../domain/users/claim.js'
import { insertAccount } from '../../domain/users/insert-account.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'

const kinds = ['registration'] as const

export const createAccount = defineWrite({
  name: 'accounts.create',
  summary: 'Create an account with a code from an email',
  description:
    'Creates the account for which the code was sent. It joins the groups whose pattern matches its address, ' +
    'because the address is proven.\n\n' +
    'Fails with `account_code_not_valid` for an invalid, used or expired code; `registration_denied` if the ' +
    'address is no longer permitted; `account_exists` if another account has the address now.',
  errors: [
    'account_code_not_valid',
    'registration_denied',
    'illegal_email_address',
    'account_exists',
    'password_too_short',
    'password_too_common',
    'password_not_complex',
    'text_too_long',
  ],
  examples: [
    {
      title: 'With the code from the email',
      code: "await tracker.as(null).accounts.create({ code: 'dGhpcyBpcyBub25l', password, full_name: 'Erin' })",
    },
  ],
  isSecret: true,
  access: 'exempt',
  input: z.strictObject({
    code: codeInput,
    password: newPassword.meta({ description: 'Password, with the rules of `users.create`; required.' }),
    full_name: fullName.default('').meta({ description: 'Real name, at most 255 characters.' }),
  }),
  output: createdObject,
  isApart: () => true,
  mayPrepare: requireNewAccount,
  prepare: ({ password }, { environment }) => hashNewPassword(environment, password),
  async run(tx, input, call, password_hash) {
    const { login, unclaimed } = await requireNewAccount(tx, input, call)
    const { code, full_name, password } = input
    await requireRegistrationRate(tx, call)
    await takeCode(tx, kinds, code, call.now)
    // There is no user yet, but patterns of groups may add the account to groups.
    const own: Call = { ...call, who: systemCaller(call.catalogue, null) }
    if (unclaimed) {
      await enableClaimed(tx, own, unclaimed, { password, ...(full_name !== '' && { full_name }) }, password_hash)
      return { id: unclaimed.id }
    }
    return { id: await insertAccount(tx, own, { login, full_name, password_hash }) }
  },
})

interface Wanted {
  readonly code: string
  readonly password: string
}

/** The login name that the code is for, and the account of an import that has it. @throws TrackerError when no account may be made with it */
async function requireNewAccount(
  tx: Reader,
  { code, password }: Wanted,
  { catalogue, now }: Call,
): Promise<{ readonly login: string; readonly unclaimed: User | undefined }> {
  const { login } = await requireCode(tx, kinds, code, now)
  requireMayRegister(catalogue, login)
  requireLoginName(catalogue, login, 'email')
  const [there] = await tx.select({ from: 'users', where: { col: 'login_folded', eq: fold(login) } })
  if (there && !(await mayClaim(tx, catalogue, there)))
    throw new TrackerError('account_exists', { field: 'email', value: login })
  requireFitPassword(password, { field: 'password', catalogue, login })
  return { login, unclaimed: there }
}
