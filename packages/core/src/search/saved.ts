// Searches that their owner runs by name.
import { requireUser, type Call } from '../context.js'
import { TrackerError } from '../errors.js'
import type { Reader } from '../schema/index.js'
import { fold } from '../store/index.js'

/** The parameters of a search that the caller has saved. @throws login_required, object_does_not_exist */
export async function loadSavedSearch(
  tx: Reader,
  { who }: Pick<Call, 'who'>,
  name: string,
): Promise<Record<string, string[]>> {
  const own = { user_id: requireUser(who).id, kind: 'search', name_folded: fold(name.trim()) }
  const [saved] = await tx.select({
    from: 'saved_searches',
    where: {
      and: [
        { col: 'user_id', eq: own.user_id },
        { col: 'kind', eq: own.kind },
        { col: 'name_folded', eq: own.name_folded },
      ],
    },
    columns: ['query'],
  })
  if (!saved)
    throw new TrackerError('object_does_not_exist', { kind: 'saved search', field: 'savedsearch', value: name })
  const parameters: Record<string, string[]> = {}
  for (const [key, value] of new URLSearchParams(saved.query)) (parameters[key] ??= []).push(value)
  return parameters
}
