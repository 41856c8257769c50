// A line chart in SVG, with its data next to it as text and in a table.

interface CourseProps {
  /** The number at the end of each period. */
  readonly values: readonly number[]
  readonly kind: number
}

/** A line with a filled area. It fills the width, and the largest number the height. */
export function LineChart({ values, kind }: CourseProps) {
  // A single period is a line too.
  const drawn = values.length === 1 ? [...values, ...values] : values
  const most = Math.max(1, ...drawn)
  const line = drawn.map((value, at) => `${at},${most - value}`).join(' L')
  const end = drawn.length - 1
  return (
    <svg class="course" viewBox={`0 0 ${Math.max(end, 1)} ${most}`} preserveAspectRatio="none" aria-hidden="true">
      <path class={`course-area kind-${kind}`} d={`M0,${most} L${line} L${end},${most} Z`} />
      <path class={`course-line line-${kind}`} d={`M${line}`} />
    </svg>
  )
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
