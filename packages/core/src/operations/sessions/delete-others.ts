import { z } from 'zod'
import { endTokens } from '../../auth/acting.js'
import { tokensInUse } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'

export const deleteOtherSessions = defineWrite({
  name: 'sessions.deleteOthers',
  summary: 'End all of your other sessions',
  description:
    'Logs out everywhere else: all sessions of the caller end but those that the call is made with; all of them, when ' +
    'it is made with a key or a password. API keys stay.',
  errors: ['login_required'],
  examples: [{ title: 'Log out everywhere else', code: 'const { ended } = await alice.sessions.deleteOthers()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ ended: z.int().meta({ description: 'How many sessions were ended.' }) }),
  async run(tx, _input, call) {
    const mine = tokensInUse(requireUser(call.who).id, call.now)
    const kept = { col: 'id', in: call.sessionIds ?? [] } as const
    return { ended: await endTokens(tx, { and: [mine, { not: kept }] }, call.now) }
  },
})
