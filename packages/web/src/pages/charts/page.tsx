// Charts of a list: by one field or two, and over time.
import { useId } from 'preact/hooks'
import { Alert, FailureAlert } from '../../parts/alert.js'
import { Link } from '../../parts/link.js'
import { OpenClosedTrend } from '../../parts/trend.js'
import { PartLinks } from '../../parts/part-links.js'
import { visible } from '../../parts/visible.js'
import { useApp } from '../../state/app.js'
import { definePage } from '../../page/define.js'
import { labelOf } from '../../page/field-label.js'
import { listPath } from '../query/query.js'
import type { PageAddress } from '../../page/page.js'
import { chartFields, countedQuery, listQuery, loadCharts, type ChartsData } from './load.js'
import { PeriodChart } from './periods.js'
import { ranges } from './span.js'
import { BarChart, CountTable, rowsOf, rowsPerPage } from './table.js'
import { chartsTexts } from '../../texts/english/charts.js'
import { figureTexts } from '../../texts/english/figure.js'

export const charts = definePage<ChartsData>({
  texts: { charts: chartsTexts, figure: figureTexts },
  load: loadCharts,
  title: (_, texts) => texts.charts.heading,
  status: ({ failure, span }) => failure?.status ?? (span.problem ? 400 : 200),
  View: Charts,
})

interface ChartsProps {
  readonly data: ChartsData
  readonly address: PageAddress
}

function Charts({ data, address }: ChartsProps) {
  const query = countedQuery(address.query)
  const { texts } = useApp()
  const { table, periods, trend, span, failure } = data
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
      {span.problem && <Alert message={texts.charts.problems[span.problem]} />}
      {table && table.total > 0 && (
        <>
          <div class="charts">
            <BarChart {...data} table={table} query={query} />
            {trend && trend.points.length > 0 && <OpenClosedTrend title={texts.charts.openAndClosed} trend={trend} />}
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

interface ChoicesProps {
  readonly data: ChartsData
  readonly query: URLSearchParams
}

type ChoiceName = 'x' | 'y' | 'range'
type ValueName = ChoiceName | 'from' | 'to'

/** The fields to count by, and the days to show. Without scripts it is a form like any other. */
function Choices({ data: { metadata, rows, columns, span }, query }: ChoicesProps) {
  const app = useApp()
  const { texts } = app
  const labels = texts.charts
  const show = (changes: Readonly<Partial<Record<ValueName, string>>>) => {
    const others = [...app.query()].filter(([other]) => !(other in changes) && other !== 'offset')
    const values = Object.entries(changes).filter(([, value]) => value !== '')
    void app.go(`/charts?${new URLSearchParams([...others, ...values])}`)
  }
  const go = (name: ChoiceName, value: string) =>
    show({ [name]: value, ...(name === 'range' && value !== 'custom' && { from: '', to: '' }) })
  const fields = chartFields(metadata).map((field): Choice => [field, visible(labelOf({ metadata }, texts, field))])
  const days = ranges.map((one): Choice => [String(one), labels.ranges[one] ?? String(one)])
  const isCustom = span.range === 'custom'
  return (
    <form
      class="filters"
      action={app.href('/charts')}
      method="get"
      onSubmit={(event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        const dayIn = (name: 'from' | 'to') => form.get(name) as string
        if (isCustom) show({ from: dayIn('from'), to: dayIn('to') })
      }}
    >
      {[...listQuery(query)].map(([name, value], at) => (
        <input key={at} type="hidden" name={name} value={value} />
      ))}
      <Select name="x" label={labels.rows} choices={fields} chosen={rows} onChoose={go} />
      <Select name="y" label={labels.columns} choices={[['', labels.none], ...fields]} chosen={columns} onChoose={go} />
      <Select
        name="range"
        label={labels.range}
        choices={[...days, ['custom', labels.custom]]}
        chosen={span.range}
        onChoose={go}
      />
      {isCustom && (
        <>
          <Day name="from" label={labels.from} value={span.from} />
          <Day name="to" label={labels.to} value={span.to} />
          <button type="submit">{labels.show}</button>
        </>
      )}
      {!isCustom && (
        <noscript>
          <button type="submit">{labels.show}</button>
        </noscript>
      )}
    </form>
  )
}

interface DayProps {
  readonly name: 'from' | 'to'
  readonly label: string
  readonly value: string
}

function Day({ name, label, value }: DayProps) {
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <input id={id} type="date" name={name} value={value} />
    </div>
  )
}

type Choice = readonly [value: string, text: string]

interface SelectProps {
  readonly name: ChoiceName
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: string | undefined
  readonly onChoose: (name: ChoiceName, value: string) => void
}

function Select({ name, label, choices, chosen = '', onChoose }: SelectProps) {
  const id = useId()
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select id={id} name={name} onChange={({ currentTarget }) => onChoose(name, currentTarget.value)}>
        {choices.map(([value, text]) => (
          <option key={value} value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
