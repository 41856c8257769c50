// Choices that look random and are the same for the same seed.
import { createRandom } from '../corpus/random.js'

export interface Dice {
  /** A whole number from 0 up to `limit`, which never comes. */
  below(limit: number): number
  /** True with a probability of one in `times`. */
  oneIn(times: number): boolean
  oneOf<T>(items: readonly T[]): T
  /** `length` results of `make`. */
  list<T>(length: number, make: () => T): T[]
}

export function createDice(seed: number): Dice {
  const random = createRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    oneOf: <T>(items: readonly T[]) => items[below(items.length)] as T,
    list: (length, make) => Array.from({ length }, make),
  }
}
