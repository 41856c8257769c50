// Who asks for a code.
import type { Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'

/** @throws mail_not_sent where nobody would get the code */
export function requireMail({ mail }: Pick<Call, 'mail'>): void {
  if (!mail.isKept) throw new TrackerError('mail_not_sent')
}
