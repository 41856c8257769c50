// Times two ways of doing the same in turns, so that both meet the same weather.

type Work = () => unknown

/** Microseconds per call, the median of several rounds, for each work. The works take turns within a round. */
export async function compare(
  works: Readonly<Record<string, Work>>,
  { rounds = 15, calls = 200 } = {},
): Promise<Record<string, number>> {
  const names = Object.keys(works)
  const times = new Map<string, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const work = works[name] as Work
      const start = performance.now()
      for (let call = 0; call < calls; call++) await work()
      const each = ((performance.now() - start) * 1000) / calls
      if (round >= 0) times.get(name)?.push(each)
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name) ?? [])]))
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
}

/** One line of the report: a ratio, what it is made of, and what is aimed at. */
export function report(what: string, ratio: number, parts: string, aim: string): void {
  console.log(`${what.padEnd(58)} ${ratio.toFixed(2).padStart(7)}   ${parts.padEnd(44)} aim: ${aim}`)
}
