import * as z from 'zod'
import { endOfToken, tokensInUse } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { defineRead } from '../../call/define/operation.js'
import { loadLogins } from '../../domain/users/find.js'

/** Maximum number of sessions returned, the last used first. */
const most = 1000

const session = z
  .object({
    id: z.int().meta({ description: 'ID of the session. Its token is not shown again.' }),
    creation_time: z.date().meta({ description: 'Time when the session began.' }),
    begun_from: z.string().nullable().meta({ description: 'Address from which the session began; null if unknown.' }),
    expires: z.date().meta({ description: 'Time when the session ends if it is not used again.' }),
    login_by: z
      .string()
      .meta({ description: 'How the session began: `password`, `passkey`, or the name of a provider.' }),
    acting_for: z.string().nullable().meta({
      description: "Login of the user as whom the caller views the tracker; null for the caller's own sessions.",
    }),
    last_used: z.date().meta({ description: 'Time of the last use, to the hour.' }),
    is_restricted: z.boolean().meta({ description: 'Whether the session is valid only from that address.' }),
    is_current: z.boolean().meta({ description: 'Whether this call uses the session.' }),
  })
  .meta({ id: 'Session', description: 'A session, without its token.' })

export const getSessions = defineRead({
  name: 'sessions.get',
  summary: 'List your sessions',
  description: "Returns the caller's valid sessions, most recently used first, at most 1,000.",
  errors: ['login_required'],
  examples: [
    {
      title: "List the caller's sessions",
      code: 'const { sessions } = await alice.sessions.get()\nconsole.log(sessions.map(({ begun_from }) => begun_from))',
    },
  ],
  access: 'required',
  input: z.strictObject({}),
  output: z.object({ sessions: z.array(session).meta({ description: 'Sessions, most recently used first.' }) }),
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
