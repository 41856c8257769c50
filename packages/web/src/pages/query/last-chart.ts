/** The highest number of a chart; 0: there is none. */
export function lastChart(query: URLSearchParams): number {
  return Math.max(0, ...[...query.keys()].map((name) => Number(/^[fovnj](\d{1,6})$/.exec(name)?.[1] ?? 0)))
}
