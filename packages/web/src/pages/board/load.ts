// The bugs of a list in columns, by the values of a field.
import type { Bug, Client, FieldOfMetadata } from '@trackerkit/client'
import type { ServerMetadataAnswer } from '@trackerkit/client/types'
import { metadataOf } from '../../page/metadata.js'
import { activeNames } from '../../page/value-names.js'
import { failureOfSearch } from '../../page/failure.js'
import { Moved, type Failure, type PageAddress } from '../../page/page.js'
import { fieldText, fieldValue } from '../../fields/field-value.js'
import { changed, criteriaOf, hasCriteria, listPath } from '../list/query.js'

export const cardFields = [
  'id',
  'summary',
  'status',
  'resolution',
  'is_open',
  'priority',
  'severity',
  'assigned_to_detail',
  'last_change_time',
] as const

export type Card = Pick<Bug, (typeof cardFields)[number]>

export interface Column {
  readonly value: string
  /** All bugs with the value, shown or not. */
  readonly count: number
  readonly cards: readonly Card[]
  /** The list of all of them. */
  readonly to: string
}

export interface BoardData {
  readonly metadata: ServerMetadataAnswer
  /** The name of the field of the columns in bugs. */
  readonly by: string
  readonly columns: readonly Column[]
  /** Columns that are not shown. */
  readonly others: number
  readonly total: number
  readonly failure?: Failure
}

const mostColumns = 20
const mostCards = 50
/** Of all columns together. */
const mostBugs = 500

/** Fields with one value out of several. */
export function columnFields({ fields }: Pick<ServerMetadataAnswer, 'fields'>): readonly FieldOfMetadata[] {
  return fields.filter(
    ({ name_in_bugs, is_countable, control }) =>
      name_in_bugs !== null && is_countable && (control === 'select' || control === 'person'),
  )
}

/** @throws Moved where the address asks for nothing */
export async function loadBoard(operations: Client, { query }: PageAddress): Promise<BoardData> {
  const asked = withoutColumns(query)
  if (!hasCriteria(asked)) throw new Moved(`/board?${new URLSearchParams([['status', '__open__'], ...query])}`)
  const metadata = await metadataOf(operations, ...query.getAll('product'))
  const by = query.get('columns') ?? 'status'
  const name = columnFields(metadata).some((field) => field.name_in_bugs === by) ? by : 'status'
  try {
    return { metadata, by: name, ...(await fill(operations, asked, name, metadata)) }
  } catch (error) {
    return { metadata, by: name, columns: [], others: 0, total: 0, failure: failureOfSearch(error, asked) }
  }
}

/** The query of the list with the same bugs. */
export function withoutColumns(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name !== 'columns'))
}

async function fill(operations: Client, query: URLSearchParams, by: string, metadata: ServerMetadataAnswer) {
  const criteria = criteriaOf(query)
  const search = {
    ...criteria,
    order: query.get('order') ?? (query.has('savedsearch') ? undefined : 'priority,last_change_time DESC'),
    limit: mostBugs,
    include_fields: [...new Set([...cardFields, by])] as 'id'[],
  }
  const [{ total, x, counts }, { bugs }] = await Promise.all([
    operations.bugs.count({ ...criteria, x: by }),
    operations.bugs.search(search),
  ])
  const countOf = (value: string) => counts[x.indexOf(value)]?.[0] ?? 0
  const all = [...new Set([...offered(metadata, by), ...x])]
  const values = inOrder(metadata, by, all)
  const columns = values.slice(0, mostColumns).map((value): Column => {
    const cards = bugs.filter((bug) => fieldText(fieldValue(bug, by)) === value)
    const to = listPath(changed(query, value === '' ? {} : { [by]: [value], [`${by}_type`]: [] }))
    return { value, count: countOf(value), cards: (cards as unknown as Card[]).slice(0, mostCards), to }
  })
  return { columns, others: Math.max(0, values.length - mostColumns), total }
}

/** Values that have a column without bugs, so that bugs can be moved there. */
function offered({ fields, products }: ServerMetadataAnswer, by: string): readonly string[] {
  const field = fields.find(({ name_in_bugs }) => name_in_bugs === by)
  if (by === 'target_milestone') return products.flatMap(({ milestones }) => activeNames(milestones))
  if (!['status', 'priority', 'severity'].includes(by) && field?.is_custom !== true) return []
  return (field?.values ?? []).flatMap(({ name, is_active }) => (name !== '' && is_active !== false ? [name] : []))
}

/** Open statuses come before closed ones; the others have the order of the installation. */
function inOrder({ fields }: ServerMetadataAnswer, by: string, values: readonly string[]): readonly string[] {
  const known = fields.find(({ name_in_bugs }) => name_in_bugs === by)?.values ?? []
  const ranks = new Map(known.map(({ name, is_open }, at) => [name, is_open === false ? known.length + 1 + at : at]))
  const rankOf = (value: string) => ranks.get(value) ?? known.length
  return values.toSorted((a, b) => rankOf(a) - rankOf(b))
}
