import { must } from '../../kernel/must.js'
import { z } from 'zod'
import { hasRight } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list, word } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Row, Where } from '../../schema/index.js'
import { loadUsers, requireUserNamed } from '../../domain/users/find.js'
import { knownKeys, requireKeys } from '../../domain/api-keys/find.js'

const keyView = z.object({
  id: z.int(),
  /** The login name of the owner. */
  user: z.string(),
  /** The first characters of the key, to recognise it by. The key itself is never told again. */
  prefix: z.string(),
  description: z.string(),
  is_revoked: z.boolean(),
  is_read_only: z.boolean(),
  creation_time: z.date(),
  /** Null: never. */
  expires: z.date().nullable(),
  /** To the minute; null when it has not been used yet. */
  last_used: z.date().nullable(),
})
type KeyView = z.output<typeof keyView>

/**
 * One's own API keys, oldest first, without the keys themselves.
 *
 * `ids`: only these. `user`: those of another user, by login name, for administrators; the embedding program must name one,
 * or ids.
 *
 * @throws login_required (410), auth_failure (304) for somebody else's keys, object_does_not_exist (51) for an id or user
 * @example const { api_keys } = await alice.apiKeys.get()
 */
export const getApiKeys = defineRead({
  name: 'apiKeys.get',
  summary: 'API keys, without the keys themselves',
  access: 'required',
  filters: 'api_keys',
  input: z.strictObject({ ids: list(id).default([]), user: word.optional(), ...fieldFilter }),
  output: z.object({ api_keys: z.array(keyView) }),
  async run(tx, input, call) {
    const { who } = call
    if (input.user !== undefined && !hasRight(call, 'admin'))
      throw new TrackerError('auth_failure', { action: "see somebody else's API keys" })
    const owner = input.user === undefined ? who.user : await requireUserNamed(tx, input.user, 'user')
    const ofOwner: Where<'api_keys'> = { and: [{ col: 'user_id', in: owner ? [owner.id] : [] }, knownKeys(call)] }
    const rows =
      input.ids.length > 0
        ? await requireKeys(tx, call, input.ids)
        : await tx.select({ from: 'api_keys', where: ofOwner, order: [{ col: 'id' }] })
    const owners = await loadUsers(
      tx,
      rows.map((row) => row.user_id),
    )
    const filter = createFieldFilter(input)
    const views = rows.map((row) => filter.pick(viewKey(row, must(owners.get(row.user_id), 'user', row.user_id).login)))
    return { api_keys: views as KeyView[] }
  },
})

function viewKey(row: Row<'api_keys'>, user: string): KeyView {
  const { id: keyId, prefix, description, is_revoked, is_read_only, creation_time, expires, last_used } = row
  return { id: keyId, user, prefix, description, is_revoked, is_read_only, creation_time, expires, last_used }
}
