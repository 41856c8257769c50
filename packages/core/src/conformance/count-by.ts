import type { CountByQuery } from '../store/index.js'
import { same } from './expect.js'
import type { Scene, Suite } from './suite.js'
import { item, type World } from './world.js'

/** The counts of items, each as its values and then how many have them. */
async function counts(
  { store }: Scene,
  query: Omit<CountByQuery<World, 'item'>, 'from' | 'limit'> & { limit?: number },
) {
  const found = await store.read((tx) => tx.countBy({ from: 'item', limit: 100, ...query }))
  return found.map(({ key, count }) => [...key, count])
}

/** Semantic 18. */
export function countByTests({ check }: Suite): void {
  check('(18) countBy counts rows by their values, one count for each combination that occurs', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert('item', [
        item({ rank: 2, b: true, t: 'a' }),
        item({ rank: 1, b: false, t: 'B' }),
        item({ rank: 2, b: null, t: null }),
        item({ rank: 2, b: true, t: '\uff01' }),
        item({ rank: 10, b: false, t: '\u{1f600}' }),
        item({ rank: 2, b: null, t: 'a' }),
      ]),
    )
    same(await counts(scene, { by: [{ col: 'rank' }] }), [[1, 1], [2, 4], [10, 1]], 'by a number') // prettier-ignore
    const byText = [[null, 1], ['B', 1], ['a', 2], ['\uff01', 1], ['\u{1f600}', 1]] // prettier-ignore
    same(await counts(scene, { by: [{ col: 't' }] }), byText, 'by text, in the order of code points')
    const byTwo = [[null, 2, 2], [false, 1, 1], [false, 10, 1], [true, 2, 2]] // prettier-ignore
    same(await counts(scene, { by: [{ col: 'b' }, { col: 'rank' }] }), byTwo, 'by two columns, NULL first')
    same(await counts(scene, { by: [{ col: 'b' }, { col: 'b' }], limit: 1 }), [[null, null, 2]], 'by the same twice')
  })

  check(
    '(18) countBy counts the rows for which where is true, and at most the requested number of values',
    async (scene) => {
      await scene.store.write((tx) =>
        tx.insert(
          'item',
          [3, 1, 3, 2, 1, 3].map((rank) => item({ rank, n: rank + 4 })),
        ),
      )
      const by = [{ col: 'rank' }] as const
      same(await counts(scene, { where: { col: 'n', gt: 5 }, by }), [[2, 1], [3, 3]], 'a condition') // prettier-ignore
      same(await counts(scene, { where: { col: 'n', eq: 0 }, by }), [], 'no rows, no counts')
      same(await counts(scene, { by, limit: 2 }), [[1, 2], [2, 1]], 'the first two') // prettier-ignore
      same(await counts(scene, { by, limit: 0 }), [], 'none')
    },
  )

  check('(18) countBy counts times by their days in UTC, before 1970 too', async (scene) => {
    const day = 86_400_000
    const times = [0, day - 1, day, -1, -day, -day - 1, 253_402_300_799_999, -2_208_988_800_001]
    await scene.store.write((tx) =>
      tx.insert('item', [item(), ...times.map((time) => item({ at: new Date(time), due: new Date(time) }))]),
    )
    const days = [[-25568, 1], [-2, 1], [-1, 2], [0, 2], [1, 1], [2932896, 1]] // prettier-ignore
    same(await counts(scene, { by: [{ day: 'at' }] }), [[null, 1], ...days], 'a column that may be NULL')
    const late = { where: { col: 'due', gte: new Date(day) }, by: [{ day: 'due' }] } as const
    same(await counts(scene, late), days.slice(-2), 'a column that may not')
  })

  check(
    '(18) countBy by related rows counts a row once for each of them, and once with NULL if none',
    async (scene) => {
      await scene.store.write(async (tx) => {
        await tx.insert('item', [
          item({ id: 1, rank: 1 }),
          item({ id: 2, rank: 1 }),
          item({ id: 3, rank: 2 }),
          item({ id: 4, rank: 2, parent_id: 1 }),
        ])
        const tags = [[1, 'a', 5], [1, 'b', 6], [2, 'a', null], [3, 'c', 6]] as const // prettier-ignore
        await tx.insert('tag', tags.map(([item_id, label, value]) => ({ item_id, label, value }))) // prettier-ignore
      })
      const label = { via: 'tags', col: 'label' } as const
      same(await counts(scene, { by: [label] }), [[null, 1], ['a', 2], ['b', 1], ['c', 1]], 'all of them') // prettier-ignore
      const values = [[null, 2], [5, 1], [6, 2]] // prettier-ignore
      same(
        await counts(scene, { by: [{ via: 'tags', col: 'value' }] }),
        values,
        'NULL in a related row, and no such row',
      )
      const greatOnes = { ...label, where: { col: 'value', gt: 5 } } as const
      const great = [[null, 1, 1], [null, 2, 1], ['b', 1, 1], ['c', 2, 1]] // prettier-ignore
      same(await counts(scene, { by: [greatOnes, { col: 'rank' }] }), great, 'those with a condition')
      const family = [[null, 'a', 1], [null, 'c', 1], [1, null, 1]] // prettier-ignore
      const pairs = await counts(scene, {
        where: { col: 'id', gt: 1 },
        by: [{ via: 'parent', col: 'rank' }, label],
      })
      same(pairs, family, 'two relations')
      const both = { by: [label, { via: 'tags', col: 'value' }], where: { col: 'id', eq: 1 } } as const
      same(await counts(scene, both), [['a', 5, 1], ['a', 6, 1], ['b', 5, 1], ['b', 6, 1]], 'one relation twice') // prettier-ignore
      await scene.store.write((tx) => tx.update('item', { col: 'id', eq: 1 }, { at: new Date(86_400_000 * 3) }))
      const days = [[null, 3], [3, 1]] // prettier-ignore
      same(await counts(scene, { by: [{ via: 'parent', day: 'at' }] }), days, 'the day of a related row')
    },
  )

  check('(18) countBy sees what its own work has written', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert('item', [item({ rank: 7 }), item({ rank: 7 })])
      same(await tx.countBy({ from: 'item', by: [{ col: 'rank' }], limit: 5 }), [{ key: [7], count: 2 }], 'two rows')
    })
  })
}
