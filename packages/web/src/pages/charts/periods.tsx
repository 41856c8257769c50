// When the bugs of a list were filed.
import { Columns, sumOf } from '../../parts/bars.js'
import { Figure } from '../../parts/figure.js'
import { TableHeader } from '../../parts/table-header.js'
import { useApp } from '../../state/app.js'
import type { Periods } from './load.js'

/** The values of `is_open` in the order in which they are drawn, whichever occur. */
const kinds = ['true', 'false'] as const

export function PeriodChart({ over, counts: { x, buckets = [] } }: Periods) {
  const { texts } = useApp()
  const labels = texts.charts
  const periods = buckets.map(({ start, counts }) => ({
    start,
    parts: kinds.map((kind) => counts[x.indexOf(kind)] ?? 0),
  }))
  const longest = Math.max(0, ...periods.map(({ parts }) => sumOf(parts)))
  return (
    <Figure
      title={labels.filed[over]}
      kinds={kinds.map((kind) => labels.isOpen[kind])}
      numbers={<Numbers over={over} periods={periods} />}
    >
      <p class="quiet-text">{labels.most(texts.number(longest))}</p>
      <Columns bars={periods.map(({ parts }) => parts)} longest={longest} />
      <p class="chart-ends">
        <span>{periods[0]?.start}</span>
        <span>{periods.at(-1)?.start}</span>
      </p>
    </Figure>
  )
}

interface NumbersProps {
  readonly over: Periods['over']
  readonly periods: readonly { readonly start: string; readonly parts: readonly number[] }[]
}

function Numbers({ over, periods }: NumbersProps) {
  const { texts } = useApp()
  const { charts: labels, number } = texts
  return (
    <div class="counts-wide" role="group" aria-label={labels.filed[over]} tabIndex={0}>
      <table class="plain counts">
        <caption>{labels.filed[over]}</caption>
        <TableHeader of={[texts.figure.from[over], ...kinds.map((kind) => labels.isOpen[kind]), labels.total]} />
        <tbody>
          {periods.map(({ start, parts }) => (
            <tr key={start}>
              <th scope="row">{start}</th>
              {parts.map((part, at) => (
                <td key={at}>{number(part)}</td>
              ))}
              <td>{number(sumOf(parts))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
