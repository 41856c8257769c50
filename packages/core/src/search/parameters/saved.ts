// Searches that are run by the name under which they were saved.
import { requireUser, type Caller } from '../../call/context.js'
import { TrackerError } from '../../kernel/errors.js'
import { sharedSearches } from '../../domain/saved-searches/find.js'
import type { Reader } from '../../schema/index.js'
import { fold } from '../../store/index.js'
import { requireBounded } from '../condition/bounds.js'
import type { ParsedSearchInput } from './input.js'

/**
 * The parameters of the saved search that an input names; of none when it names none. `savedsearch` (or `namedcmd`, its older
 * name) is one of the caller's own, or with `sharer_id` one that this user shares with a group of the caller.
 * @throws login_required, object_does_not_exist, search_too_complex, param_invalid
 */
export async function loadSavedSearch(
  tx: Reader,
  who: Caller,
  { savedsearch, namedcmd, sharer_id }: Pick<ParsedSearchInput, 'savedsearch' | 'namedcmd' | 'sharer_id'>,
): Promise<Record<string, string[]>> {
  const [field, name] = isBlank(savedsearch) ? ['namedcmd', namedcmd] : ['savedsearch', savedsearch]
  if (isBlank(name)) return {}
  const user = requireUser(who)
  const owner = sharer_id ?? user.id
  const [saved] = await tx.select({
    from: 'saved_searches',
    where: {
      and: [
        { col: 'user_id', eq: owner },
        { col: 'kind', eq: 'search' },
        { col: 'name_folded', eq: fold(name.trim()) },
        owner === user.id ? { and: [] } : sharedSearches(who),
      ],
    },
    columns: ['query'],
  })
  if (!saved) throw new TrackerError('object_does_not_exist', { kind: 'saved search', field, value: name })
  return savedCriteria(saved.query, field)
}

/**
 * Returns the parameters of a saved search. It runs its own criteria only, so one that names another would find too much.
 * @throws search_too_complex, param_invalid
 */
export function savedCriteria(query: string, field: string): Record<string, string[]> {
  const parameters = parametersOf(query, field)
  const { savedsearch = [], namedcmd = [] } = parameters
  const value = [...savedsearch, ...namedcmd].find((name) => !isBlank(name))
  if (value === undefined) return parameters
  throw new TrackerError('param_invalid', { field, value, problem: 'a saved search cannot name another one' })
}

/** Takes the query string of a saved search or report apart. @throws search_too_complex */
export function parametersOf(query: string, field: string): Record<string, string[]> {
  requireBounded('parameters', query.split('&').length, field)
  // A map: a key may be called `constructor`.
  const parameters = new Map<string, string[]>()
  for (const [key, value] of new URLSearchParams(query)) {
    const values = parameters.get(key)
    if (values) values.push(value)
    else parameters.set(key, [value])
  }
  return Object.fromEntries(parameters)
}

function isBlank(text: string | undefined): text is undefined {
  return text === undefined || text.trim() === ''
}
