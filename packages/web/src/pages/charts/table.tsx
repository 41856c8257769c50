// The counts of a list by one field or two: as bars, and as a table that links to the bugs.
import { Bars, mostKinds, sumOf } from '../../parts/bars.js'
import { Figure } from '../../parts/figure.js'
import { Link } from '../../parts/link.js'
import { visible } from '../../parts/visible.js'
import { offsetIn } from '../../page/offset.js'
import { partOf, type Part } from '../../page/part.js'
import { useApp } from '../../state/app.js'
import type { Texts } from '../../texts/index.js'
import { labelOf } from '../../page/field-label.js'
import { wordsOfValue } from '../../page/value-words.js'
import { changed, listPath } from '../query/query.js'
import { withChart } from '../query/with-chart.js'
import { listQuery, type ChartsData } from './load.js'

type Counted = Required<Pick<ChartsData, 'table'>> & Pick<ChartsData, 'metadata' | 'rows' | 'columns'>
type CountTableProps = Counted & { readonly query: URLSearchParams }

export function BarChart(props: CountTableProps) {
  const { table, rows, columns } = props
  const { texts } = useApp()
  const title = headingOf(texts, props)
  const kinds = columns && table.y.length <= mostKinds ? table.y.map((name) => wordsFor(texts, columns, name)) : []
  const bars = table.x.map((name, at) => {
    const parts = table.counts[at] ?? []
    const all = sumOf(parts)
    return { name: wordsFor(texts, rows, name), parts: kinds.length > 0 ? parts : [all], count: texts.number(all) }
  })
  return (
    <Figure title={title} kinds={kinds} numbers={<CountTable {...props} caption={title} />}>
      <Bars rows={bars} />
    </Figure>
  )
}

function headingOf(texts: Texts, { metadata, rows, columns }: Counted): string {
  const label = (field: string) => visible(labelOf({ metadata }, texts, field))
  return columns ? texts.charts.byTwo(label(rows), label(columns)) : texts.charts.by(label(rows))
}

/** The name of a value. */
function wordsFor(texts: Texts, field: string, name: string): string {
  const { charts } = texts
  if (field === 'is_open') return charts.isOpen[name === 'true' ? 'true' : 'false']
  return name === '' ? charts.noValue : visible(wordsOfValue(texts, field, name))
}

/** Cells of a table. The other rows are on the next pages. */
const mostCells = 2000

/** How many rows a page of the table has. */
export function rowsPerPage({ y }: Counted['table']): number {
  return Math.min(200, Math.max(1, Math.floor(mostCells / (y.length + 2))))
}

/** The rows of the table on the page of an address. */
export function rowsOf(table: Counted['table'], query: URLSearchParams): Part<string> {
  return partOf(table.x, offsetIn(query), rowsPerPage(table))
}

export function CountTable({
  metadata,
  caption,
  table,
  rows,
  columns,
  query,
}: CountTableProps & { readonly caption: string }) {
  const { texts } = useApp()
  const list = listQuery(query)
  const { rows: names, offset } = rowsOf(table, query)
  const hasMany = rows === 'keywords' || columns === 'keywords'
  return (
    <div class="counts-wide">
      <table class="plain counts">
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{visible(labelOf({ metadata }, texts, rows))}</th>
            {columns &&
              table.y.map((name) => (
                <th key={name} scope="col">
                  <bdi>{wordsFor(texts, columns, name)}</bdi>
                </th>
              ))}
            {!(hasMany && columns) && <th scope="col">{texts.charts.total}</th>}
          </tr>
        </thead>
        <tbody>
          {names.map((name, at) => {
            const ofRow = withValue(list, rows, name)
            const counts = table.counts[offset + at] ?? []
            return (
              <tr key={name}>
                <th scope="row">
                  <bdi>{wordsFor(texts, rows, name)}</bdi>
                </th>
                {columns &&
                  counts.map((count, column) => (
                    <Count key={column} count={count} query={withValue(ofRow, columns, table.y[column] ?? '')} />
                  ))}
                {!(hasMany && columns) && <Count count={sumOf(counts)} query={ofRow} />}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function Count({ count, query }: { readonly count: number; readonly query: URLSearchParams }) {
  const { texts } = useApp()
  return <td>{count === 0 ? '0' : <Link to={listPath(query)}>{texts.number(count)}</Link>}</td>
}

/** The list of the bugs with a value. */
function withValue(query: URLSearchParams, field: string, value: string): URLSearchParams {
  const type = `${field}_type`
  // A bug has several keywords: one that the list requires stays required.
  if (value !== '' && field === 'keywords' && query.has(field)) return withChart(query, field, 'equals', value)
  if (value === '' && field !== 'resolution') return changed(query, { [field]: [], [type]: ['isempty'] })
  return changed(query, { [field]: [value === '' ? '---' : value], [type]: [] })
}
