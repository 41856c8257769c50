import { z } from 'zod'
import { endOfToken, tokensInUse } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { loadLogins } from '../../domain/users/find.js'

/** Maximum number of sessions returned, the last used first. */
const most = 1000

const session = z
  .object({
    id: z.int().meta({ description: 'ID of the session. Its token is not shown again.' }),
    creation_time: z.date().meta({ description: 'When it was begun.' }),
    begun_from: z
      .string()
      .nullable()
      .meta({ description: 'The address from which it was begun; null when that is not known.' }),
    expires: z.date().meta({ description: 'When it ends if it is not used again.' }),
    login_by: z.string().meta({ description: 'How it began: `password`, or the name of a provider.' }),
    acting_for: z
      .string()
      .nullable()
      .meta({ description: 'The login name of the user as whom the caller views the tracker; null for own sessions.' }),
    last_used: z.date().meta({ description: 'When it was last used, to the hour.' }),
    is_restricted: z.boolean().meta({ description: 'Valid only from that address.' }),
    is_current: z.boolean().meta({ description: 'This call was made with it.' }),
  })
  .meta({ id: 'Session', description: 'A login that lasts, without its token.' })

export const getSessions = defineRead({
  name: 'sessions.get',
  summary: 'Your sessions',
  description: 'Where one is logged in: the sessions that are valid, those used last first, at most 1,000 of them.',
  errors: ['login_required'],
  examples: [
    {
      title: 'Where one is logged in',
      code: 'const { sessions } = await alice.sessions.get()\nconsole.log(sessions.map(({ begun_from }) => begun_from))',
    },
  ],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(session).meta({ description: 'The sessions, the one used last first.' }) }),
  async run(tx, _input, call) {
    const { id } = requireUser(call.who)
    const rows = await tx.select({
      from: 'tokens',
      where: tokensInUse(id, call.now),
      columns: [
        'id',
        'creation_time',
        'begun_from',
        'last_used',
        'address',
        'login_by',
        'expires',
        'user_id',
        'actor_id',
      ],
      order: [{ col: 'last_used', desc: true }, { col: 'id' }],
      limit: most,
    })
    const current = call.sessionIds ?? []
    const loginOf = await loadLogins(
      tx,
      rows.filter(({ actor_id }) => actor_id !== null).map(({ user_id }) => user_id),
    )
    return {
      sessions: rows.map(({ address, user_id, actor_id, ...row }) => ({
        ...row,
        acting_for: actor_id === null ? null : loginOf(user_id),
        expires: endOfToken(row),
        is_restricted: address !== null,
        is_current: current.includes(row.id),
      })),
    }
  },
})
