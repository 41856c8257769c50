import type { User } from '../call/context.js'
import { TrackerError } from '../kernel/errors.js'

/** Refuses an account that is disabled, with the reason. @throws account_disabled */
export function refuseDisabled({ login_denied_text: reason }: Pick<User, 'login_denied_text'>): void {
  if (reason !== '') throw new TrackerError('account_disabled', { reason })
}
