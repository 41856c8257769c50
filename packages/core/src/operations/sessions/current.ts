import { z } from 'zod'
import { confirmedUntil } from '../../auth/confirmation.js'
import { passkeysHere } from '../../auth/passkey.js'
import { findSecondFactor } from '../../auth/second-factor.js'
import { endOfToken } from '../../auth/tokens.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { byPasskey } from '../../domain/passkeys/options.js'
import { mayConfirm } from '../../domain/logins/confirm.js'
import { identitiesOf } from '../../domain/logins/identities.js'
import { loadLogins } from '../../domain/users/find.js'
import type { Reader, Row } from '../../schema/index.js'

export const getCurrentSession = defineRead({
  name: 'sessions.current',
  summary: 'The session of this call',
  description:
    'Returns when and how the session of the call began, when it ends, and whether the caller must confirm their ' +
    'identity before an operation that gives lasting access. With an API key or a password, the session is null.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Whether to ask for the password first',
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
    creation_time: z.date().nullable().meta({ description: 'When it began.' }),
    expires: z.date().nullable().meta({ description: 'When it ends if it is not used again.' }),
    confirmed_until: z.date().nullable().meta({
      description:
        'Until when the caller is not asked to confirm their identity; null if that is never asked of this credential.',
    }),
    acting: z
      .object({
        actor: z.string().meta({ description: 'The login name of who views the tracker as the caller.' }),
        reason: z.string().meta({ description: 'The reason that was given.' }),
        since: z.date().meta({ description: 'Since when.' }),
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

async function waysToConfirm(tx: Reader, call: Call, user: User): Promise<string[]> {
  const { providers, passwords } = call.logins
  const own = new Set((await identitiesOf(tx, user.id)).map(({ issuer }) => issuer))
  const isTwofold = (await findSecondFactor(tx, user.id)) !== undefined
  const able = [...providers.values()].filter((one) => mayConfirm(one, isTwofold) && own.has(one.provider.issuer))
  const hasPassword = user.password_hash !== null || (passwords !== undefined && own.has(passwords.provider.issuer))
  const ownHere = { and: [{ col: 'user_id', eq: user.id } as const, ...passkeysHere(call.catalogue)] }
  const passkey = (await tx.count('passkeys', ownHere)) > 0 ? [byPasskey] : []
  return [...ownProofs(call, hasPassword, isTwofold), ...passkey, ...able.map(({ provider }) => provider.name)]
}

function ownProofs({ mail }: Call, hasPassword: boolean, isTwofold: boolean): string[] {
  if (hasPassword) return isTwofold ? ['password', 'otp'] : ['password']
  if (isTwofold) return ['otp']
  return mail.isKept ? ['mail'] : []
}
