/** A source of chance that gives the same from the same seed, everywhere. */
export interface Random {
  /** A whole number from 0 to `end` - 1. */
  below(end: number): number
  chance(probability: number): boolean
  /** One of the list, which may not be empty. */
  pick<T>(list: readonly T[]): T
  /** Between `least` and `most` things, each made by `make`. */
  many<T>(least: number, most: number, make: () => T): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** mulberry32 */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number): number => Math.floor(next() * end)
  return {
    below,
    chance: (probability) => next() < probability,
    pick(list) {
      const [picked] = list.slice(below(list.length))
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
    many: (least, most, make) => Array.from({ length: least + below(most - least + 1) }, make),
  }
}
