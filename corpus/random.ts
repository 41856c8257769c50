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

/** By Walker's method, which takes as long for four thousand items as for two: texts are made of many words. */
export function weighted<T>(items: readonly (readonly [item: T, weight: number])[]): Choice<T> {
  const { shares, others } = drawers(items.map(([, weight]) => weight))
  const things = items.map(([item]) => item)
  return (random) => {
    const place = random() * things.length
    const drawer = Math.floor(place)
    return things[place - drawer < (shares[drawer] as number) ? drawer : (others[drawer] as number)] as T
  }
}

/** One drawer for each weight, all equally large: `shares` says how much of a drawer is its own, the rest is that of `others`. */
function drawers(weights: readonly number[]) {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const shares = Float64Array.from(weights, (weight) => (weight * weights.length) / sum)
  const others = Int32Array.from(weights.keys())
  const open = [...weights.keys()].filter((index) => (shares[index] as number) < 1)
  const full = [...weights.keys()].filter((index) => (shares[index] as number) >= 1)
  for (let small = open.pop(), large = full.at(-1); small !== undefined && large !== undefined; large = full.at(-1)) {
    others[small] = large
    shares[large] = (shares[large] as number) - (1 - (shares[small] as number))
    const isLeftOpen = (shares[large] as number) < 1
    if (isLeftOpen) full.pop()
    small = isLeftOpen ? large : open.pop()
  }
  return { shares, others }
}
