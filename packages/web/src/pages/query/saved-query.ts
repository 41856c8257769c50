// The part of a list that a saved search keeps.
import type { SavedSearch } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { metadataOfLists } from '../../page/metadata.js'
import { withSaved } from './with-saved.js'
import { changed, presentation } from './query.js'

/**
 * Returns the criteria and the order of a list as a search keeps them. A list of a saved search of the caller contributes the saved
 * criteria, because saved searches cannot refer to others.
 * @throws NotJoinable
 */
export async function savedQuery(operations: Client, query: URLSearchParams): Promise<string> {
  const address = new URLSearchParams([...query].filter(([name]) => name === 'order' || !presentation.has(name)))
  const named = await ownSearch(operations, query.get('savedsearch'))
  const beside = changed(address, { savedsearch: [] })
  if (!named) return String(beside)
  const { fields } = await metadataOfLists(operations)
  const joined = withSaved(new URLSearchParams(named.query), beside, fields)
  if (!joined) throw new NotJoinable()
  return String(joined)
}

/** The saved search and the criteria beside it are no single search. */
export class NotJoinable extends Error {
  override readonly name = 'NotJoinable'
}

/** Returns a search that the caller has saved. */
export async function ownSearch(operations: Client, name: string | null): Promise<SavedSearch | undefined> {
  if (name === null) return undefined
  const { saved_searches } = await operations.savedSearches.get()
  return saved_searches.find((one) => one.kind === 'search' && one.name.toLowerCase() === name.toLowerCase())
}
