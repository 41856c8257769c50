// Checks before a code is sent.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

/** @throws mail_not_sent if this tracker stores no email to send */
export function requireMail({ mail }: Pick<Call, 'mail'>): void {
  if (!mail.isKept) throw new TrackerError('mail_not_sent')
}
