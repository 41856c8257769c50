import * as z from 'zod'
import { requireUser, type Call } from '../../call/context.js'
import { createFieldFilter } from '../../kernel/field-filter.js'
import { fieldFilter, id, list } from '../../call/define/inputs.js'
import { defineRead } from '../../call/define/operation.js'
import type { Row, Where } from '../../schema/index.js'
import { loadLogins } from '../../domain/users/find.js'
import { ownSearches, requireSearches, savedKinds, sharedSearches } from '../../domain/saved-searches/find.js'

const view = z
  .object({
    id: z.int().meta({ ref: 'saved search', description: 'ID of the search.' }),
    name: z.string().meta({ description: 'Name of the search.' }),
    kind: z.enum(savedKinds).meta({ description: 'Whether it is a search or a report.' }),
    query: z.string().meta({ description: 'The parameters of the search, as in a query string.' }),
    user: z.string().meta({ ref: 'user', description: 'Login of the user who saved it.' }),
    shared_with: z
      .string()
      .nullable()
      .meta({ description: 'Name of the group with which it is shared; null if it is not shared.' }),
  })
  .meta({ id: 'SavedSearch', description: 'A saved search or report.' })
type View = z.output<typeof view>

export const getSavedSearches = defineRead({
  name: 'savedSearches.get',
  summary: 'Get saved searches and reports',
  description:
    'Returns the searches and reports that the caller has saved, by name.\n\n' +
    'Fails with `object_does_not_exist` for an ID.',
  errors: ['login_required', 'object_does_not_exist'],
  examples: [
    {
      title: 'Your saved searches and shared ones',
      code: 'const { saved_searches } = await alice.savedSearches.get({ include_shared: true })',
    },
  ],
  access: 'required',
  filters: 'saved_searches',
  input: z.strictObject({
    ids: list(id).default([]).meta({ description: 'Only these.' }),
    include_shared: z
      .boolean()
      .default(false)
      .meta({ description: 'Include those of other users who share them with a group of the caller.' }),
    ...fieldFilter,
  }),
  output: z.object({ saved_searches: z.array(view).meta({ description: 'Searches and reports, by name.' }) }),
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
    const loginOf = await loadLogins(
      tx,
      rows.map((row) => row.user_id),
    )
    const filter = createFieldFilter(input)
    const views = rows.map((row) => filter.pick(viewSearch(call, row, loginOf(row.user_id))))
    return { saved_searches: views as View[] }
  },
})

function viewSearch({ catalogue }: Call, row: Row<'saved_searches'>, user: string): View {
  const { id: searchId, name, query, shared_group_id } = row
  const group = shared_group_id === null ? undefined : catalogue.groups.get(shared_group_id)
  return { id: searchId, name, kind: row.kind as View['kind'], query, user, shared_with: group?.name ?? null }
}
