import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import { auditCreation } from '../../domain/audit/write.js'
import { requireUser, type Call, type User } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { defineWrite } from '../../call/define/operation.js'
import type { Reader } from '../../schema/index.js'
import { randomText } from '../../auth/secrets.js'
import { requireUserNamed } from '../../domain/users/find.js'
import { word } from '../../call/define/inputs.js'
import { givenKey, keyDescription } from '../../domain/api-keys/inputs.js'
import { requireFewKeys } from '../../domain/api-keys/limit.js'
import { keyProducts, keyScopesInput, limitsWanted } from '../../domain/api-keys/scopes.js'
import { newKeyRow } from '../../domain/api-keys/new-key.js'

const keyLength = 40

export const createApiKey = defineWrite({
  name: 'apiKeys.create',
  summary: 'Create an API key',
  description:
    'Creates an API key, which authenticates its owner until it is revoked or expires. Only this response ' +
    'contains it: the tracker stores a hash, and the first characters for identification. The owner is notified ' +
    'by email. A user has at most 100 keys that are neither revoked nor expired.\n\n' +
    'A key can have fewer permissions than its owner (`scopes`, `products`). Other operations fail with ' +
    '`api_key_read_only` or `api_key_scope`; other products and their bugs do not exist for it.\n\n' +
    'The embedding program itself (`asSystem`) can also name the owner (`user`, a login) and provide the key ' +
    '(`key`, at least 16 letters and digits), for example from the environment.\n\n' +
    "Fails with `auth_failure` for another user's key or a given one; `object_does_not_exist` for the owner or a " +
    'product; `param_invalid` for a key that is too simple or in use, for an expiry in the past and for ' +
    'contradictory scopes; `api_key_limit` for another key.',
  errors: ['login_required', 'auth_failure', 'object_does_not_exist', 'param_invalid', 'api_key_limit'],
  examples: [
    {
      title: 'Create a read-only key',
      code: "const { api_key } = await alice.apiKeys.create({ description: 'Nightly build', is_read_only: true })",
    },
    {
      title: 'Create a key for one year that files and changes bugs of one product',
      code:
        "const products = ['Widgets']\n" +
        'const expires = new Date(Date.now() + 365 * 86_400_000)\n' +
        "const { api_key } = await alice.apiKeys.create({ description: 'Crash reports', products, expires })",
    },
  ],
  isSecret: true,
  access: 'required',
  scope: 'admin',
  confirms: () => true,
  input: z.strictObject({
    description: keyDescription.default('').meta({ description: 'Description of the key, at most 255 characters.' }),
    expires: z.date().optional().meta({ description: 'Expiry time, in the future. Defaults to never.' }),
    is_read_only: z.boolean().optional().meta({ description: 'Read-only, like `scopes` without `write`.' }),
    scopes: keyScopesInput.optional(),
    products: keyProducts.default([]),
    user: word
      .optional()
      .meta({ description: 'Login of the owner. Only for the embedding program. Defaults to the caller.' }),
    key: givenKey.optional().meta({
      description: 'The key, at least 16 letters and digits. Only for the embedding program. Defaults to a random one.',
    }),
  }),
  output: z.object({
    id: z.int().meta({ description: 'ID of the key.' }),
    api_key: z.string().meta({ description: 'The key itself, which is not shown again.' }),
  }),
  async run(tx, input, call) {
    const owner = await requireOwner(tx, call, input)
    if (input.expires && input.expires <= call.now)
      throw new TrackerError('param_invalid', { field: 'expires', value: input.expires, problem: 'it is in the past' })
    const key = input.key ?? randomText(call.environment, keyLength)
    const { description, expires = null } = input
    const limits = limitsWanted(call, input)
    const row = newKeyRow({ userId: owner.id, key, now: call.now, description, expires, limits })
    if ((await tx.count('api_keys', { col: 'key_hash', eq: row.key_hash })) > 0)
      throw new TrackerError('param_invalid', { field: 'key', problem: 'it is or was already in use' })
    const id = await insertOne(tx, 'api_keys', row)
    await requireFewKeys(tx, owner.id, call.now)
    const { prefix } = row
    await auditCreation(tx, call, 'api_keys', id, prefix)
    const details = { what: 'api_key_created', description, prefix } as const
    call.mail.record({ to: { user_id: owner.id }, details })
    return { id, api_key: key }
  },
})

/** Oneself, unless the embedding program asks. */
async function requireOwner(
  tx: Reader,
  { who }: Call,
  { user, key }: { readonly user?: string | undefined; readonly key?: string | undefined },
): Promise<User> {
  if (!who.isSystem) {
    if (user !== undefined) throw new TrackerError('auth_failure', { action: "create another user's API key" })
    if (key !== undefined) throw new TrackerError('auth_failure', { action: 'choose an API key' })
    return requireUser(who)
  }
  if (user !== undefined) return requireUserNamed(tx, user, 'user')
  if (!who.user) throw new TrackerError('param_required', { field: 'user' })
  return who.user
}
