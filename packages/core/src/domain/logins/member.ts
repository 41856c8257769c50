// Ends the sessions of people who have left the group at the provider that may log in.
import { addMinutes } from 'date-fns/addMinutes'
import { endActing } from '../../auth/acting.js'
import type { Call } from '../../call/context.js'
import type { Preparation } from '../../call/define/operation.js'
import type { KnownSource, Login, ProviderPerson } from '../../call/login-provider.js'
import { retrying } from '../../call/retry.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Where, Writer } from '../../schema/index.js'
import { writeToKnownSchema } from '../../schema/known-migrations.js'
import { begunBy } from './begin-session.js'
import { closed } from './flow-rows.js'
import { findIdentity } from './identities.js'
import { isMember } from '../../auth/directory-login.js'
import { flowMinutes } from '../../auth/login-flow.js'

/** Ends the sessions by this provider of a person who may not log in any more. @throws login_refused */
export async function requireMember(
  preparation: Preparation,
  { provider, requireGroup }: Login,
  { groups = [], subject }: ProviderPerson,
): Promise<void> {
  if (isMember({ requireGroup }, { groups })) return
  await endSessionsBy(preparation, provider, subject)
  throw new TrackerError('login_refused', { reason: 'not_allowed' })
}

/** Ends the sessions that a provider began for a person who has left. */
export async function endSessionsBy(
  { environment, store, logins }: Preparation,
  provider: KnownSource,
  subject: string,
): Promise<void> {
  await retrying(environment, () =>
    writeToKnownSchema(store, (tx) => endSessions(tx, { logins, now: environment.clock() }, provider, subject)),
  )
}

/** Ends the sessions and waiting logins of a person by a provider, all or those begun before a time, and with them what the person does as others. */
export async function endSessions(
  tx: Writer,
  { logins, now }: Pick<Call, 'logins' | 'now'>,
  provider: KnownSource,
  subject: string,
  before?: Date,
): Promise<void> {
  await endWaiting(tx, provider, subject, before)
  const identity = await findIdentity(tx, provider.issuer, subject)
  if (!identity || identity.kind === 'claim') return
  const older: Where<'tokens'>[] = before ? [{ col: 'creation_time', lt: before }] : []
  const begun = await begunBy(tx, { logins }, identity.user_id, provider.issuer)
  const ended = await tx.delete('tokens', { and: [begun, ...older] })
  if (ended > 0 || !before) await endActing(tx, identity.user_id, now)
}

/** Ends logins that wait for a password or a one-time password: the person may have no account yet. */
async function endWaiting(
  tx: Writer,
  { issuer }: KnownSource,
  subject: string,
  before: Date | undefined,
): Promise<void> {
  const waiting: Where<'login_flows'>[] = [
    { col: 'issuer', eq: issuer },
    { col: 'subject', eq: subject },
  ]
  const older: Where<'login_flows'>[] = before ? [{ col: 'expires', lt: addMinutes(before, flowMinutes) }] : []
  await tx.update('login_flows', { and: [...waiting, ...older] }, closed)
}
