// Numbers that look random, are the same for the same seed, and spread as the things of real trackers do.

/** From 0 up to 1, which never comes. */
export type Random = () => number

/** Mulberry32: small, fast, good enough for anything but secrets. */
export function createRandom(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A whole number from 0 up to `limit`, which never comes. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit)
}

export function chance(random: Random, probability: number): boolean {
  return random() < probability
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[below(random, items.length)] as T
}

/** Half of the numbers are below `median`; `sigma` says how far they stray: at 1, one in six is beyond 2.7 times the median. */
export function logNormal(random: Random, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(sigma * normal)
}

/** At least `least`, with a tail that never ends: the smaller the `shape`, the longer. */
export function pareto(random: Random, least: number, shape: number): number {
  return least * (1 - random()) ** (-1 / shape)
}

/** Picks one of a list with frequencies that fall from the first to the last. */
export type Choice<T> = (random: Random) => T

/** Zipf's law: the second comes half as often as the first, the tenth a tenth as often. */
export function zipf<T>(items: readonly T[]): Choice<T> {
  return weighted(items.map((item, index) => [item, 1 / (index + 1)]))
}

export function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): Choice<T> {
  let sum = 0
  const sums = Float64Array.from(items, ([, weight]) => (sum += weight))
  return (random) => {
    const wanted = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sums[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return (items[low] as readonly [T, number])[0]
  }
}
