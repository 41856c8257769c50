import { must } from '../../kernel/must.js'
import { z } from 'zod'
import { requireUser, type Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list } from '../../define/inputs.js'
import { defineRead } from '../../define/operation.js'
import type { Row, Where } from '../../schema/index.js'
import { loadUsers } from '../../domain/users/find.js'
import { sharedSearches } from '../../search/parameters/saved.js'
import { ownSearches, requireSearches, savedKinds } from '../../domain/saved-searches/find.js'

const view = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(savedKinds),
  /** The parameters of the search, as in a query string. */
  query: z.string(),
  /** The login name of who saved it. */
  user: z.string(),
  /** The name of the group whose members may use it too; null for oneself alone. */
  shared_with: z.string().nullable(),
})
type View = z.output<typeof view>

/**
 * The searches and reports that one has saved, by name.
 *
 * `ids`: only these. `include_shared`: also those of others who share them with a group that one is in.
 *
 * @throws login_required (410), object_does_not_exist (51) for an id
 * @example const { saved_searches } = await alice.savedSearches.get({ include_shared: true })
 */
export const getSavedSearches = defineRead({
  name: 'savedSearches.get',
  summary: 'Saved searches and reports',
  access: 'required',
  filters: 'saved_searches',
  input: z.strictObject({
    ids: list(id).default([]),
    include_shared: z.boolean().default(false),
    ...fieldFilter,
  }),
  output: z.object({ saved_searches: z.array(view) }),
  async run(tx, input, call) {
    const { who } = call
    requireUser(who)
    const visible: Where<'saved_searches'> = input.include_shared
      ? { or: [ownSearches(who), sharedSearches(who)] }
      : ownSearches(who)
    const rows =
      input.ids.length > 0
        ? await requireSearches(tx, visible, input.ids)
        : await tx.select({
            from: 'saved_searches',
            where: visible,
            order: [{ col: 'name_folded' }, { col: 'kind', desc: true }],
          })
    const users = await loadUsers(
      tx,
      rows.map((row) => row.user_id),
    )
    const filter = createFieldFilter(input)
    const views = rows.map((row) =>
      filter.pick(viewSearch(call, row, must(users.get(row.user_id), 'user', row.user_id).login)),
    )
    return { saved_searches: views as View[] }
  },
})

function viewSearch({ catalogue }: Call, row: Row<'saved_searches'>, user: string): View {
  const { id: searchId, name, query, shared_group_id } = row
  const group = shared_group_id === null ? undefined : catalogue.groups.get(shared_group_id)
  return { id: searchId, name, kind: row.kind as View['kind'], query, user, shared_with: group?.name ?? null }
}
