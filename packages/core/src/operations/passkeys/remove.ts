import { z } from 'zod'
import { requireUser } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireOtherWay } from '../../domain/logins/other-ways.js'
import { notifyOfPasskey, requirePasskey, turnFactorOff } from '../../domain/passkeys/change.js'
import { hasPasskey } from '../../auth/second-factor.js'

export const removePasskey = defineWrite({
  name: 'passkeys.remove',
  summary: 'Remove a passkey',
  description:
    'Removes a passkey of the caller, who can no longer log in with it. Without an authenticator app, removing the ' +
    'last one turns two-factor authentication off. Sessions stay. The caller is notified by email.\n\n' +
    'Fails with `object_does_not_exist` for an ID; `param_invalid` for the last way to log in.',
  errors: ['login_required', 'object_does_not_exist', 'param_invalid'],
  examples: [{ title: 'After a laptop was lost', code: 'await alice.passkeys.remove({ id: 3 })' }],
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({ id: id.meta({ description: 'The ID of the passkey.' }) }),
  output: z.object({}),
  async run(tx, { id: which }, call) {
    const user = requireUser(call.who)
    const { name } = await requirePasskey(tx, user.id, which)
    await requireOtherWay(tx, call, user, { passkey: which })
    await tx.delete('passkeys', { col: 'id', eq: which })
    const changesFactor = !(await hasPasskey(tx, user.id)) && (await turnFactorOff(tx, user.id))
    await notifyOfPasskey(tx, call, user.id, { name, is_added: false, changesFactor })
    return {}
  },
})
