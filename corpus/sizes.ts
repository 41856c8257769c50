// How large a corpus is.

export interface Size {
  readonly bugs: number
  readonly people: number
  readonly products: number
}

/**
 * There are about ten comments for each bug. Making one takes memory for what is in one batch, however large it gets: M took 335 MB
 * and 160 MB of disk, L 349 MB and 1.5 GB. XL takes some 16 GB of disk, and ten times as long as L.
 */
export const sizes: Readonly<Record<string, Size>> = {
  S: { bugs: 1_000, people: 100, products: 3 },
  M: { bugs: 10_000, people: 500, products: 8 },
  L: { bugs: 100_000, people: 3_000, products: 20 },
  XL: { bugs: 1_000_000, people: 20_000, products: 40 },
}
