// How large a corpus is.

export interface Size {
  readonly bugs: number
  readonly people: number
  readonly products: number
  /** True if every bug has three short comments, including the description, instead of as many as in real trackers. */
  readonly isBrief?: boolean
}

/**
 * With S to XL there are about ten comments for each bug, and all grows together. With the others there are three short ones, and
 * nothing grows but the number of bugs: what takes longer there does so because of them.
 *
 * Making one takes memory for what is in one batch, however large it gets.
 */
export const sizes: Readonly<Record<string, Size>> = {
  S: { bugs: 1_000, people: 100, products: 3 },
  M: { bugs: 10_000, people: 500, products: 8 },
  L: { bugs: 100_000, people: 3_000, products: 20 },
  XL: { bugs: 1_000_000, people: 20_000, products: 40 },
  '10k': briefSize(10_000),
  '100k': briefSize(100_000),
  '1M': briefSize(1_000_000),
}

export function briefSize(bugs: number): Size {
  return { bugs, people: 1_000, products: 10, isBrief: true }
}
