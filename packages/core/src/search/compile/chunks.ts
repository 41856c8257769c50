import type { EntityName, Reader } from '../../schema/index.js'

interface Wanted {
  readonly from: EntityName
  /** The column by which they come. Rows that share a key must be alike: some of them may be left out. */
  readonly key: string
  readonly where: unknown
  readonly columns: readonly string[]
}

/** Values may be long texts: so many are in memory at a time. */
const size = 2000

/** The rows that satisfy a condition, some at a time. */
export async function* chunksOf(
  tx: Reader,
  { from, key, where, columns }: Wanted,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for (let last: unknown; ;) {
    const query = {
      from,
      where: last === undefined ? where : { and: [where, { col: key, gt: last }] },
      order: [{ col: key }],
      limit: size,
      columns,
    }
    const rows: readonly Readonly<Record<string, unknown>>[] = await tx.select(
      query as unknown as Parameters<Reader['select']>[0],
    )
    yield rows
    if (rows.length < size) return
    last = rows.at(-1)?.[key]
  }
}
