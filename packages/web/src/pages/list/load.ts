// What a list shows.
import type { Client } from '@trackerkit/client'
import { Moved, type Failure, type PageAddress } from '../../page/page.js'
import { failureOfSearch } from '../../page/failure.js'
import { loadFilterValues, type FilterValues } from './filter-values.js'
import {
  alwaysNeeded,
  columnNames,
  columnsOf,
  firstOrder,
  type Column,
  type CustomField,
  type ListBug,
} from './columns.js'
import { criteriaOf, hasCriteria, rangeOf } from './query.js'

export interface ListData {
  readonly bugs: readonly ListBug[]
  /** How many there are on all pages. */
  readonly total: number
  readonly limit: number
  readonly offset: number
  readonly columns: readonly Column[]
  /** As the API takes it; undefined: that of the saved search. */
  readonly order: string | undefined
  /** Names in the address that mean nothing. */
  readonly ignored: readonly string[]
  readonly values: FilterValues
  /** The search was refused; then there are no bugs. */
  readonly failure?: Failure
}

/** @throws Moved where the address names a bug, or nothing to search for */
export async function loadList(operations: Client, { query, who }: PageAddress): Promise<ListData> {
  const quick = query.get('quicksearch')?.trim() ?? ''
  if (/^\d{1,9}$/.test(quick)) throw new Moved(`/bug/${quick}`)
  if (!hasCriteria(query)) {
    const others = [...query].filter(([name]) => name !== 'status')
    throw new Moved(`/bugs?${new URLSearchParams([['status', '__open__'], ...others])}`)
  }
  const range = rangeOf(query)
  const names = columnNames(query.get('include_fields'), who?.preferences.columns)
  const columns = columnsOf(names, await customFieldsAmong(operations, names))
  const order = query.get('order') ?? (query.has('savedsearch') ? undefined : who?.preferences.order || firstOrder)
  const values = loadFilterValues(operations, query.getAll('product'))
  const found = search(operations, query, { ...range, columns, order })
  const [{ bugs, total, ignored, failure }, filterValues] = await Promise.all([found, values])
  return { bugs, total, ignored, columns, order, values: filterValues, ...range, ...(failure && { failure }) }
}

/** What custom fields are called, where any are wanted. */
async function customFieldsAmong(operations: Client, names: readonly string[]): Promise<readonly CustomField[]> {
  const wanted = names.filter((name) => name.startsWith('cf_'))
  if (wanted.length === 0) return []
  const { fields } = await operations.fields.get({ include_fields: ['name', 'display_name', 'is_custom'] })
  return fields.filter(({ name, is_custom }) => is_custom && wanted.includes(name))
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
  { columns, order, limit, offset }: Pick<ListData, 'columns' | 'order' | 'limit' | 'offset'>,
): Promise<Found> {
  const fields = new Set([...alwaysNeeded, ...columns.flatMap(({ needs }) => needs)])
  try {
    const answer = await operations.bugs.search({
      ...criteriaOf(query),
      ...(order !== undefined && { order }),
      limit,
      offset,
      count_total: true,
      include_fields: [...fields] as 'id'[],
    })
    const bugs = answer.bugs as unknown as ListBug[]
    return { bugs, total: answer.total_matches ?? offset + bugs.length, ignored: answer.ignored ?? [] }
  } catch (error) {
    return { bugs: [], total: 0, ignored: [], failure: failureOfSearch(error, query) }
  }
}
