import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { defineWrite } from '../../call/define/operation.js'
import { revokeKeys } from '../../domain/api-keys/revoke.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'

export const revokeAllApiKeys = defineWrite({
  name: 'apiKeys.revokeAll',
  summary: 'Revoke all of your API keys',
  description: 'Revokes all active API keys of the caller, including the one used for the call. Sessions stay.',
  errors: ['login_required'],
  examples: [{ title: 'After a key got lost', code: 'const { revoked } = await alice.apiKeys.revokeAll()' }],
  access: 'required',
  scope: 'admin',
  input: z.strictObject({}),
  output: z.object({ revoked: z.int().meta({ description: 'Number of revoked keys.' }) }),
  async run(tx, _input, call) {
    const revoked = await revokeKeys(tx, call, requireUser(call.who).id)
    if (revoked > 0) await bumpIdentityVersion(tx)
    return { revoked }
  },
})
