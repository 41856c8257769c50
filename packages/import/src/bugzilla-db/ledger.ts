// Records the outcome of each row of the source.

/** Rows of one table. */
export interface TableCount {
  readonly table: string
  readonly rows: number
  readonly brought: number
  /** Left out or merged, each with a reason in the report. */
  readonly mended: number
  readonly refused: number
  /** Nothing here corresponds to them. */
  readonly unsupported: number
}

type Fate = Exclude<keyof TableCount, 'table' | 'rows'>

export interface Ledger {
  add(table: string, fate: Fate, count?: number): void
  /** A line for each table, with how many rows it has. */
  done(rows: ReadonlyMap<string, number>): TableCount[]
}

export function createLedger(): Ledger {
  const counts = new Map<string, Partial<Record<Fate, number>>>()
  return {
    add(table, fate, count = 1) {
      if (count === 0) return
      const fates = counts.get(table) ?? {}
      fates[fate] = (fates[fate] ?? 0) + count
      counts.set(table, fates)
    },
    done: (rows) =>
      Array.from(rows, ([table, count]) => {
        const { brought = 0, mended = 0, refused = 0, unsupported = 0 } = counts.get(table) ?? {}
        return { table, rows: count, brought, mended, refused, unsupported }
      }),
  }
}

/** Rows of which nothing is known. */
export function unaccounted({ rows, brought, mended, refused, unsupported }: TableCount): number {
  return rows - brought - mended - refused - unsupported
}
