// Bars, drawn in SVG. What they say stands beside them as text and in tables, so that they are left out for those who cannot see them.

/** The parts of one bar, from the left or from below. */
export type Parts = readonly number[]

/** So many kinds of parts can be told apart. */
export const mostKinds = 6

/** A few bars alone do not become as wide as the page. */
const leastPlaces = 8

/** One bar from left to right; `longest` fills the whole width. */
export function Bar({ parts, longest }: { readonly parts: Parts; readonly longest: number }) {
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
