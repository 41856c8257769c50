// Marked days of a chart over time, such as the due date of a milestone.
import { daysUntil } from './days-until.js'

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

/**
 * The marks on a chart of periods, by their first days, of which the last contains `now`. Days after today extend the chart to at most
 * four times its length.
 */
export function placeMarks(marks: readonly Mark[], starts: readonly string[], now: number): readonly PlacedMark[] {
  const times = starts.map((start) => Date.parse(start))
  const last = times.length - 1
  return marks.flatMap((mark) => {
    const at = positionOf(Date.parse(mark.day), times)
    const shown = at !== undefined && daysUntil(mark.day, now) <= 0 ? Math.min(at, last) : at
    return shown === undefined || shown > last * mostLengths ? [] : [{ ...mark, at: shown }]
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
