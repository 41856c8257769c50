// Marked days of a chart over time, such as the due date of a milestone.

export interface Mark {
  /** YYYY-MM-DD */
  readonly day: string
  readonly label: string
}

export interface PlacedMark extends Mark {
  /** In periods from the first. */
  readonly at: number
}

/** Later days would leave too little room for the line. */
const mostLengths = 4

/** The marks on a chart of periods, by their first days. Days after the last period extend the chart to at most four times its length. */
export function placeMarks(marks: readonly Mark[], starts: readonly string[]): readonly PlacedMark[] {
  const times = starts.map((start) => Date.parse(start))
  const most = (times.length - 1) * mostLengths
  return marks.flatMap((mark) => {
    const at = positionOf(Date.parse(mark.day), times)
    return at === undefined || at > most ? [] : [{ ...mark, at }]
  })
}

/** Undefined before the first period, and on a chart of one period. */
function positionOf(time: number, times: readonly number[]): number | undefined {
  const last = times.length - 1
  const [first, end] = [times[0], times[last]]
  if (last < 1 || first === undefined || end === undefined || time < first) return undefined
  if (time >= end) return last + ((time - end) * last) / (end - first)
  const index = times.findLastIndex((start) => start <= time)
  const start = times[index] ?? first
  return index + (time - start) / ((times[index + 1] ?? end) - start)
}
