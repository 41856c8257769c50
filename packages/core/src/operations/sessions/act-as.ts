import { addHours } from 'date-fns/addHours'
import * as z from 'zod'
import { actingHours, isProtected, logActing } from '../../auth/acting.js'
import { endOfToken, issueToken } from '../../auth/tokens.js'
import { callerOf, loadMemberships, requireUser, type Call } from '../../call/context.js'
import { limited, line, word } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireConfirmedSession } from '../../domain/sessions/prove-again.js'
import { requireUserNamed } from '../../domain/users/find.js'
import { TrackerError } from '../../kernel/errors.js'
import type { Reader } from '../../schema/index.js'

const longestReason = 255

export const actAs = defineWrite({
  name: 'sessions.actAs',
  summary: 'View the tracker as another user',
  description:
    'Creates a token with which the caller sees the tracker as another user does, for two hours at most, and changes ' +
    'nothing. How that user logs in is not shown. The user is notified by email, and the audit log records both ends. ' +
    'It ends with the session of the caller, and when the caller leaves the group bz_sudoers.\n\n' +
    'Fails with `auth_failure` outside of the group bz_sudoers; `acting_denied` for the caller, for administrators, ' +
    'members of bz_sudo_protect and disabled accounts; `confirmation_required`; `login_required` without a session.',
  errors: [
    'login_required',
    'auth_failure',
    'object_does_not_exist',
    'acting_denied',
    'text_too_long',
    'param_required',
  ],
  examples: [
    {
      title: 'See what a user sees',
      code: "const { token } = await admin.sessions.actAs({ user: 'bob@example.com', reason: 'Bug 35' })",
    },
  ],
  isSecret: true,
  access: 'required',
  right: { group: 'bz_sudoers', action: 'view the tracker as other users' },
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({
    user: word.meta({ description: 'Login of the user.' }),
    reason: limited(z.string(), longestReason)
      .pipe(line)
      .meta({ description: 'For the user and the audit log; 1 to 255 characters.' }),
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the session.' }),
    token: z.string().meta({ description: 'Token.' }),
    expires: z.date().meta({ description: 'Time when the session ends.' }),
  }),
  async run(tx, { user: name, reason }, call) {
    const actor = requireUser(call.who)
    const ids = await requireConfirmedSession(tx, call)
    if (reason.trim() === '') throw new TrackerError('param_required', { field: 'reason' })
    const user = await requireUserNamed(tx, name, 'user')
    if (user.id === actor.id) throw new TrackerError('acting_denied', { reason: 'self' })
    const person = callerOf(call.catalogue, user, await loadMemberships(tx, user.id))
    if (isProtected(call.catalogue, person)) throw new TrackerError('acting_denied', { reason: 'protected' })
    if (user.login_denied_text !== '') throw new TrackerError('acting_denied', { reason: 'disabled' })
    const expires = await endOfActing(tx, call, ids)
    const acting = { actor_id: actor.id, reason }
    const issued = await issueToken(tx, call, user.id, { expires, acting, has_second_factor: true })
    await logActing(tx, [{ user_id: user.id, ...acting, expires }], 'begun', call.now)
    const until = `${expires.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    call.mail.record({ to: { user_id: user.id }, details: { what: 'acted_as', actor: actor.login, reason, until } })
    return { ...issued, expires }
  },
})

/** Acting does not outlast the session in which it begins, which the call has just used. */
async function endOfActing(tx: Reader, { now }: Call, ids: readonly number[]): Promise<Date> {
  const sessions = await tx.select({ from: 'tokens', where: { col: 'id', in: [...ids] } })
  const ends = sessions.map((session) => endOfToken({ ...session, last_used: now }))
  return ends.reduce((first, end) => (end < first ? end : first), addHours(now, actingHours))
}
