// The part of a list that a saved search keeps.
import type { Client } from '../../page/operations.js'
import { metadataOfLists } from '../../page/metadata.js'
import { ownSearch } from './own-search.js'
import { changed, presentation } from './query.js'
import { withSaved } from './with-saved.js'

/**
 * Returns the criteria and the order of a list as a search keeps them. A list of a saved search of the caller contributes the saved
 * criteria, because saved searches cannot refer to others. Undefined if both together are no single search.
 */
export async function savedQuery(operations: Client, query: URLSearchParams): Promise<string | undefined> {
  const address = new URLSearchParams([...query].filter(([name]) => name === 'order' || !presentation.has(name)))
  const named = await ownSearch(operations, query.get('savedsearch'))
  if (!named) return String(changed(address, { savedsearch: [] }))
  const { fields } = await metadataOfLists(operations)
  return withSaved(new URLSearchParams(named.query), address, fields)?.toString()
}
