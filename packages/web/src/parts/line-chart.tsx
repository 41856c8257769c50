// A line chart in SVG with its axes. Its data is also in a table.
import { useSignal } from '@preact/signals'
import { useApp } from '../state/app.js'
import { placeMarks, type Mark, type PlacedMark } from './chart-marks.js'
import { ticksTo } from './ticks.js'

interface LineChartProps {
  /** The number at the end of each period. */
  readonly values: readonly number[]
  /** The first day of each period. */
  readonly starts: readonly string[]
  readonly kind: number
  readonly marks?: readonly Mark[] | undefined
}

/** A line with a filled area. Pointer and arrow keys show the number of a period. */
export function LineChart({ values, starts, kind, marks = [] }: LineChartProps) {
  const { texts, now } = useApp()
  const { figure: labels, number } = texts
  const chosen = useSignal<number | undefined>(undefined)
  const last = values.length - 1
  const at = chosen.value === undefined ? undefined : Math.min(Math.max(chosen.value, 0), last)
  const ticks = ticksTo(Math.max(1, ...values))
  const placed = placeMarks(marks, starts, now.value)
  const end = Math.max(last, 1, ...placed.map((mark) => mark.at))
  const step = (event: KeyboardEvent) => {
    const to = { ArrowLeft: (at ?? last) - 1, ArrowRight: (at ?? last) + 1, Home: 0, End: last }[event.key]
    if (to === undefined) return
    event.preventDefault()
    chosen.value = Math.min(Math.max(to, 0), last)
  }
  return (
    <>
      <div class="plot">
        <div class="y-axis" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick}>{number(tick)}</span>
          ))}
        </div>
        <div
          role="group"
          aria-label={labels.values}
          tabIndex={0}
          class="plot-area"
          onKeyDown={step}
          onFocus={() => (chosen.value ??= last)}
          onBlur={() => (chosen.value = undefined)}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            chosen.value = Math.round(((clientX - left) / width) * end)
          }}
          onPointerLeave={() => (chosen.value = undefined)}
        >
          <Course values={values} ticks={ticks} at={at} kind={kind} end={end} />
          {placed.length > 0 && <Marks marks={placed} end={end} />}
        </div>
        <div class="x-axis" aria-hidden="true">
          {(end > Math.max(last, 1) ? [starts[0], placed.at(-1)?.day] : datesOf(starts)).map((day) => (
            <span key={day}>{day}</span>
          ))}
        </div>
      </div>
      <p class="chart-value" role="status">
        {at !== undefined && labels.valueAt(starts[at] ?? '', number(values[at] ?? 0))}
      </p>
    </>
  )
}

interface CourseProps {
  readonly values: readonly number[]
  readonly ticks: readonly number[]
  readonly at: number | undefined
  readonly kind: number
  /** The length of the chart, in periods. */
  readonly end: number
}

/** The last tick fills the height. */
function Course({ values, ticks, at, kind, end }: CourseProps) {
  // A single period is a line too.
  const drawn = values.length === 1 ? [...values, ...values] : values
  const top = ticks.at(-1) ?? 1
  const line = drawn.map((value, index) => `${index},${top - value}`).join(' L')
  const last = drawn.length - 1
  return (
    <svg class="course" viewBox={`0 0 ${end} ${top}`} preserveAspectRatio="none" aria-hidden="true">
      <path
        class="course-grid"
        d={ticks
          .slice(1)
          .map((tick) => `M0,${top - tick} H${end}`)
          .join(' ')}
      />
      <path class={`course-area kind-${kind}`} d={`M0,${top} L${line} L${last},${top} Z`} />
      <path class={`course-line line-${kind}`} d={`M${line}`} />
      {at !== undefined && <path class="course-at" d={`M${at},0 V${top}`} />}
    </svg>
  )
}

interface MarksProps {
  readonly marks: readonly PlacedMark[]
  readonly end: number
}

/** Dashed vertical lines with labels, which do not stretch with the chart. */
function Marks({ marks, end }: MarksProps) {
  return (
    <svg class="chart-marks" role="img" aria-label={marks.map(({ label, day }) => `${label}: ${day}`).join(', ')}>
      {marks.map(({ label, at }, index) => {
        const x = `${(at / end) * 100}%`
        const isLate = at > end / 2
        return (
          <g key={label}>
            <line x1={x} x2={x} y1="0" y2="100%" />
            <text x={x} dx={isLate ? -4 : 4} y={12 + index * 14} text-anchor={isLate ? 'end' : 'start'}>
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

const mostDates = 4

/** The first and the last, and some between. */
function datesOf(starts: readonly string[]): readonly string[] {
  const count = Math.min(mostDates, starts.length)
  const days = Array.from(
    { length: count },
    (_, index) => starts[count === 1 ? 0 : Math.round((index * (starts.length - 1)) / (count - 1))] ?? '',
  )
  return [...new Set(days)]
}

interface UpsAndDownsProps {
  readonly ups: readonly number[]
  readonly downs: readonly number[]
}

/** Bars from the middle: increases upwards, decreases downwards. */
export function UpsAndDowns({ ups, downs }: UpsAndDownsProps) {
  const most = Math.max(1, ...ups, ...downs)
  return (
    <svg
      class="ups-and-downs"
      viewBox={`0 0 ${ups.length * 10} ${most * 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ups.map((up, at) => (
        <rect key={`up ${at}`} class="kind-0" x={at * 10 + 1} y={most - up} width={8} height={up} />
      ))}
      {downs.map((down, at) => (
        <rect key={`down ${at}`} class="kind-1" x={at * 10 + 1} y={most} width={8} height={down} />
      ))}
    </svg>
  )
}
