// The data of a list.
import type { FieldOfMetadata } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import { bugIdIn, Moved, type Failure, type PageAddress } from '../../page/page.js'
import { failureOfSearch } from '../../page/failure.js'
import { fieldsOfLists } from '../../page/metadata.js'
import { alwaysNeeded, columnNames, columnsOf, firstOrder, people, type Column, type ListBug } from './columns.js'
import { criteriaOf, hasCriteria, rangeOf } from '../query/query.js'

export interface ListData {
  readonly bugs: readonly ListBug[]
  /** The number of bugs on all pages. */
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly columns: readonly Column[]
  /** As the API takes it; undefined: that of the saved search. */
  readonly order: string | undefined
  /** Names in the address that mean nothing. */
  readonly ignored: readonly string[]
  /** The fields of the tracker, of which some are columns and filters. */
  readonly fields: readonly FieldOfMetadata[]
  /** The search was refused; then there are no bugs. */
  readonly failure?: Failure
}

/** @throws Moved where the address names a bug, or nothing to search for */
export async function loadList(operations: Client, { query, who }: PageAddress): Promise<ListData> {
  const id = bugIdIn(query.get('quicksearch') ?? '')
  if (id !== undefined) throw new Moved(`/bug/${id}`)
  if (!hasCriteria(query)) {
    const others = [...query].filter(([name]) => name !== 'status')
    throw new Moved(`/bugs?${new URLSearchParams([['status', '__open__'], ...others])}`)
  }
  const range = rangeOf(query)
  const names = columnNames(query.get('include_fields'), who?.preferences.columns)
  const fields = await fieldsOfLists(operations)
  const columns = columnsOf(names, fields)
  const own = who ? ['changed_since_seen'] : []
  const order = query.get('order') ?? (query.has('savedsearch') ? undefined : who?.preferences.order || firstOrder)
  const matches = await search(operations, query, { ...range, columns, order, own })
  return {
    ...matches,
    ...range,
    columns,
    order,
    fields,
  }
}

/** A list shows the names of people. */
const unusedOfPeople = people.map((name) => `${name}_detail.email`)

interface Matches {
  readonly bugs: readonly ListBug[]
  readonly total: number
  readonly ignored: readonly string[]
  readonly failure?: Failure
}

interface Wanted extends Pick<ListData, 'columns' | 'order' | 'limit' | 'offset'> {
  /** Fields about the user, for those who are logged in. */
  readonly own: readonly string[]
}

async function search(
  operations: Client,
  query: URLSearchParams,
  { columns, order, limit, offset, own }: Wanted,
): Promise<Matches> {
  const fields = new Set([...alwaysNeeded, ...own, ...columns.map(({ field }) => field)])
  try {
    const answer = await operations.bugs.search({
      ...criteriaOf(query),
      ...(order !== undefined && { order }),
      limit,
      offset,
      count_total: true,
      include_fields: [...fields] as 'id'[],
      exclude_fields: unusedOfPeople as 'id'[],
    })
    const bugs = answer.bugs as unknown as ListBug[]
    return { bugs, total: answer.total_matches ?? offset + bugs.length, ignored: answer.ignored ?? [] }
  } catch (error) {
    return { bugs: [], total: 0, ignored: [], failure: failureOfSearch(error, query) }
  }
}
