import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requirePasskey } from '../../domain/passkeys/change.js'
import { passkeyName } from '../../domain/passkeys/inputs.js'

export const updatePasskey = defineWrite({
  name: 'passkeys.update',
  summary: 'Rename a passkey',
  description: 'Renames a passkey of the caller.\n\nFails with `object_does_not_exist` for an ID.',
  errors: ['login_required', 'object_does_not_exist', 'param_required', 'text_too_long'],
  examples: [{ title: 'Rename', code: "await alice.passkeys.update({ id: 3, name: 'Old laptop' })" }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({ id: id.meta({ description: 'ID of the passkey.' }), name: passkeyName }),
  output: z.object({}),
  async run(tx, { id: which, name }, call) {
    const user = requireUser(call.who)
    const { name: before } = await requirePasskey(tx, user.id, which)
    if (name === before) return {}
    await tx.update('passkeys', { col: 'id', eq: which }, { name })
    await audit(tx, call, 'users', user.id, [{ field: 'passkey', removed: before, added: name }])
    return {}
  },
})
