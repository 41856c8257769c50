// What a list shows.
import { isTrackerError, type Client } from '@trackerkit/client'
import { Missing, Moved, type Failure, type PageAddress } from '../page.js'
import { failureOf } from '../failure.js'
import { loadFilterValues, type FilterValues } from './filter-values.js'
import { alwaysNeeded, columnsOf, firstOrder, type Column, type ListBug } from './columns.js'
import { criteriaOf, hasCriteria, rangeOf } from './query.js'

export interface ListData {
  readonly bugs: readonly ListBug[]
  /** How many there are on all pages. */
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly columns: readonly Column[]
  /** Names in the address that mean nothing. */
  readonly ignored: readonly string[]
  readonly values: FilterValues
  /** The search was refused; then there are no bugs. */
  readonly failure?: Failure
}

/** @throws Moved where the address names a bug, or nothing to search for */
export async function loadList(operations: Client, { query }: PageAddress): Promise<ListData> {
  const quick = query.get('quicksearch')?.trim() ?? ''
  if (/^\d{1,9}$/.test(quick)) throw new Moved(`/bug/${quick}`)
  if (!hasCriteria(query)) {
    const others = [...query].filter(([name]) => name !== 'status')
    throw new Moved(`/bugs?${new URLSearchParams([['status', '__open__'], ...others])}`)
  }
  const range = rangeOf(query)
  const columns = columnsOf(query.get('include_fields'))
  const values = loadFilterValues(operations, query.getAll('product'))
  const found = search(operations, query, columns, range)
  const [{ bugs, total, ignored, failure }, filterValues] = await Promise.all([found, values])
  return { bugs, total, ignored, columns, values: filterValues, ...range, ...(failure && { failure }) }
}

interface Found {
  readonly bugs: readonly ListBug[]
  readonly total: number
  readonly ignored: readonly string[]
  readonly failure?: Failure
}

async function search(
  operations: Client,
  query: URLSearchParams,
  columns: readonly Column[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Found> {
  const fields = new Set([...alwaysNeeded, ...columns.flatMap(({ needs }) => needs)])
  const order = query.get('order') ?? firstOrder
  try {
    const answer = await operations.bugs.search({
      ...criteriaOf(query),
      order,
      limit,
      offset,
      count_total: true,
      include_fields: [...fields] as 'id'[],
    })
    const bugs = answer.bugs as unknown as ListBug[]
    return { bugs, total: answer.total_matches ?? offset + bugs.length, ignored: answer.ignored ?? [] }
  } catch (error) {
    if (!isTrackerError(error) || error.code === 'auth_invalid_token') throw error
    const name = query.get('savedsearch')
    if (error.status === 404 && name !== null) throw new Missing('savedSearch', name)
    return { bugs: [], total: 0, ignored: [], failure: failureOf(error) }
  }
}
