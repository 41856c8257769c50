// Times two ways of doing the same in turns, so that both meet the same weather.

type Work = () => unknown

export interface Extent {
  readonly rounds?: number
  /** How many in each round. */
  readonly calls?: number
}

/** Microseconds per call, the median of several rounds, for each work. For what waits, as for the disk. */
export async function compare(works: Readonly<Record<string, Work>>, extent?: Extent): Promise<Record<string, number>> {
  const timesOf = await timeInTurns(works, () => performance.now() * 1000, extent)
  return Object.fromEntries(timesOf.map(([name, times]) => [name, median(times)]))
}

/**
 * Microseconds of CPU time per call, those of the threads of the process included, for each work: the least of several rounds. For
 * what waits for nothing: other programs on the machine count for little.
 */
export async function compareCpu(
  works: Readonly<Record<string, Work>>,
  extent?: Extent,
): Promise<Record<string, number>> {
  const timesOf = await timeInTurns(works, cpuTime, extent)
  return Object.fromEntries(timesOf.map(([name, times]) => [name, Math.min(...times)]))
}

/** Microseconds. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

async function timeInTurns(
  works: Readonly<Record<string, Work>>,
  clock: () => number,
  { rounds = 15, calls = 200 }: Extent = {},
): Promise<[name: string, times: number[]][]> {
  const all = Object.entries(works).map(([name, work]) => ({ name, work, times: [] as number[] }))
  for (let round = -1; round < rounds; round++) {
    for (const { work, times } of all) {
      const start = clock()
      for (let call = 0; call < calls; call++) await work()
      if (round >= 0) times.push((clock() - start) / calls)
    }
  }
  return all.map(({ name, times }) => [name, times])
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}
