// Open bugs over time, as a chart and as a table of the same numbers.
import type { BugsTrendAnswer } from '@trackerkit/client/types'
import { useApp } from '../state/app.js'
import type { Mark } from './chart-marks.js'
import { LineChart, UpsAndDowns } from './line-chart.js'
import { Figure } from './figure.js'
import { TableHeader } from './table-header.js'

/** More would be too small to see, and cost more. */
export const daysShown = 2 * 366

export type Trend = Pick<BugsTrendAnswer, 'over' | 'points'>

interface TrendProps {
  readonly title: string
  readonly trend: Trend
}

/** Open bugs over time, with the bugs opened and closed in each period. */
export function OpenClosedTrend({ title, trend }: TrendProps) {
  const { figure: labels, number } = useApp().texts
  const { over, points } = trend
  const [ups, downs] = [points.map(({ opened }) => opened), points.map(({ closed }) => closed)]
  const most = Math.max(0, ...ups, ...downs)
  return (
    <Figure title={title} kinds={[labels.open, labels.closed]} numbers={<Numbers title={title} trend={trend} />}>
      <OpenCourse points={points} />
      <p class="quiet-text">{labels.moves[over](number(most))}</p>
      <UpsAndDowns ups={ups} downs={downs} />
      <Ends points={points} />
    </Figure>
  )
}

interface BurnDownProps extends TrendProps {
  readonly marks: readonly Mark[]
}

/** The rest of a milestone, in bugs and, for users who can see them, in hours. */
export function BurnDown({ title, trend, marks }: BurnDownProps) {
  const { figure: labels, number } = useApp().texts
  const { points } = trend
  const hours = points.flatMap(({ remaining_time }) => remaining_time ?? [])
  const hasHours = hours.some((one) => one > 0)
  return (
    <Figure
      title={title}
      kinds={hasHours ? [labels.open, labels.hours] : []}
      numbers={<Numbers title={title} trend={trend} />}
    >
      <OpenCourse points={points} marks={marks} />
      {hasHours && (
        <>
          <p class="quiet-text">{labels.hoursNow(number(hours.at(-1) ?? 0), number(Math.max(...hours)))}</p>
          <LineChart values={hours} starts={points.map(({ start }) => start)} kind={1} marks={marks} />
        </>
      )}
    </Figure>
  )
}

interface OpenCourseProps extends Pick<Trend, 'points'> {
  readonly marks?: readonly Mark[]
}

function OpenCourse({ points, marks }: OpenCourseProps) {
  const { figure: labels, number } = useApp().texts
  const open = points.map((point) => point.open)
  return (
    <>
      <p class="quiet-text">{labels.openNow(number(open.at(-1) ?? 0), number(Math.max(0, ...open)))}</p>
      <LineChart values={open} starts={points.map(({ start }) => start)} kind={0} marks={marks} />
    </>
  )
}

function Ends({ points }: Pick<Trend, 'points'>) {
  return (
    <p class="chart-ends">
      <span>{points[0]?.start}</span>
      <span>{points.at(-1)?.start}</span>
    </p>
  )
}

function Numbers({ title, trend: { over, points } }: TrendProps) {
  const { figure: labels, number } = useApp().texts
  const hasHours = points.some(({ remaining_time }) => remaining_time !== undefined)
  return (
    <div class="counts-wide">
      <table class="plain counts">
        <caption>{title}</caption>
        <TableHeader
          of={[labels.from[over], labels.opened, labels.closed, labels.open, ...(hasHours ? [labels.hours] : [])]}
        />
        <tbody>
          {points.map(({ start, opened, closed, open, remaining_time }) => (
            <tr key={start}>
              <th scope="row">{start}</th>
              <td>{number(opened)}</td>
              <td>{number(closed)}</td>
              <td>{number(open)}</td>
              {hasHours && <td>{number(remaining_time ?? 0)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
