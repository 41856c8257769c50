// Consequences of every change of a second factor.
import type * as z from 'zod'
import type { ProvenLogin } from '../../auth/password-login.js'
import { findSecondFactor, isOfPasskeys } from '../../auth/second-factor.js'
import { requireUser, type Call, type Caller, type User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader, Row, Writer } from '../../schema/index.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import type { changesView } from '../audit/plan.js'
import { audit } from '../audit/write.js'
import { requireStillProven } from '../sessions/prove-again.js'

interface Change {
  /** The second factor in force before, if any. */
  readonly before: Pick<Row<'second_factors'>, 'secret'> | undefined
  /** An authenticator app is in force from now on; else nothing. */
  readonly isOn: boolean
}

/** Logs that a second factor was set up, removed or moved to another authenticator, and notifies its owner by email. */
export async function notifyOfSecondFactor(
  tx: Writer,
  call: Call,
  userId: number,
  { before, isOn }: Change,
): Promise<z.output<typeof changesView>> {
  const hadPasskeys = before !== undefined && isOfPasskeys(before)
  const [removed, added] = [before ? (hadPasskeys ? 'passkey' : 'authenticator') : '', isOn ? 'authenticator' : '']
  await audit(tx, call, 'users', userId, [{ field: 'second_factor', removed, added }])
  const details =
    before && isOn
      ? ({ what: 'second_factor_moved', from_passkeys: hadPasskeys } as const)
      : ({ what: 'second_factor_changed', is_on: isOn } as const)
  call.mail.record({ to: { user_id: userId }, details })
  await bumpIdentityVersion(tx)
  return { second_factor: { removed, added } }
}

/** @throws login_required, second_factor_absent */
export async function requireSecondFactor(tx: Reader, who: Caller) {
  const user = requireUser(who)
  const factor = await findSecondFactor(tx, user.id)
  if (!factor) throw notSetUp()
  return { user, factor }
}

function notSetUp(): TrackerError {
  return new TrackerError('second_factor_absent', { reason: 'not set up' })
}

/** @throws second_factor_absent; invalid_login_or_password for the proof of another user, and if the password was changed since */
export async function requireProven(tx: Reader, user: User, proven: ProvenLogin | undefined): Promise<void> {
  if (proven && !proven.hasSecondFactor) throw notSetUp()
  await requireStillProven(tx, user, proven)
}
