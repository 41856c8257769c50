// How many comments a second come to the disk when many people write at once, against one.
import type { Corpus } from './corpus.js'
import { login } from './layers.js'
import { median } from './measure.js'
import { report } from './report.js'

const writers = 32
/** Milliseconds of each measurement. */
const duration = 1500

export async function measureWriters({ tracker, size }: Corpus): Promise<void> {
  const { comments } = tracker.as({ login })
  let n = 0
  async function perSecond(people: number): Promise<number> {
    const start = performance.now()
    let written = 0
    const write = async () => {
      while (performance.now() - start < duration) {
        await comments.create({ id: ((n++ * 7919) % size) + 1, comment: `So did I, for the time ${n}.` })
        written++
      }
    }
    await Promise.all(Array.from({ length: people }, write))
    return (written * 1000) / (performance.now() - start)
  }
  const rates = { many: [] as number[], one: [] as number[] }
  for (let round = 0; round < 3; round++) {
    rates.many.push(await perSecond(writers))
    rates.one.push(await perSecond(1))
  }
  report({
    what: `comments on disk, ${writers} writers : 1`,
    ours: median(rates.many),
    base: median(rates.one),
    unit: 'a second',
    aim: { atLeast: 5 },
  })
}
