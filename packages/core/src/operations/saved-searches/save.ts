import { insertOne } from '../../schema/insert-one.js'
import * as z from 'zod'
import type { Group } from '../../setup/catalogue.js'
import { requireUser, type Call } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { findGroup } from '../../domain/groups/find.js'
import { idOrName, limited, line, maxTextLength, requiredName } from '../../call/define/inputs.js'
import { defineWrite, problem } from '../../call/define/operation.js'
import { fold } from '../../store/index.js'
import { parametersOf, savedCriteria } from '../../search/parameters/saved.js'
import { ownSearches, savedKinds } from '../../domain/saved-searches/find.js'
import { createdObject } from '../../call/define/outputs.js'

const kind = 'saved search'
const maxNameLength = 64
const mostOfUser = 500

export const saveSearch = defineWrite({
  name: 'savedSearches.save',
  summary: 'Save a search or report',
  description:
    'Saves a search of the caller by name, or replaces the parameters of an existing one. A user has at most 500 ' +
    'searches and reports.\n\n' +
    'Fails with `object_not_specified` for an empty query; `search_too_complex` for one of more than 1,000 ' +
    'parameters; `param_invalid` for a search that names a saved search; `auth_failure` for sharing without being in ' +
    'the querysharegroup; `object_does_not_exist` for a group of which the caller is not a member; ' +
    '`saved_search_limit` for another search.',
  errors: [
    'login_required',
    'name_blank',
    'name_too_long',
    'param_invalid',
    'object_not_specified',
    'search_too_complex',
    'text_too_long',
    'auth_failure',
    'object_does_not_exist',
    'saved_search_limit',
  ],
  examples: [
    {
      title: 'Save a search',
      code: "await alice.savedSearches.save({ name: 'My blinking ones', query: 'product=Widgets&summary=blink' })",
    },
  ],
  access: 'required',
  input: z.strictObject({
    name: requiredName(kind, maxNameLength)
      .refine((name) => !/[<>&]/.test(name), problem('param_invalid', { accepted: 'a name without <, > and &' }))
      .meta({
        description: "1 to 64 characters without <, > and &, unique among the caller's searches, ignoring case.",
      }),
    query: limited(
      line
        .transform((query) => query.replace(/^\?/, ''))
        .refine((query) => query !== '', problem('object_not_specified')),
      maxTextLength,
    ).meta({
      description:
        'The parameters of the search, as in a query string. Values that are renamed later keep their old name in it.',
    }),
    kind: z.enum(savedKinds).default('search').meta({ description: "'search' (default) or 'report'." }),
    shared_with: idOrName
      .nullable()
      .optional()
      .meta({
        description:
          'A group of the caller, by ID or name, with which to share it, or null to share with none. Default for an ' +
          'existing search: unchanged.',
      }),
  }),
  output: createdObject,
  async run(tx, input, call) {
    const user = requireUser(call.who)
    const { name, query, shared_with } = input
    if (input.kind === 'search') savedCriteria(query, 'query')
    else parametersOf(query, 'query')
    const shared =
      shared_with === undefined ? undefined : shared_with === null ? null : requireGroup(call, shared_with).id
    const own = { user_id: user.id, kind: input.kind, name_folded: fold(name) }
    const [known] = await tx.select({
      from: 'saved_searches',
      where: {
        and: [
          { col: 'user_id', eq: own.user_id },
          { col: 'kind', eq: own.kind },
          { col: 'name_folded', eq: own.name_folded },
        ],
      },
      columns: ['id'],
    })
    if (known) {
      const set = { name, query, ...(shared !== undefined && { shared_group_id: shared }) }
      await tx.update('saved_searches', { col: 'id', eq: known.id }, set)
      return { id: known.id }
    }
    if ((await tx.count('saved_searches', ownSearches(call.who))) >= mostOfUser)
      throw new TrackerError('saved_search_limit', { limit: mostOfUser })
    const id = await insertOne(tx, 'saved_searches', { ...own, name, query, shared_group_id: shared ?? null })
    return { id }
  },
})

/** A group to share with; one that the caller is not in does not exist. */
function requireGroup(call: Call, value: number | string): Group {
  const { who, catalogue } = call
  const sharers = catalogue.groups.named(catalogue.parameters.querysharegroup)
  if (!sharers || !who.groupIds.has(sharers.id)) throw new TrackerError('auth_failure', { action: 'share searches' })
  const group = findGroup(catalogue, value)
  if (group && who.groupIds.has(group.id)) return group
  throw new TrackerError('object_does_not_exist', { kind: 'group', field: 'shared_with', value })
}
