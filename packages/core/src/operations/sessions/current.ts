import * as z from 'zod'
import { confirmedUntil } from '../../auth/confirmation.js'
import { endOfToken } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { waysToConfirm } from '../../domain/sessions/ways-to-confirm.js'
import { loadLogins } from '../../domain/users/find.js'
import type { Reader, Row } from '../../schema/index.js'

export const getCurrentSession = defineRead({
  name: 'sessions.current',
  summary: 'Get the session of this call',
  description:
    'Returns when and how the session of the call began, when it ends, and whether the caller must confirm their ' +
    'identity before an operation that gives lasting access. With an API key or a password, the session is null.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Check whether to ask for the password first',
      code: 'const { confirmed_until, confirm_by } = await alice.sessions.current()',
    },
  ],
  access: 'required',
  isBeforeSecondFactor: true,
  input: z.strictObject({}),
  output: z.object({
    login_by: z.string().nullable().meta({
      description: 'How the session began: `password`, `passkey`, or the name of a provider; null without a session.',
    }),
    creation_time: z.date().nullable().meta({ description: 'Time when the session began.' }),
    expires: z.date().nullable().meta({ description: 'Time when the session ends if it is not used again.' }),
    confirmed_until: z
      .date()
      .nullable()
      .meta({
        description:
          'Time until which the caller does not have to confirm their identity; null if this credential never ' +
          'has to.',
      }),
    acting: z
      .object({
        actor: z.string().meta({ description: 'Login of the user who views the tracker as the caller.' }),
        reason: z.string().meta({ description: 'Given reason.' }),
        since: z.date().meta({ description: 'Start time.' }),
      })
      .nullable()
      .meta({ description: 'For sessions of `sessions.actAs`; otherwise null.' }),
    confirm_by: z.array(z.string()).meta({
      description:
        'The ways to confirm the session: `password`, `otp` or both, or `mail`, a code by email, all for ' +
        '`sessions.confirm`; `passkey` or the name of a login provider, for `logins.begin` with the purpose `confirm`.',
    }),
  }),
  async run(tx, _input, call) {
    const user = requireUser(call.who)
    const [id] = call.sessionIds ?? []
    const [token] = id === undefined ? [] : await tx.select({ from: 'tokens', where: { col: 'id', eq: id } })
    const acting = token ? await actingOf(tx, token) : null
    const confirm_by = acting ? [] : await waysToConfirm(tx, call, user)
    if (!token) return { login_by: null, creation_time: null, expires: null, confirmed_until: null, confirm_by, acting }
    const confirmed_until = call.confirmation === 'other' ? null : (confirmedUntil(token, call.catalogue) ?? null)
    const { login_by, creation_time } = token
    return { login_by, creation_time, expires: endOfToken(token), confirmed_until, confirm_by, acting }
  },
})

async function actingOf(tx: Reader, { actor_id, reason, creation_time }: Row<'tokens'>) {
  if (actor_id === null) return null
  const loginOf = await loadLogins(tx, [actor_id])
  return { actor: loginOf(actor_id), reason: reason ?? '', since: creation_time }
}
