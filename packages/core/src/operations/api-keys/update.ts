import * as z from 'zod'
import { changedObject, createPlan, writePlan } from '../../domain/audit/plan.js'
import { bumpIdentityVersion } from '../../setup/catalogue.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { requireKeys } from '../../domain/api-keys/find.js'
import { keyDescription } from '../../domain/api-keys/inputs.js'
import { requireFewKeys } from '../../domain/api-keys/limit.js'
import { planRevocation } from '../../domain/api-keys/revoke.js'

export const updateApiKeys = defineWrite({
  name: 'apiKeys.update',
  summary: 'Update or revoke API keys',
  description:
    "Updates the caller's API keys, all of them or none; administrators can change other users' keys.\n\n" +
    'If another user has revoked a key, only administrators can re-enable it.\n\n' +
    'Fails with `params_required` without ids; `object_does_not_exist` for an ID; `auth_failure` for a key that ' +
    'another user has revoked; `api_key_limit` for re-enabling more than 100 keys of a user.',
  errors: [
    'login_required',
    'params_required',
    'object_does_not_exist',
    'auth_failure',
    'text_too_long',
    'api_key_limit',
  ],
  examples: [{ title: 'Revoke a key', code: 'await alice.apiKeys.update({ ids: [3], is_revoked: true })' }],
  access: 'required',
  scope: 'admin',
  confirms: ({ is_revoked }) => is_revoked === false,
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'IDs of the API keys.' }),
    description: keyDescription.optional().meta({ description: 'Description.' }),
    is_revoked: z.boolean().optional().meta({ description: 'Revoke the key, or re-enable it.' }),
  }),
  output: z.object({ api_keys: z.array(changedObject).meta({ description: 'Changes of each API key.' }) }),
  async run(tx, { ids, ...wanted }, call) {
    if (ids.length === 0) throw new TrackerError('params_required', { fields: ['ids'] })
    const api_keys = []
    const keys = await requireKeys(tx, call, ids)
    for (const key of keys) {
      const plan = createPlan<'api_keys'>()
      plan.change('description', key.description, wanted.description, (description) => ({ description }))
      planRevocation(call, plan, key, wanted.is_revoked)
      await writePlan(tx, call, 'api_keys', key.id, plan)
      api_keys.push({ id: key.id, changes: plan.changes })
    }
    const isToggled = api_keys.some(({ changes }) => 'is_revoked' in changes)
    if (isToggled) await bumpIdentityVersion(tx)
    if (isToggled && wanted.is_revoked === false)
      for (const owner of new Set(keys.map((key) => key.user_id))) await requireFewKeys(tx, owner, call.now)
    return { api_keys }
  },
})
