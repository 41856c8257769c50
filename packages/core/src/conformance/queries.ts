import type { Order, Query } from '../store/index.js'
import { failureOf, isTrue, same } from './expect.js'
import type { Scene, Suite } from './suite.js'
import { item, maker, type World } from './world.js'

async function titles({ store }: Scene, query: Omit<Query<World, 'item'>, 'from' | 'columns'>): Promise<string[]> {
  const rows = await store.read((tx) => tx.select({ from: 'item', ...query, columns: ['title'] }))
  return rows.map((row) => row.title)
}

export function queryTests({ check }: Suite): void {
  check('rows come in the order of the key when no order is asked for', async (scene) => {
    await scene.store.write(async (tx) => {
      await tx.insert('item', [
        item({ id: 30, title: 'c' }),
        item({ id: 4, title: 'a' }),
        item({ id: 200, title: 'd' }),
      ])
      await tx.insert('item', [item({ id: 5, title: 'b' })])
      await tx.insert('maker', [maker({ name: 'b', no: 2 }), maker({ name: 'b', no: 10 }), maker({ name: 'a', no: 3 })])
    })
    same(await titles(scene, {}), ['a', 'b', 'c', 'd'], 'one int key')
    same(await titles(scene, { limit: 2, offset: 1 }), ['b', 'c'], 'a page of it')
    const makers = await scene.store.read((tx) => tx.select({ from: 'maker', columns: ['name', 'no'] }))
    same(
      makers.map(({ name, no }) => `${name}${no}`),
      ['a3', 'b2', 'b10'],
      'a key of two columns',
    )
  })

  check('(4) text sorts by code point, in orders and in keys', async (scene) => {
    const words = ['', 'B', 'a', 'a\u0301', 'z', '\u00e1', '\ud7ff', '\ue000', '\uff01', '\u{1f600}', '\u{10ffff}']
    await scene.store.write(async (tx) => {
      await tx.insert(
        'item',
        words.toReversed().map((word) => item({ title: word, t: word })),
      )
      await tx.insert(
        'maker',
        words.toReversed().map((word) => maker({ name: word })),
      )
    })
    same(await titles(scene, { order: [{ col: 't' }] }), words, 'ascending')
    same(await titles(scene, { order: [{ col: 'title', desc: true }] }), words.toReversed(), 'descending')
    const makers = await scene.store.read((tx) => tx.select({ from: 'maker', columns: ['name'] }))
    same(
      makers.map(({ name }) => name),
      words,
      'by key',
    )
  })

  check(
    '(7) NULL sorts first ascending and last descending, false before true, numbers by size, times by instant',
    async (scene) => {
      const day = (n: number) => new Date(Date.UTC(1969, 11, 30 + n))
      await scene.store.write((tx) =>
        tx.insert('item', [
          item({ title: '3', n: 10, r: 1e300, b: true, at: day(3) }),
          item({ title: '0' }),
          item({ title: '2', n: 9, r: 0.5, b: true, at: day(2) }),
          item({ title: '1', n: -10, r: -0.5, b: false, at: day(0) }),
        ]),
      )
      for (const col of ['n', 'r', 'at'] as const) {
        same(await titles(scene, { order: [{ col }] }), ['0', '1', '2', '3'], `${col} ascending`)
        same(await titles(scene, { order: [{ col, desc: true }] }), ['3', '2', '1', '0'], `${col} descending`)
      }
      same(await titles(scene, { order: [{ col: 'b' }] }), ['0', '1', '3', '2'], 'b ascending, then by id')
      same(await titles(scene, { order: [{ col: 'b', desc: true }] }), ['3', '2', '1', '0'], 'b descending, then by id')
      const parts: Order<World, 'item'>[] = [{ col: 'b', desc: true }, { col: 'n' }]
      same(await titles(scene, { order: parts }), ['2', '3', '1', '0'], 'two parts')
    },
  )

  check('with adds the related rows of each row, also where there are none', async ({ store }) => {
    const odd = '"\'\\ \n\u2028\u2029\u0001 \u{1f600}'
    const since = new Date('2026-01-02T03:04:05.678Z')
    await store.write(async (tx) => {
      await tx.insert('maker', [maker({ name: 'm', no: 2 ** 53 - 1 })])
      await tx.insert('item', [
        item({ id: 1, title: 'many', maker_name: 'm', maker_no: 2 ** 53 - 1 }),
        item({ id: 2, title: 'one', parent_id: 1, flag: true }),
        item({ id: 3, title: 'none', parent_id: 3, maker_name: 'm' }),
      ])
      await tx.insert('tag', [
        { item_id: 1, label: odd, value: null, since },
        { item_id: 1, label: 'b', value: -(2 ** 53 - 1), since: null },
        { item_id: 2, label: '', value: 0, since: new Date(-1) },
      ])
    })
    const rows = await store.read((tx) =>
      tx.select({
        from: 'item',
        columns: ['title'],
        order: [{ via: 'tags', col: 'label', desc: true }],
        limit: 3,
        with: {
          tags: { columns: ['label', 'value', 'since'] },
          maker: { columns: ['no'] },
          children: { columns: ['id', 'flag'] },
        },
      }),
    )
    const byTitle = Object.fromEntries(
      rows.map(({ title, tags, ...row }) => [
        title,
        { ...row, tags: tags.toSorted((a, b) => (a.label < b.label ? -1 : 1)) },
      ]),
    )
    const expected = {
      many: {
        tags: [
          { label: odd, value: null, since },
          { label: 'b', value: -(2 ** 53 - 1), since: null },
        ],
        maker: [{ no: 2 ** 53 - 1 }],
        children: [{ id: 2, flag: true }],
      },
      one: { tags: [{ label: '', value: 0, since: new Date(-1) }], maker: [], children: [] },
      none: { tags: [], maker: [], children: [{ id: 3, flag: false }] },
    }
    same(byTitle, expected, 'rows with their related rows')
    same(
      rows.map(({ title }) => title),
      ['many', 'one', 'none'],
      'in the order asked for',
    )
  })

  check(
    'via sorts by the least related value ascending and the greatest descending, NULL without any',
    async (scene) => {
      await scene.store.write(async (tx) => {
        const ids = await tx.insert(
          'item',
          ['wide', 'mid', 'null', 'none'].map((title) => item({ title })),
        )
        const [wide = 0, mid = 0, onlyNull = 0] = ids
        await tx.insert('tag', [
          { item_id: wide, label: 'a', value: 1 },
          { item_id: wide, label: 'b', value: 9 },
          { item_id: wide, label: 'c', value: null },
          { item_id: mid, label: 'a', value: 5 },
          { item_id: onlyNull, label: 'a', value: null },
        ])
      })
      const via = (desc: boolean, label?: string): Order<World, 'item'>[] => [
        { via: 'tags', col: 'value', desc, ...(label === undefined ? {} : { where: { col: 'label', eq: label } }) },
      ]
      same(await titles(scene, { order: via(false) }), ['null', 'none', 'wide', 'mid'], 'ascending')
      same(await titles(scene, { order: via(true) }), ['wide', 'mid', 'null', 'none'], 'descending')
      same(await titles(scene, { order: via(false, 'b') }), ['mid', 'null', 'none', 'wide'], 'ascending among some')
      same(await titles(scene, { order: via(true, 'a') }), ['mid', 'wide', 'null', 'none'], 'descending among some')
      same(await titles(scene, { order: via(true), limit: 1, offset: 1 }), ['mid'], 'a page')
      same(
        await titles(scene, { order: [{ via: 'tags', col: 'label', desc: true }] }),
        ['wide', 'mid', 'null', 'none'],
        'by text',
      )
    },
  )

  check('(8) count may stop where it is enough, and never before', async ({ store }) => {
    const blinking = { col: 'title', contains: 'blink' } as const
    await store.write((tx) =>
      tx.insert(
        'item',
        Array.from({ length: 9 }, (_, n) => item({ title: `blink ${n}` })),
      ),
    )
    await store.read(async (tx) => {
      for (const candidates of [false, true])
        for (const atMost of [0, 1, 8, 9, 10]) {
          const counted = await tx.count('item', blinking, { atMost, candidates })
          isTrue(counted >= Math.min(9, atMost), `${counted} of 9 rows, at most ${atMost}`)
          if (!candidates) isTrue(counted <= 9, `${counted} of 9 rows, at most ${atMost}`)
          isTrue((await tx.count('item', undefined, { atMost, candidates })) >= Math.min(9, atMost), 'all rows')
        }
      same(await tx.count('item', { col: 'title', contains: 'absent' }, { atMost: 5 }), 0, 'none')
    })
  })

  check('ranked sorts by the place in a list, and what is not in it last', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert('item', [
        item({ title: 'nine', n: 9 }),
        item({ title: 'none' }),
        item({ title: 'two', n: 2 }),
        item({ title: 'five', n: 5 }),
        item({ title: 'two again', n: 2 }),
      ]),
    )
    const by = (ranked: readonly number[], desc = false): Order<World, 'item'>[] => [{ col: 'n', ranked, desc }]
    same(await titles(scene, { order: by([5, 2]) }), ['five', 'two', 'two again', 'nine', 'none'], 'ascending')
    same(await titles(scene, { order: by([5, 2], true) }), ['nine', 'none', 'two', 'two again', 'five'], 'descending')
    same(await titles(scene, { order: by([]) }), ['nine', 'none', 'two', 'five', 'two again'], 'by nothing')
    same(
      await titles(scene, { order: [...by([2]), { col: 'n', desc: true }] }),
      ['two', 'two again', 'nine', 'five', 'none'],
      'and then by the number itself',
    )
    same(await titles(scene, { order: by([9, 2]), offset: 1, limit: 2 }), ['two', 'two again'], 'a page')
  })

  check('via sorts across an entity related to itself, and together with a predicate', async (scene) => {
    await scene.store.write(async (tx) => {
      const [a = 0, b = 0] = await tx.insert('item', [item({ title: 'a', rank: 1 }), item({ title: 'b', rank: 2 })])
      await tx.insert('item', [
        item({ title: 'a1', rank: 30, parent_id: a }),
        item({ title: 'b1', rank: 20, parent_id: b }),
      ])
    })
    same(
      await titles(scene, { order: [{ via: 'parent', col: 'rank', desc: true }] }),
      ['b1', 'a1', 'a', 'b'],
      'by the rank of the parent',
    )
    const order = [{ via: 'children', where: { col: 'rank', gt: 5 }, col: 'rank' }] as const
    same(await titles(scene, { where: { some: 'children' }, order }), ['b', 'a'], 'by the rank of the children')
  })

  check('(7) pages never overlap and leave nothing out', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert(
        'item',
        Array.from({ length: 53 }, (_, i) => item({ title: `${i}`, rank: i % 3, n: i % 2 ? null : i % 5 })),
      ),
    )
    const orders: Order<World, 'item'>[][] = [
      [],
      [{ col: 'rank' }],
      [{ col: 'rank', desc: true }],
      [{ col: 'n', desc: true }, { col: 'flag' }],
    ]
    for (const order of orders) {
      const whole = await titles(scene, { order })
      const pages: string[] = []
      for (let offset = 0; offset < 60; offset += 7) pages.push(...(await titles(scene, { order, limit: 7, offset })))
      same(pages, whole, `pages by ${JSON.stringify(order)}`)
      same(new Set(whole).size, 53, 'all of them')
    }
  })

  check('limit and offset may be left out, zero, one without the other, and beyond the end', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert(
        'item',
        ['a', 'b', 'c'].map((title) => item({ title })),
      ),
    )
    same(await titles(scene, { limit: 0 }), [], 'limit 0')
    same(await titles(scene, { offset: 0 }), ['a', 'b', 'c'], 'offset 0')
    same(await titles(scene, { offset: 2 }), ['c'], 'offset alone')
    same(await titles(scene, { limit: 2 }), ['a', 'b'], 'limit alone')
    same(await titles(scene, { limit: 5, offset: 3 }), [], 'offset at the end')
    for (const page of [{ limit: -1 }, { offset: -1 }, { limit: 0.5 }, { offset: NaN }]) {
      await failureOf(() => titles(scene, page), `a refusal of ${JSON.stringify(page)}`)
    }
    same(await titles(scene, { limit: Number.MAX_SAFE_INTEGER, offset: 1 }), ['b', 'c'], 'a limit beyond everything')
  })

  check('columns names what comes back, and nothing else does', async ({ store }) => {
    await store.write((tx) => tx.insert('item', [item({ title: 'x', n: 7 })]))
    await store.read(async (tx) => {
      same(await tx.select({ from: 'item', columns: ['n', 'title'] }), [{ n: 7, title: 'x' }], 'two columns')
      same(
        await tx.select({ from: 'item', columns: ['t'], order: [{ col: 'rank' }] }),
        [{ t: null }],
        'not the one that sorts',
      )
      const [row = {}] = await tx.select({ from: 'item' })
      same(Object.keys(row).length, 20, 'all columns when none is named')
    })
  })

  check(
    '(8) count equals the length of the unlimited select, also with relations that match many rows',
    async ({ store }) => {
      await store.write(async (tx) => {
        const ids = await tx.insert(
          'item',
          Array.from({ length: 5 }, (_, i) => item({ rank: i })),
        )
        await tx.insert(
          'tag',
          ids.slice(1).flatMap((id) => ['a', 'b', 'c'].map((label) => ({ item_id: id, label }))),
        )
      })
      await store.read(async (tx) => {
        same(await tx.count('item'), 5, 'all')
        same(await tx.count('item', { some: 'tags' }), 4, 'with tags')
        same(
          await tx.count('item', { some: 'tags', where: { some: 'item', where: { col: 'rank', gte: 3 } } }),
          2,
          'nested',
        )
        same(await tx.count('maker'), 0, 'none')
      })
    },
  )
}
