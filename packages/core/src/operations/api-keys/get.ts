import * as z from 'zod'
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
    id: z.int().meta({ description: 'ID of the key.' }),
    user: z.string().meta({ ref: 'user', description: 'Login of the owner.' }),
    prefix: z.string().meta({
      description: 'The first characters of the key, to identify it. The key itself is not shown again.',
    }),
    description: z.string().meta({ description: 'Description of the key.' }),
    is_revoked: z.boolean().meta({ description: 'The key is revoked.' }),
    is_read_only: z.boolean().meta({ description: 'The key is read-only.' }),
    scopes: z.array(z.enum(keyScopes)).meta({ description: 'Scopes: `read`, `write`, `admin`.' }),
    products: z
      .array(z.string().meta({ ref: 'product' }))
      .nullable()
      .meta({ description: 'Products to which the key is restricted, as far as the caller can see them. Null: all.' }),
    creation_time: z.date().meta({ description: 'Time of creation.' }),
    expires: z.date().nullable().meta({ description: 'Expiry time; null for never.' }),
    last_used: z.date().nullable().meta({ description: 'Time of the last use, to the minute; null if never used.' }),
    last_used_from: z
      .string()
      .nullable()
      .meta({
        description:
          'Address of the last use: an IPv4 address or an IPv6 network. Null without one, as for calls within ' +
          'the process.',
      }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without the key itself.' })
type KeyView = z.output<typeof keyView>

export const getApiKeys = defineRead({
  name: 'apiKeys.get',
  summary: 'List API keys',
  description:
    "The caller's API keys, oldest first, without the keys themselves.\n\n" +
    "Fails with `auth_failure` for another user's keys; `object_does_not_exist` for an ID or user.",
  errors: ['login_required', 'auth_failure', 'object_does_not_exist'],
  examples: [{ title: 'Your API keys', code: 'const { api_keys } = await alice.apiKeys.get()' }],
  access: 'required',
  filters: 'api_keys',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the API keys. Defaults to all.' }),
    user: word.optional().meta({
      description: 'Login of another user. Only for administrators. The embedding program must provide it or `ids`.',
    }),
    ...fieldFilter,
  }),
  output: z.object({ api_keys: z.array(keyView).meta({ description: 'API keys, oldest first.' }) }),
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
