// Bars in SVG. Text and tables beside them have the same numbers, so screen readers skip the bars.
import { useApp } from '../state/app.js'

/** The parts of one bar, from the left or from below. */
export type Parts = readonly number[]

/** The number of colors that differ enough. */
export const mostKinds = 6

/** Keeps a few bars from filling the width of the page. */
const leastPlaces = 8

const mostBars = 30

interface BarsProps {
  /** With a text for the count. */
  readonly rows: readonly { readonly name: string; readonly parts: Parts; readonly count: string }[]
}

/** Bars from left to right, under each other. */
export function Bars({ rows }: BarsProps) {
  const { figure: labels, number } = useApp().texts
  const longest = Math.max(0, ...rows.map(({ parts }) => sumOf(parts)))
  return (
    <>
      <ul class="bars">
        {rows.slice(0, mostBars).map(({ name, parts, count }) => (
          <li key={name}>
            <bdi class="bar-name">{name}</bdi>
            <Bar parts={parts} longest={longest} />
            <span class="bar-count">{count}</span>
          </li>
        ))}
      </ul>
      {rows.length > mostBars && <p class="quiet-text">{labels.more(number(rows.length - mostBars))}</p>}
    </>
  )
}

/** `longest` fills the whole width. */
function Bar({ parts, longest }: { readonly parts: Parts; readonly longest: number }) {
  return (
    <svg class="chart-bar" viewBox={`0 0 ${Math.max(longest, 1)} 1`} preserveAspectRatio="none" aria-hidden="true">
      {parts.map((part, kind) => (
        <rect key={kind} class={`kind-${kind}`} x={startOf(parts, kind)} y={0} width={part} height={1} />
      ))}
    </svg>
  )
}

/** Bars side by side, from below. */
export function Columns({ bars, longest }: { readonly bars: readonly Parts[]; readonly longest: number }) {
  const height = Math.max(longest, 1)
  const places = Math.max(bars.length, leastPlaces)
  const first = (places - bars.length) / 2
  return (
    <svg class="columns-chart" viewBox={`0 0 ${places * 10} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((parts, at) =>
        parts.map((part, kind) => (
          <rect
            key={`${at} ${kind}`}
            class={`kind-${kind}`}
            x={(first + at) * 10 + 1}
            y={height - startOf(parts, kind) - part}
            width={8}
            height={part}
          />
        )),
      )}
    </svg>
  )
}

export function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul class="legend">
      {names.map((name, kind) => (
        <li key={name}>
          <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
            <rect class={`kind-${kind}`} width={1} height={1} />
          </svg>
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}

export function sumOf(parts: Parts): number {
  return parts.reduce((sum, part) => sum + part, 0)
}

function startOf(parts: Parts, kind: number): number {
  return sumOf(parts.slice(0, kind))
}
