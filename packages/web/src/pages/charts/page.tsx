// Charts of a list: by one field or two, and over time.
import { useId } from 'preact/hooks'
import { FailureAlert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { OpenClosedTrend } from '../../parts/trend.js'
import { PartLinks } from '../../parts/part-links.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { labelOf } from '../../page/field-label.js'
import { listPath } from '../list/query.js'
import type { PageAddress } from '../../page/page.js'
import { chartFields, countedQuery, listQuery, loadCharts, type ChartsData } from './load.js'
import { PeriodChart } from './periods.js'
import { BarChart, CountTable, rowsOf, rowsPerPage } from './table.js'
import { chartsTexts } from '../../texts/english/charts.js'
import { figureTexts } from '../../texts/english/figure.js'

export const charts = definePage<ChartsData>({
  texts: { charts: chartsTexts, figure: figureTexts },
  load: loadCharts,
  title: (_, texts) => texts.charts.heading,
  status: ({ failure }) => failure?.status ?? 200,
  View: Charts,
})

interface ChartsProps {
  readonly data: ChartsData
  readonly address: PageAddress
}

function Charts({ data, address }: ChartsProps) {
  const query = countedQuery(address.query)
  const { texts } = useApp()
  const { table, periods, trend, failure } = data
  return (
    <div class="list-page">
      <div class="list-head">
        <h1>{texts.charts.heading}</h1>
        {table && (
          <p class="count">
            <Link to={listPath(listQuery(query))}>{texts.bugs(table.total)}</Link>
          </p>
        )}
      </div>
      <Choices key={String(query)} data={data} query={query} />
      {failure && <FailureAlert failure={failure} />}
      {table && table.total > 0 && (
        <>
          <div class="charts">
            <BarChart {...data} table={table} query={query} />
            {trend && <OpenClosedTrend title={texts.charts.openAndClosed} trend={trend} />}
            {periods && <PeriodChart {...periods} />}
          </div>
          <CountTable {...data} caption={texts.charts.counts} table={table} query={query} />
          <PartLinks part={rowsOf(table, query)} address={address} size={rowsPerPage(table)} />
        </>
      )}
      {table?.total === 0 && <p>{texts.list.none}</p>}
    </div>
  )
}

/** The fields to count by. Without scripts it is a form like any other. */
function Choices({
  data: { metadata, rows, columns },
  query,
}: {
  readonly data: ChartsData
  readonly query: URLSearchParams
}) {
  const app = useApp()
  const labels = app.texts.charts
  const go = (name: 'x' | 'y', value: string) => {
    const others = [...app.query()].filter(([other]) => other !== name && other !== 'offset')
    void app.go(`/charts?${new URLSearchParams([...others, ...(value === '' ? [] : [[name, value]])])}`)
  }
  return (
    <form class="filters" action={app.href('/charts')} method="get" onSubmit={(event) => event.preventDefault()}>
      {[...listQuery(query)].map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <FieldSelect metadata={metadata} name="x" label={labels.rows} chosen={rows} onChoose={go} />
      <FieldSelect metadata={metadata} name="y" label={labels.columns} chosen={columns} onChoose={go} />
      <noscript>
        <button type="submit">{labels.show}</button>
      </noscript>
    </form>
  )
}

interface FieldSelectProps {
  readonly metadata: ChartsData['metadata']
  readonly name: 'x' | 'y'
  readonly label: string
  readonly chosen: string | undefined
  readonly onChoose: (name: 'x' | 'y', value: string) => void
}

function FieldSelect({ metadata, name, label, chosen, onChoose }: FieldSelectProps) {
  const { texts } = useApp()
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} name={name} onChange={({ currentTarget }) => onChoose(name, currentTarget.value)}>
        {name === 'y' && (
          <option value="" selected={chosen === undefined}>
            {texts.charts.none}
          </option>
        )}
        {chartFields(metadata).map((field) => (
          <option key={field} value={field} selected={field === chosen}>
            {visible(labelOf({ metadata }, texts, field))}
          </option>
        ))}
      </select>
    </div>
  )
}
