// The part of a list that a saved search keeps.
import type { SavedSearch } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { criteriaOf } from './query.js'

/**
 * Returns the criteria and the order of a list as a search keeps them. A list of a saved search of the caller contributes the saved
 * criteria, because saved searches cannot refer to others; criteria of the address replace saved ones.
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

/** Returns a search that the caller has saved. */
export async function ownSearch(operations: Client, name: string | null): Promise<SavedSearch | undefined> {
  if (name === null) return undefined
  const { saved_searches } = await operations.savedSearches.get()
  return saved_searches.find((one) => one.kind === 'search' && one.name.toLowerCase() === name.toLowerCase())
}
