// The numbers behind charts of a list.
import { isTrackerError } from '@trackerkit/client'
import type { Client } from '../../page/operations.js'
import type { BugsCountAnswer, BugsCountInput, ServerMetadataAnswer } from '@trackerkit/client/types'
import { failureOfSearch } from '../../page/failure.js'
import { criteriaOf, hasCriteria } from '../query/query.js'
import type { Trend } from '../../parts/trend.js'
import { metadataOfLists } from '../../page/metadata.js'
import type { Failure, PageAddress } from '../../page/page.js'
import { spanOf, trendInput, type Span } from './span.js'

/** The fields that come first. */
const first: readonly string[] = [
  'product',
  'component',
  'version',
  'target_milestone',
  'status',
  'resolution',
  'priority',
  'severity',
  'platform',
  'op_sys',
  'assigned_to',
  'creator',
  'is_open',
  'keywords',
]

export interface Periods {
  readonly over: 'week' | 'month'
  readonly counts: BugsCountAnswer
}

export interface ChartsData {
  readonly metadata: ServerMetadataAnswer
  readonly rows: string
  readonly columns: string | undefined
  /** Days of the chart over time. */
  readonly span: Span
  /** Undefined: the search was refused. */
  readonly table?: BugsCountAnswer
  /** When they were filed. Undefined: longer ago than can be shown. */
  readonly periods?: Periods | undefined
  /** Open bugs over time. */
  readonly trend?: Trend
  readonly failure?: Failure
}

/** Lists of no more months are shown by weeks. */
const fewMonths = 24

export async function loadCharts(operations: Client, address: PageAddress): Promise<ChartsData> {
  const query = countedQuery(address.query)
  const list = listQuery(query)
  const metadata = await metadataOfLists(operations)
  const fields = chartFields(metadata)
  const fieldIn = (name: 'x' | 'y') => fields.find((field) => field === query.get(name))
  const rows = fieldIn('x') ?? 'component'
  const columns = fieldIn('y')
  const span = spanOf(query)
  const criteria = criteriaOf(list) as BugsCountInput
  const count = (input: BugsCountInput) => operations.bugs.count({ ...criteria, ...input })
  try {
    const table = count({ x: rows, ...(columns && { y: columns }) })
    const trend = span.problem ? undefined : operations.bugs.trend({ ...criteria, ...trendInput(span) })
    const [counts, periods, shown] = await Promise.all([table, loadPeriods(count), trend])
    return { metadata, rows, columns, span, table: counts, periods, ...(shown && { trend: shown }) }
  } catch (error) {
    return { metadata, rows, columns, span, failure: failureOfSearch(error, query) }
  }
}

/** Without criteria, open bugs are counted. */
export function countedQuery(query: URLSearchParams): URLSearchParams {
  return hasCriteria(listQuery(query)) ? query : new URLSearchParams([['status', '__open__'], ...query])
}

/** The query of the list that is counted. */
export function listQuery(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !/^(x|y|range|from|to|offset)$/.test(name)))
}

/** The names of the fields that the page counts by. */
export function chartFields({ fields }: ServerMetadataAnswer): readonly string[] {
  const others = fields.flatMap(({ is_countable, name_in_bugs }) =>
    is_countable && name_in_bugs !== null && !first.includes(name_in_bugs) ? [name_in_bugs] : [],
  )
  return [...first, ...others]
}

/** By months, which are few: only a list that is young is counted again. */
async function loadPeriods(count: (input: BugsCountInput) => Promise<BugsCountAnswer>): Promise<Periods | undefined> {
  const months = await ifFew(count({ over: 'month', x: 'is_open' }))
  if (!months || (months.buckets?.length ?? 0) > fewMonths) return months && { over: 'month', counts: months }
  return { over: 'week', counts: await count({ over: 'week', x: 'is_open' }) }
}

async function ifFew(counted: Promise<BugsCountAnswer>): Promise<BugsCountAnswer | undefined> {
  try {
    return await counted
  } catch (error) {
    if (isTrackerError(error) && error.code === 'too_many_groups') return undefined
    throw error
  }
}
