// Numbers of open and closed bugs by a field.
import type { Client } from '../../page/operations.js'
import type { OpenClosed } from '../../parts/open-closed.js'

type Criteria = Readonly<Record<string, string>>

/** For each value of the field that occurs among the bugs, or for some of its values. */
export async function countOpenClosed(
  operations: Client,
  criteria: Criteria,
  field: 'product' | 'component' | 'target_milestone',
  values?: readonly string[],
): Promise<ReadonlyMap<string, OpenClosed>> {
  const { x, y, counts } = await operations.bugs.count({
    ...criteria,
    ...(values && { [field]: values }),
    x: field,
    y: 'is_open',
  })
  const numberOf = (row: number, value: string) => counts[row]?.[y.indexOf(value)] ?? 0
  return new Map(
    x.map((name, row) => {
      const query = { ...criteria, [field]: name }
      return [name, { name, open: numberOf(row, 'true'), closed: numberOf(row, 'false'), query }]
    }),
  )
}

/** The number of a value that may not occur at all. */
export function countOf(counts: ReadonlyMap<string, OpenClosed>, name: string, query: Criteria): OpenClosed {
  return counts.get(name) ?? { name, open: 0, closed: 0, query }
}
