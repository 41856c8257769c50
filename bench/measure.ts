// Times two ways of doing the same in turns, so that both meet the same weather.

type Work = () => unknown

export interface Extent {
  readonly rounds?: number
  /** How many in each round. */
  readonly calls?: number
}

/** V8 optimizes code only after some thousand calls, which a server makes in its first minute. */
export async function warmUp(work: Work, calls = 10_000): Promise<void> {
  for (let call = 0; call < calls; call++) await work()
}

/** Microseconds per call, the median of several rounds, for each work. For what waits, as for the disk. */
export async function compare<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  extent?: Extent,
): Promise<Record<Name, number>> {
  const timesOf = await timeInTurns(works, () => performance.now() * 1000, extent)
  return Object.fromEntries(timesOf.map(([name, times]) => [name, median(times)])) as Record<Name, number>
}

/**
 * Microseconds of CPU time per call, those of the threads of the process included, for each work: the least of several rounds. For
 * what waits for nothing: other programs on the machine count for little.
 */
export async function compareCpu<Name extends string>(
  works: Readonly<Record<Name, Work>>,
  extent?: Extent,
): Promise<Record<Name, number>> {
  const timesOf = await timeInTurns(works, cpuTime, extent)
  return Object.fromEntries(timesOf.map(([name, times]) => [name, Math.min(...times)])) as Record<Name, number>
}

/** The result of timing two tasks in pairs. */
export interface Compared {
  /** The median of the ratios of pairs that were timed one right after the other. */
  readonly ratio: number
  /** Microseconds per call, medians. */
  readonly ours: number
  readonly base: number
}

/**
 * The ratio of two works, on the clock and in CPU time. For differences of a few percent: a busy machine disturbs both halves of a
 * pair, and neither is always the first.
 */
export async function comparePairs(
  works: { readonly ours: Work; readonly base: Work },
  { rounds = 41, calls = 25 }: Extent = {},
): Promise<{ readonly wall: Compared; readonly cpu: Compared }> {
  const pairs: { readonly ours: Spent; readonly base: Spent }[] = []
  for (let round = -2; round < rounds; round++) {
    const isOursFirst = round % 2 === 0
    const first = await spend(isOursFirst ? works.ours : works.base, calls)
    const second = await spend(isOursFirst ? works.base : works.ours, calls)
    if (round >= 0) pairs.push(isOursFirst ? { ours: first, base: second } : { ours: second, base: first })
  }
  const compared = (kind: keyof Spent): Compared => ({
    ratio: median(pairs.map(({ ours, base }) => ours[kind] / base[kind])),
    ours: median(pairs.map(({ ours }) => ours[kind])),
    base: median(pairs.map(({ base }) => base[kind])),
  })
  return { wall: compared('wall'), cpu: compared('cpu') }
}

/** Microseconds per call. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

async function spend(work: Work, calls: number): Promise<Spent> {
  const [wall, cpu] = [performance.now(), cpuTime()]
  for (let call = 0; call < calls; call++) await work()
  return { wall: ((performance.now() - wall) * 1000) / calls, cpu: (cpuTime() - cpu) / calls }
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
  const all = Object.entries<Work>(works).map(([name, work]) => ({ name, work, times: [] as number[] }))
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
