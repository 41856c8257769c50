import { z } from 'zod'
import { isAccessible } from '../../access/products.js'
import { addressesOf, limitsOf } from '../../auth/api-key.js'
import { hasRight, type Call } from '../../call/context.js'
import { keyScopes } from '../../call/limits.js'
import { scopesOf } from '../../domain/api-keys/scopes.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Row, Where } from '../../schema/index.js'
import { loadLogins, requireUserNamed } from '../../domain/users/find.js'
import { knownKeys, requireKeys } from '../../domain/api-keys/find.js'

const keyView = z
  .object({
    id: z.int().meta({ description: 'The number of the key.' }),
    user: z.string().meta({ ref: 'user', description: 'The login name of the owner.' }),
    prefix: z.string().meta({
      description: 'The first characters of the key, to identify it. The key itself is not shown again.',
    }),
    description: z.string().meta({ description: 'Description of the key.' }),
    is_revoked: z.boolean().meta({ description: 'It does not log in any more.' }),
    is_read_only: z.boolean().meta({ description: 'It may read but change nothing.' }),
    scopes: z.array(z.enum(keyScopes)).meta({ description: 'Scopes: `read`, `write`, `admin`.' }),
    products: z
      .array(z.string().meta({ ref: 'product' }))
      .nullable()
      .meta({ description: 'The products it is for, as far as the caller knows of them; null: all.' }),
    creation_time: z.date().meta({ description: 'When it was made.' }),
    expires: z.date().nullable().meta({ description: 'When it stops working; null: never.' }),
    last_used: z
      .date()
      .nullable()
      .meta({ description: 'When it was last used, to the minute; null when it has not been used yet.' }),
    last_used_from: z
      .string()
      .nullable()
      .meta({
        description:
          'The address it was last used from: an IPv4 address or a network of IPv6; null when there was none, as for ' +
          'callers in the same process.',
      }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' })
type KeyView = z.output<typeof keyView>

export const getApiKeys = defineRead({
  name: 'apiKeys.get',
  summary: 'API keys, without the keys themselves',
  description:
    "The caller's API keys, oldest first, without the keys themselves.\n\n" +
    "Fails with `auth_failure` for another user's keys; `object_does_not_exist` for an ID or user.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Your API keys', code: 'const { api_keys } = await alice.apiKeys.get()' }],
  access: 'required',
  filters: 'api_keys',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'Only these.' }),
    user: word.optional().meta({
      description:
        'Those of another user, by login name, for administrators; the embedding program must name one, or ids.',
    }),
    ...fieldFilter,
  }),
  output: z.object({ api_keys: z.array(keyView).meta({ description: 'The keys, the oldest first.' }) }),
  async run(tx, input, call) {
    const { who } = call
    if (input.user !== undefined && !hasRight(call, 'admin'))
      throw new TrackerError('auth_failure', { action: "see another user's API keys" })
    const owner = input.user === undefined ? who.user : await requireUserNamed(tx, input.user, 'user')
    const ofOwner: Where<'api_keys'> = { and: [{ col: 'user_id', in: owner ? [owner.id] : [] }, knownKeys(call)] }
    const rows =
      input.ids.length > 0
        ? await requireKeys(tx, call, input.ids)
        : await tx.select({ from: 'api_keys', where: ofOwner, order: [{ col: 'id' }] })
    const loginOf = await loadLogins(
      tx,
      rows.map((row) => row.user_id),
    )
    const filter = createFieldFilter(input)
    const views = rows.map((row) => filter.pick(viewKey(call, row, loginOf(row.user_id))))
    return { api_keys: views as KeyView[] }
  },
})

function viewKey(call: Call, row: Row<'api_keys'>, user: string): KeyView {
  const { id: keyId, prefix, description, is_revoked, is_read_only, creation_time, expires, last_used } = row
  const limits = limitsOf(row)
  const { productIds } = limits
  const known = [...call.catalogue.products].filter((product) => isAccessible(call, product))
  const products = productIds ? known.filter(({ id: one }) => productIds.has(one)).map(({ name }) => name) : null
  const about = { description, is_revoked, is_read_only, scopes: scopesOf(limits), products, creation_time, expires }
  return { id: keyId, user, prefix, ...about, last_used, last_used_from: addressesOf(row)[0] ?? null }
}
