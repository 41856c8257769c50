// The search of an address, for the builder, with the number of bugs it finds.
import type { Client } from '../../page/operations.js'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { failureOfSearch } from '../../page/failure.js'
import { metadataOfLists } from '../../page/metadata.js'
import type { PageAddress } from '../../page/page.js'
import { criteriaOf, hasCriteria } from '../query/query.js'
import { ownSearch } from '../query/own-search.js'
import { readQuery } from '../query/read.js'
import type { SearchQuery } from '../query/tree.js'
import { withSaved } from '../query/with-saved.js'

export interface BuilderData {
  readonly metadata: ServerMetadataAnswer
  readonly query: SearchQuery
  readonly counted: Counted
}

/** The number of bugs, or why there is none. Neither: nothing is asked for. */
export interface Counted {
  readonly count?: number
  readonly failure?: string
}

export async function loadBuilder(operations: Client, { query, who }: PageAddress): Promise<BuilderData> {
  const isOwn = who !== null && !query.has('sharer_id')
  const [metadata, saved] = await Promise.all([
    metadataOfLists(operations),
    isOwn ? ownSearch(operations, query.get('savedsearch')) : undefined,
  ])
  const { fields } = metadata
  const opened = (saved && withSaved(new URLSearchParams(saved.query), query, fields)) ?? query
  return { metadata, query: readQuery(opened, fields), counted: await countOf(operations, opened) }
}

export async function countOf(operations: Client, query: URLSearchParams): Promise<Counted> {
  if (!hasCriteria(query)) return {}
  try {
    return { count: (await operations.bugs.count(criteriaOf(query))).total }
  } catch (error) {
    return { failure: failureOfSearch(error, query).message }
  }
}
