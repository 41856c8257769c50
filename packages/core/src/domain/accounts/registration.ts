// Permission to register an account.
import { subHours } from 'date-fns/subHours'
import { isPasswordRestricted } from '../../auth/password-policy.js'
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { compilePattern } from '../../kernel/pattern/compile.js'
import type { Reader, Where } from '../../schema/index.js'
import type { Catalogue } from '../../setup/catalogue.js'

/** Returns true if the parameter createemailregexp lets this address create an account. */
export function mayRegister({ parameters }: Pick<Catalogue, 'parameters'>, email: string): boolean {
  const pattern = parameters.createemailregexp
  return pattern !== '' && compilePattern(pattern, { ignoreCase: true, field: 'createemailregexp' }).test(email)
}

/** @throws registration_denied */
export function requireMayRegister(catalogue: Pick<Catalogue, 'parameters'>, email: string): void {
  // Such an account could not log in with its password.
  if (isPasswordRestricted(catalogue) || !mayRegister(catalogue, email))
    throw new TrackerError('registration_denied', { field: 'email', value: email })
}

/** Limits the accounts that the system creates. @throws too_busy for too many within an hour */
export async function requireRegistrationRate(tx: Reader, { catalogue, now }: Call): Promise<void> {
  const most = Number(catalogue.parameters.registrations_per_hour)
  if (most === 0) return
  const lately: Where<'audit_log'> = {
    and: [
      { col: 'class', eq: 'User' },
      { col: 'at', gt: subHours(now, 1) },
      { col: 'field', eq: '__create__' },
      { col: 'user_id', eq: null },
    ],
  }
  if ((await tx.count('audit_log', lately)) >= most) throw new TrackerError('too_busy')
}
