import * as z from 'zod'
import { endToken } from '../../auth/acting.js'
import { tokensInUse } from '../../auth/tokens.js'
import { requireUser } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { TrackerError } from '../../kernel/errors.js'

export const endSession = defineWrite({
  name: 'sessions.end',
  summary: 'End one of your sessions',
  description:
    "Ends one of the caller's sessions by ID: its token is no longer valid.\n\n" +
    'Fails with `object_does_not_exist` for an ended session or one of another user.',
  errors: ['login_required', 'object_does_not_exist'],
  examples: [{ title: 'Log out elsewhere', code: 'await alice.sessions.end({ id: 7 })' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ id: id.meta({ description: 'ID of the session.' }) }),
  output: z.object({}),
  async run(tx, input, call) {
    const mine = tokensInUse(requireUser(call.who).id, call.now)
    const [token] = await tx.select({ from: 'tokens', where: { and: [{ col: 'id', eq: input.id }, mine] } })
    if (!token) throw new TrackerError('object_does_not_exist', { kind: 'session', field: 'id', value: input.id })
    await endToken(tx, token, call.now)
    return {}
  },
})
