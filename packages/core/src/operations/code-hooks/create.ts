import * as z from 'zod'
import { defineWrite } from '../../call/define/operation.js'
import { auditCreation } from '../../domain/audit/write.js'
import { requireFreeName, urlOfHost } from '../../domain/code-hooks/find.js'
import { hookInput, hookSecret } from '../../domain/code-hooks/inputs.js'
import { newHookSecret } from '../../domain/code-hooks/secrets.js'
import { requireOutcome } from '../../domain/code-hooks/values.js'
import { requireUserNamed } from '../../domain/users/find.js'
import { requireProductIds } from '../../domain/webhooks/scope.js'
import { TrackerError } from '../../kernel/errors.js'
import { insertOne } from '../../schema/insert-one.js'

/** Of one host: each request is compared with the secrets of all of them. */
const mostOfHost = 20

export const createCodeHook = defineWrite({
  name: 'codeHooks.create',
  summary: 'Create a code hook',
  description:
    'Creates a code hook, to which a git host sends pushes and pull requests. They are linked to the bugs that they ' +
    'name, and merges close bugs, with the rights of `account`. The response contains the address and the secret ' +
    'for the settings of the host; the secret is not shown again.\n\n' +
    'For administrators; at most 20 of one host. Fails with `object_does_not_exist` for an account, product, status ' +
    'or resolution; `name_in_use` for the name of another hook; `param_invalid` for a short secret and for an open ' +
    'status.',
  errors: [
    'auth_failure',
    'name_blank',
    'name_too_long',
    'name_in_use',
    'param_invalid',
    'list_too_long',
    'object_does_not_exist',
    'code_hook_limit',
  ],
  examples: [
    {
      title: 'Link and close bugs from repositories of a company',
      code:
        "const { secret, url } = await admin.codeHooks.create({ name: 'GitHub', host: 'github', " +
        "account: 'bot@example.com', repositories: ['example/*'] })",
    },
  ],
  access: 'required',
  right: { group: 'admin', action: 'create code hooks' },
  scope: 'admin',
  confirms: () => true,
  isSecret: true,
  input: z.strictObject({
    ...hookInput,
    repositories: hookInput.repositories.default([]),
    product: hookInput.product.default([]),
    closes: hookInput.closes.default('fixes'),
    status: hookInput.status.default('RESOLVED'),
    resolution: hookInput.resolution.default('FIXED'),
    branches: hookInput.branches.default([]),
    numbers: hookInput.numbers.default(false),
    is_enabled: hookInput.is_enabled.default(true),
    secret: hookSecret.optional().meta({
      description: 'Secret of an existing hook of the host: 16 to 255 visible ASCII characters. Defaults to a new one.',
    }),
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the code hook.' }),
    secret: z.string().meta({ description: 'Secret for the settings of the host.' }),
    url: z.string().meta({ description: 'URL for the settings of the host.' }),
  }),
  async run(tx, { account, product, secret: given, ...input }, call) {
    if ((await tx.count('code_hooks', { col: 'host', eq: input.host })) >= mostOfHost)
      throw new TrackerError('code_hook_limit', { limit: mostOfHost })
    await requireFreeName(tx, input.name)
    requireOutcome(call, input.status, input.resolution)
    const user = await requireUserNamed(tx, account, 'account')
    const secret = given ?? newHookSecret(call.environment)
    const id = await insertOne(tx, 'code_hooks', {
      ...input,
      user_id: user.id,
      product_ids: requireProductIds(call, product),
      secrets: [{ secret, until: null }],
      last_time: null,
      creation_time: call.now,
    })
    await auditCreation(tx, call, 'code_hooks', id, input.name)
    return { id, secret, url: urlOfHost(call, input.host) }
  },
})
