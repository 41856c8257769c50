import { z } from 'zod'
import { requireUser } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { id, list } from '../../define/inputs.js'
import { defineWrite } from '../../define/operation.js'
import { ownSearches, requireSearches } from '../../domain/saved-searches/find.js'

/**
 * Removes saved searches and reports of one's own, all of them or none.
 *
 * @throws login_required (410), params_required (50) without ids, object_does_not_exist (51) for an id that is none of one's own
 * @example await alice.savedSearches.delete({ ids: [3] })
 */
export const deleteSavedSearches = defineWrite({
  name: 'savedSearches.delete',
  summary: 'Remove saved searches and reports',
  access: 'required',
  input: z.strictObject({ ids: list(id).default([]) }),
  output: z.object({ saved_searches: z.array(z.object({ id: z.int() })) }),
  async run(tx, { ids }, { who }) {
    requireUser(who)
    if (ids.length === 0) throw new TrackerError('params_required', { fields: ['ids'] })
    const rows = await requireSearches(tx, ownSearches(who), ids)
    const own = rows.map((row) => row.id)
    await tx.delete('saved_searches', { col: 'id', in: own })
    return { saved_searches: own.map((searchId) => ({ id: searchId })) }
  },
})
