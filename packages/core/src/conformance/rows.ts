import { isTrue, refused, same } from './expect.js'
import type { Suite } from './suite.js'
import { item, maker } from './world.js'

export function rowTests({ check }: Suite): void {
  check('insert gives assigned keys in the order of the rows, and nothing for other keys', async ({ store }) => {
    await store.write(async (tx) => {
      const ids = await tx.insert(
        'item',
        ['a', 'b', 'c'].map((title) => item({ title })),
      )
      same(
        ids,
        ids.toSorted((a, b) => a - b),
        'rising',
      )
      same(ids.length, 3, 'one for each row')
      const rows = await tx.select({ from: 'item', columns: ['id', 'title'] })
      same(
        rows,
        ['a', 'b', 'c'].map((title, i) => ({ id: ids[i], title })),
        'each names its row',
      )
      same(await tx.insert('maker', [maker()]), [], 'keys that the caller gave')
      same(await tx.insert('item', []), [], 'no rows')
    })
  })

  check('insert takes a thousand rows at once', async ({ store }) => {
    const rows = Array.from({ length: 1_000 }, (_, i) => item({ title: `${i}`, rank: i }))
    const ids = await store.write((tx) => tx.insert('item', rows))
    same(new Set(ids).size, 1_000, 'ids')
    const found = await store.read((tx) => tx.select({ from: 'item', columns: ['id', 'title'] }))
    same(
      found,
      rows.map(({ title }, i) => ({ id: ids[i], title })),
      'each key names its row',
    )
  })

  check(
    'insert gives the keys of many rows in their order, where some bring one and others do not',
    async ({ store }) => {
      const rows = Array.from({ length: 300 }, (_, i) =>
        item({ title: `${i}`, note: `needle ${i}`, ...(i % 100 >= 90 && { id: 1_000 + i }) }),
      )
      const ids = await store.write((tx) => tx.insert('item', rows))
      const wanted = { col: 'note', contains: 'needle' } as const
      const found = await store.read((tx) => tx.select({ from: 'item', where: wanted, columns: ['id', 'title'] }))
      same(
        found,
        rows.map(({ title }, i) => ({ id: ids[i], title })),
        'each key names its row',
      )
      same([ids[90], ids[299]], [1_090, 1_299], 'given ones')
    },
  )

  check('an assigned key is never used again, and rises above a given one', async ({ store }) => {
    const [first = 0, last = 0] = await store.write((tx) => tx.insert('item', [item(), item()]))
    await store.write((tx) => tx.delete('item', { and: [] }))
    const [next = 0] = await store.write((tx) => tx.insert('item', [item()]))
    isTrue(first < last && last < next, `${next} after ${last} was deleted`)
    const [given = 0, after = 0] = await store.write((tx) => tx.insert('item', [item({ id: 1_000 }), item()]))
    same(given, 1_000, 'the given key')
    isTrue(after > 1_000, `${after} is above the given key`)
    await store.write((tx) => tx.delete('item', { col: 'id', gte: 1_000 }))
    const [above = 0] = await store.write((tx) => tx.insert('item', [item()]))
    isTrue(above > after, `${above} after ${after} was deleted`)
  })

  check('update sets constants in all matching rows and says how many matched', async ({ store }) => {
    await store.write(async (tx) => {
      const ids = await tx.insert(
        'item',
        [1, 2, 3].map((rank) => item({ rank, n: rank, t: 'x', b: true, raw: new Uint8Array(1) })),
      )
      same(
        await tx.update(
          'item',
          { col: 'rank', gte: 2 },
          { n: null, t: 'y', b: false, at: new Date(7), doc: [1], raw: null },
        ),
        2,
        'matched',
      )
      same(await tx.update('item', { col: 'rank', gte: 2 }, { t: 'y' }), 2, 'rows that do not change match too')
      same(await tx.update('item', { col: 'rank', gt: 3 }, { t: 'z' }), 0, 'none')
      same(await tx.update('item', { col: 'rank', gte: 2 }, {}), 2, 'nothing to set')
      same(await tx.update('item', { col: 't', eq: 'y' }, { t: 'x' }), 2, 'the column it asks about')
      const rows = await tx.select({ from: 'item', columns: ['id', 'n', 't', 'b', 'at', 'doc'] })
      const [one, two, three] = ids
      const changed = { n: null, t: 'x', b: false, at: new Date(7), doc: [1] }
      same(
        rows,
        [
          { id: one, n: 1, t: 'x', b: true, at: null, doc: null },
          { id: two, ...changed },
          { id: three, ...changed },
        ],
        'rows',
      )
    })
  })

  check('update and delete follow relations, also to the entity itself', async ({ store }) => {
    await store.write(async (tx) => {
      const [top = 0] = await tx.insert('item', [item({ title: 'top' })])
      const [child = 0] = await tx.insert('item', [item({ title: 'child', parent_id: top }), item({ title: 'other' })])
      await tx.insert('tag', [
        { item_id: child, label: 'a' },
        { item_id: top, label: 'b' },
      ])
      same(await tx.update('item', { some: 'parent', where: { col: 'title', eq: 'top' } }, { rank: 9 }), 1, 'updated')
      same(await tx.delete('tag', { some: 'item', where: { col: 'rank', eq: 9 } }), 1, 'tags deleted')
      same(
        await tx.delete('item', { and: [{ not: { some: 'children' } }, { not: { some: 'tags' } }] }),
        2,
        'items deleted',
      )
      same(await tx.select({ from: 'item', columns: ['title'] }), [{ title: 'top' }], 'what is left')
      same(await tx.delete('item', { and: [] }), 1, 'the rest')
      same(await tx.delete('item', { and: [] }), 0, 'nothing')
    })
  })

  check('an index of substrings follows updates and deletes', async ({ store }) => {
    const found = () =>
      store.read((tx) => tx.select({ from: 'item', where: { col: 'note', contains: 'needle' }, columns: ['title'] }))
    await store.write((tx) =>
      tx.insert('item', [
        item({ title: 'a', note: 'a needle' }),
        item({ title: 'b', note: 'hay' }),
        item({ title: 'c', note: 'needles' }),
      ]),
    )
    await store.write((tx) => tx.update('item', { col: 'title', eq: 'b' }, { note: 'my needle' }))
    await store.write((tx) => tx.update('item', { col: 'title', eq: 'a' }, { note: null }))
    same(await found(), [{ title: 'b' }, { title: 'c' }], 'after updates')
    await store.write((tx) => tx.delete('item', { col: 'note', contains: 'needles' }))
    same(await found(), [{ title: 'b' }], 'after a delete')
  })

  check('(14) a unique violation names entity and columns and leaves the transaction usable', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert('item', [item({ code: 'x', shelf: 1, slot: 'a' })])
      const byCode = await refused('unique', () => tx.insert('item', [item({ code: 'x' })]))
      same([byCode.entity, byCode.columns], ['item', ['code']], 'one column')
      const bySlot = await refused('unique', () => tx.insert('item', [item({ shelf: 1, slot: 'a' })]))
      same([bySlot.entity, bySlot.columns], ['item', ['shelf', 'slot']], 'two columns')
      await tx.insert('maker', [maker({ name: 'm', no: 1 })])
      const byKey = await refused('unique', () => tx.insert('maker', [maker({ name: 'm', no: 1 })]))
      same([byKey.entity, byKey.columns], ['maker', ['name', 'no']], 'the key')
      const byId = await refused('unique', () => tx.insert('item', [item({ id: 77 }), item({ id: 77 })]))
      same([byId.entity, byId.columns], ['item', ['id']], 'a given key')
      await tx.insert('item', [item({ code: 'y' })])
    })
    same(await store.read((tx) => tx.count('item')), 2, 'what was right is committed')
    await refused('unique', () => store.write((tx) => tx.insert('item', [item({ code: 'x' })])))
    await store.write((tx) => tx.insert('item', [item({ code: 'z' })]))
  })

  check(
    '(14) rows with a NULL among unique columns are not compared, and text is compared exactly',
    async ({ store }) => {
      await store.write(async (tx) => {
        await tx.insert('item', [
          item({ shelf: 1 }),
          item({ shelf: 1 }),
          item({ slot: 'a' }),
          item({ slot: 'a' }),
          item(),
          item(),
        ])
        await tx.insert(
          'item',
          ['a', 'A', 'a ', '\u00e9', 'e\u0301', ''].map((code) => item({ code })),
        )
        await tx.insert('item', [
          item({ shelf: 1, slot: 'a' }),
          item({ shelf: 1, slot: 'b' }),
          item({ shelf: 2, slot: 'a' }),
        ])
        same(await tx.count('item'), 15, 'all of them')
      })
    },
  )

  check('(14) an insert or update that fails writes none of its rows', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert('item', [item({ title: 'a', code: 'a', n: 1 }), item({ title: 'b', code: 'b', n: 2 })])
      await refused('unique', () => tx.insert('item', [item({ code: 'c' }), item({ code: 'a' }), item({ code: 'd' })]))
      await refused('unique', () => tx.insert('item', [item({ code: 'e' }), item({ code: 'e' })]))
      const error = await refused('unique', () => tx.update('item', { and: [] }, { code: 'same', n: 9 }))
      same([error.entity, error.columns], ['item', ['code']], 'the update')
      await refused('unique', () => tx.update('item', { col: 'title', eq: 'a' }, { code: 'b' }))
      const rows = await tx.select({ from: 'item', columns: ['code', 'n'] })
      same(
        rows,
        [
          { code: 'a', n: 1 },
          { code: 'b', n: 2 },
        ],
        'in the same work',
      )
      await tx.update('item', { col: 'title', eq: 'b' }, { code: 'b', n: 3 })
      await tx.delete('item', { col: 'title', eq: 'a' })
      await tx.insert('item', [item({ code: 'a', n: 4 })])
    })
    const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['code', 'n'] }))
    same(
      rows,
      [
        { code: 'b', n: 3 },
        { code: 'a', n: 4 },
      ],
      'after the commit',
    )
  })
}
