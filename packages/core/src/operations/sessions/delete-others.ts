import * as z from 'zod'
import { endTokens } from '../../auth/acting.js'
import { tokensInUse } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'

export const deleteOtherSessions = defineWrite({
  name: 'sessions.deleteOthers',
  summary: 'End all of your other sessions',
  description:
    'Ends all sessions of the caller except the one of the call; with an API key or a password, all of ' +
    'them. API keys stay.',
  errors: ['login_required'],
  examples: [{ title: 'Log out everywhere else', code: 'const { ended } = await alice.sessions.deleteOthers()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ ended: z.int().meta({ description: 'Number of ended sessions.' }) }),
  async run(tx, _input, call) {
    const mine = tokensInUse(requireUser(call.who).id, call.now)
    const kept = { col: 'id', in: call.sessionIds ?? [] } as const
    return { ended: await endTokens(tx, { and: [mine, { not: kept }] }, call.now) }
  },
})
