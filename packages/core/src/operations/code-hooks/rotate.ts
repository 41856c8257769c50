import * as z from 'zod'
import { id } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { audit } from '../../domain/audit/write.js'
import { requireHooks } from '../../domain/code-hooks/find.js'
import { hookSecret } from '../../domain/code-hooks/inputs.js'
import { newHookSecret } from '../../domain/code-hooks/secrets.js'
import { withNewSecret } from '../../domain/webhooks/secrets.js'
import { must } from '../../kernel/must.js'

/** A week. */
const mostHours = 168

export const rotateCodeHookSecret = defineWrite({
  name: 'codeHooks.rotate',
  summary: 'Rotate the secret of a code hook',
  description:
    'Gives a code hook a new secret, which only this response contains. The previous one is valid for `keep_hours`, ' +
    'which gives you time to change the settings of the host; 0 invalidates it immediately. For administrators.\n\n' +
    'Fails with `object_does_not_exist` for an ID.',
  errors: ['auth_failure', 'object_does_not_exist', 'param_invalid', 'number_too_large', 'number_too_small'],
  examples: [{ title: 'A secret became known', code: 'await admin.codeHooks.rotate({ id: 3, keep_hours: 0 })' }],
  access: 'required',
  right: { group: 'admin', action: 'change code hooks' },
  scope: 'admin',
  confirms: () => true,
  isSecret: true,
  input: z.strictObject({
    id: id.meta({ description: 'ID of the code hook.' }),
    secret: hookSecret
      .optional()
      .meta({ description: 'New secret, 16 to 255 visible ASCII characters. Defaults to a random one.' }),
    keep_hours: z
      .int()
      .min(0)
      .max(mostHours)
      .default(24)
      .meta({ description: 'Hours for which the previous secret is also valid, 0 to 168. Defaults to 24.' }),
  }),
  output: z.object({ secret: z.string().meta({ description: 'Secret for the settings of the host.' }) }),
  async run(tx, { id: hookId, secret: given, keep_hours }, call) {
    const [found] = await requireHooks(tx, [hookId], 'id')
    const hook = must(found, 'code hook', hookId)
    const secret = given ?? newHookSecret(call.environment)
    const secrets = withNewSecret(hook.secrets, secret, call.now, keep_hours)
    await tx.update('code_hooks', { col: 'id', eq: hook.id }, { secrets })
    await audit(tx, call, 'code_hooks', hook.id, [{ field: 'secret', removed: null, added: null }])
    return { secret }
  },
})
