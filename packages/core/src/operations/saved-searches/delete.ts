import * as z from 'zod'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list } from '../../call/define/inputs.js'
import { defineWrite } from '../../call/define/operation.js'
import { ownSearches, requireSearches } from '../../domain/saved-searches/find.js'
import { namedObject } from '../../call/define/outputs.js'

export const deleteSavedSearches = defineWrite({
  name: 'savedSearches.delete',
  summary: 'Delete saved searches and reports',
  description:
    "Deletes the caller's saved searches and reports, all of them or none.\n\n" +
    'Fails with `params_required` without ids; `object_does_not_exist` for an ID of another user.',
  errors: ['login_required', 'params_required', 'object_does_not_exist'],
  examples: [{ title: 'Remove a search', code: 'await alice.savedSearches.delete({ ids: [3] })' }],
  access: 'required',
  input: z.strictObject({ ids: list(id).default([]).meta({ description: 'IDs of the saved searches and reports.' }) }),
  output: z.object({
    saved_searches: z.array(namedObject).meta({ description: 'Deleted saved searches and reports.' }),
  }),
  async run(tx, { ids }, { who }) {
    requireUser(who)
    if (ids.length === 0) throw new TrackerError('params_required', { fields: ['ids'] })
    const rows = await requireSearches(tx, ownSearches(who), ids)
    const own = rows.map((row) => row.id)
    await tx.delete('saved_searches', { col: 'id', in: own })
    return { saved_searches: own.map((searchId) => ({ id: searchId })) }
  },
})
