// When the bugs of a list were filed.
import { useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { useApp } from '../../state/app.js'
import { Columns, Legend, sumOf } from './bars.js'
import type { Periods } from './load.js'

export function PeriodChart({ over, counts: { x, buckets = [] } }: Periods) {
  const { texts } = useApp()
  const id = useId()
  const isShown = useSignal(false)
  const said = texts.charts
  const kinds = x.map((name) => said.isOpen[name === 'true' ? 'true' : 'false'])
  const longest = Math.max(0, ...buckets.map(({ counts }) => sumOf(counts)))
  return (
    <figure aria-labelledby={id} class="chart">
      <figcaption id={id}>{said.filed[over]}</figcaption>
      <Legend names={kinds} />
      <p class="quiet-text">{said.most(texts.number(longest))}</p>
      <Columns bars={buckets.map(({ counts }) => counts)} longest={longest} />
      <p class="chart-ends">
        <span>{buckets[0]?.start}</span>
        <span>{buckets.at(-1)?.start}</span>
      </p>
      <button type="button" aria-expanded={isShown.value} onClick={() => (isShown.value = !isShown.value)}>
        {said.numbers}
      </button>
      {isShown.value && (
        <div class="counts-wide">
          <table class="plain counts">
            <caption>{said.filed[over]}</caption>
            <thead>
              <tr>
                <th scope="col">{said.from[over]}</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col">
                    {kind}
                  </th>
                ))}
                <th scope="col">{said.total}</th>
              </tr>
            </thead>
            <tbody>
              {buckets.map(({ start, counts }) => (
                <tr key={start}>
                  <th scope="row">{start}</th>
                  {counts.map((count, at) => (
                    <td key={at}>{texts.number(count)}</td>
                  ))}
                  <td>{texts.number(sumOf(counts))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </figure>
  )
}
