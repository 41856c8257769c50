// The part of a list that a saved search keeps.
import type { Client, SavedSearch } from '@trackerkit/client'
import { criteriaOf } from './query.js'

/**
 * The criteria and the order of a list as they are saved. A list of one's own saved search gives its criteria along, because names
 * lead to no other names; what is asked for beside it counts instead of what was saved.
 */
export async function savedQuery(operations: Client, query: URLSearchParams): Promise<string> {
  const named = await ownSearch(operations, query.get('savedsearch'))
  const conditions = Object.entries(criteriaOf(query)).filter(([name]) => name !== 'savedsearch')
  const order = query.get('order')
  const now = [...conditions, ...(order === null ? [] : [['order', order] as const])]
  const before = [...new URLSearchParams(named?.query)].filter(([name]) => !now.some(([other]) => other === name))
  const result = new URLSearchParams(before)
  for (const [name, values] of now) for (const value of [values].flat()) result.append(name, value)
  return String(result)
}

/** A search that one has saved oneself. */
export async function ownSearch(operations: Client, name: string | null): Promise<SavedSearch | undefined> {
  if (name === null) return undefined
  const { saved_searches } = await operations.savedSearches.get()
  return saved_searches.find((one) => one.kind === 'search' && one.name.toLowerCase() === name.toLowerCase())
}
