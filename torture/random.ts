/** Numbers that look random and follow from a seed, so that a round can be repeated. */
export interface Random {
  /** A whole number from 0 up to but not including n. */
  readonly upTo: (n: number) => number
  readonly pick: <T>(choices: readonly T[]) => T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const upTo = (n: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    return Math.floor((((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32) * n)
  }
  return { upTo, pick: (choices) => choices[upTo(choices.length)] as (typeof choices)[number] }
}
