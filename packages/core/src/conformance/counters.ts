import { typed, type Store } from '../store/index.js'
import { failureOf, isTrue, same } from './expect.js'
import { pause, retrying, type Suite } from './suite.js'
import { item, world, worldMigrations, type World } from './world.js'

const writers = 8
const written = 12

/** Semantics that the change feed of the tracker relies on. */
export function counterTests({ check }: Suite): void {
  check(
    '(11) rows numbered by a counter that the same write sets are found in the order of the numbers, and none comes late',
    async ({ store, fixture, closing }) => {
      const stores = [store]
      if (fixture.another) stores.push(closing(typed<World>(await fixture.another())))
      for (const each of stores) await each.migrate(world, worldMigrations)
      await store.write((tx) => tx.insert('item', [item({ title: 'counter', rank: 0 })]))
      let isOver = false
      const reading = follow(stores.at(-1) ?? store, () => isOver)
      const work = Array.from({ length: writers }, (_, n) => count(stores[n % stores.length] ?? store, n))
      await Promise.all(work).finally(() => (isOver = true))
      const total = writers * written
      same(
        await reading,
        Array.from({ length: total }, (_, n) => n + 1),
        'numbers in the order in which they were read',
      )
    },
  )
}

/** Writes numbered rows, one per transaction; every third is rolled back first. */
async function count(store: Store<World>, writer: number): Promise<void> {
  for (let n = 0; n < written; n++) {
    const write = (fails: boolean) =>
      store.write(async (tx) => {
        const [counter] = await tx.select({ from: 'item', where: { col: 'title', eq: 'counter' } })
        if ((n + writer) % 2) await pause()
        const rank = (counter?.rank ?? 0) + 1
        await tx.update('item', { col: 'title', eq: 'counter' }, { rank })
        await tx.insert('item', [item({ title: 'numbered', n: rank })])
        if (fails) throw new Error('undone')
      })
    if ((n + writer) % 3 === 0) await failureOf(() => retrying(() => write(true)), 'the failure of the work')
    await retrying(() => write(false))
  }
}

/** Reads everything after the last number read, repeatedly, until no more can come. */
async function follow(store: Store<World>, isOver: () => boolean): Promise<number[]> {
  const numbers: number[] = []
  for (;;) {
    const isLast = isOver()
    const rows = await store.read(async (tx) => {
      const [counter] = await tx.select({ from: 'item', where: { col: 'title', eq: 'counter' } })
      const found = await tx.select({
        from: 'item',
        where: { col: 'n', gt: numbers.at(-1) ?? 0 },
        order: [{ col: 'n' }],
      })
      isTrue((found.at(-1)?.n ?? numbers.at(-1) ?? 0) === counter?.rank, 'the counter says which number was the last')
      return found
    })
    for (const { n } of rows) numbers.push(n ?? 0)
    if (isLast) return numbers
    await pause()
  }
}
