// The saved search that an address names.
import type { SavedSearch } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'

/** Returns a search that the caller has saved. */
export async function ownSearch(operations: Client, name: string | null): Promise<SavedSearch | undefined> {
  if (name === null) return undefined
  const { saved_searches } = await operations.savedSearches.get()
  return saved_searches.find((one) => one.kind === 'search' && one.name.toLowerCase() === name.toLowerCase())
}
