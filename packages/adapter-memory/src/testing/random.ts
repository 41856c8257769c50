import { createHash } from 'node:crypto'

/** Bytes that look random and are the same for the same seed. */
export interface TestRandom {
  readonly bytes: (count: number) => Uint8Array
  /** The number of calls. A source that continues from there returns other bytes. */
  readonly drawn: () => number
}

export function createTestRandom(seed: number, start: number): TestRandom {
  let drawn = start
  return {
    drawn: () => drawn,
    bytes(count) {
      const blocks: Uint8Array[] = []
      for (let size = 0; size < count; size += 32) {
        blocks.push(createHash('sha256').update(`${seed} ${drawn}`).digest())
        drawn++
      }
      return new Uint8Array(Buffer.concat(blocks).subarray(0, count))
    },
  }
}
