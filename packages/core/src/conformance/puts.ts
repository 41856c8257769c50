import { defineSchema, entity, int, text, typed, type Awaitable, type Reader, type Row } from '../store/index.js'
import { failureOf, isTrue, refused, same } from './expect.js'
import type { Suite } from './suite.js'
import { item, maker, wholeItem, world, type World } from './world.js'

/** An entity that consists only of its key, like memberships. */
const pairs = defineSchema({
  pair: entity({ columns: { a: int(), b: text() }, key: ['a', 'b'], relations: {} }),
})

/** Other values than those of `wholeItem` in every column. */
const full = {
  title: 'full',
  rank: 7,
  flag: true,
  due: new Date(7),
  weight: 1.5,
  n: 1,
  r: 2.5,
  t: 'text',
  b: true,
  at: new Date(8),
  note: 'a note',
  raw: new Uint8Array([1, 2]),
  doc: { a: [1] },
  code: 'code',
  shelf: 2,
  slot: 's',
  parent_id: 1,
  maker_name: 'm',
  maker_no: 3,
}

function wholeMaker(given: Partial<Row<World, 'maker'>> = {}): Row<World, 'maker'> {
  return { score: null, motto: null, ...maker(given) }
}

function tag(item_id: number, label: string): Row<World, 'tag'> {
  return { item_id, label, value: null, since: null }
}

/** Requires `task` to throw a TypeError. */
async function refusedAsWrong(what: string, task: () => Awaitable<unknown>): Promise<void> {
  const error = await failureOf(task, `a TypeError for ${what}`)
  isTrue(error instanceof TypeError, `a TypeError for ${what}, not ${String(error)}`)
}

/** Tests of `put`: semantic 17. */
export function putTests(suite: Suite): void {
  replacing(suite)
  refusing(suite)
  judging(suite)
  belonging(suite)
}

function replacing({ check, checkBare }: Suite): void {
  check('(17) put replaces rows that are there, in every column, and inserts the others', async ({ store }) => {
    await store.write(async (tx) => {
      const [a = 0, b = 0, c = 0] = await tx.insert('item', [item(), item({ title: 'b' }), item({ title: 'c', n: 3 })])
      const [first, last] = [wholeItem({ id: a, ...full }), wholeItem({ id: c, title: 'new c' })]
      const added = [50, 60].map((id) => wholeItem({ id, ...full, code: `${id}`, shelf: id }))
      await tx.put('item', [last, ...added, first])
      same(
        await tx.select({ from: 'item', where: { not: { col: 'id', eq: b } } }),
        [first, last, ...added],
        'items, those that were there and those that were not',
      )
      same(await tx.count('item', { col: 'title', eq: 'b' }), 1, 'the one that was not named')
      await tx.put('item', [wholeItem({ id: a })])
      same(await tx.select({ from: 'item', where: { col: 'id', eq: a } }), [wholeItem({ id: a })], 'without values')
    })
    same(await store.read((tx) => tx.count('item')), 5, 'after the commit')
  })

  check('(17) put tells rows apart by all columns of the key, and exactly', async ({ store }) => {
    const names = ['a', 'A', 'a ', '\u00e9', 'e\u0301', '']
    const makers = names.flatMap((name) => [1, 2].map((no) => wholeMaker({ name, no })))
    const named = makers.map((row, i) => ({ ...row, score: i, motto: `motto ${i}`, facts: [i] }))
    const tags = [tag(1, 'x'), tag(1, 'y'), tag(2, 'x')]
    const valued = tags.map((row, value) => ({ ...row, value, since: new Date(value) }))
    await store.write(async (tx) => {
      await tx.put('maker', makers)
      await tx.put('maker', named)
      await tx.put('tag', tags)
      await tx.put('tag', valued.slice(1))
      same(await tx.count('maker'), makers.length, 'makers')
      for (const [i, { name, no }] of makers.entries()) {
        const both = [{ col: 'name', eq: name } as const, { col: 'no', eq: no } as const]
        same(await tx.select({ from: 'maker', where: { and: both } }), [named[i]], `the maker ${name} ${no}`)
      }
      same(await tx.select({ from: 'tag' }), [tags[0], valued[1], valued[2]], 'tags')
    })
  })

  checkBare('(17) put takes rows that are nothing but a key, and those that are there stay', async ({ store }) => {
    const { relations: _, ...declared } = pairs.pair
    const paired = typed<typeof pairs>(typed(store))
    const steps = [{ createEntity: 'pair', entity: declared }]
    await paired.migrate(pairs, [{ id: 1, name: 'pairs', breaking: false, steps }])
    const rows = [1, 2, 3].map((a) => ({ a, b: `${a}` }))
    await paired.write((tx) => tx.put('pair', rows.slice(0, 2)))
    await paired.write((tx) => tx.put('pair', rows))
    same(await paired.read((tx) => tx.select({ from: 'pair' })), rows, 'pairs')
  })

  check('(17) put takes a thousand rows and more at once, and no rows', async ({ store }) => {
    const rows = Array.from({ length: 1_100 }, (_, i) => wholeItem({ id: i + 1, title: `old ${i}`, code: `${i}` }))
    const news = rows.map((row) => ({ ...row, title: `new ${row.id}`, rank: row.id }))
    await store.write((tx) => tx.put('item', rows.slice(0, 500)))
    await store.write(async (tx) => {
      await tx.put('item', [])
      same(await tx.select({ from: 'item' }), rows.slice(0, 500), 'after no rows')
      await tx.put('item', news)
    })
    same(await store.read((tx) => tx.select({ from: 'item' })), news, 'rows')
    const last = wholeItem({ id: 2_000, code: '7' })
    await store.write((tx) => refused('unique', () => tx.put('item', [...rows, last])))
    same(await store.read((tx) => tx.select({ from: 'item' })), news, 'rows, when the last is refused')
  })
}

function refusing({ check }: Suite): void {
  check('(17) put wants every column, the key too: else a TypeError, and nothing is written', async ({ store }) => {
    await store.write(async (tx) => {
      const [id = 0] = await tx.insert('item', [item()])
      const good = wholeItem({ id, title: 'changed' })
      for (const column of Object.keys(world.item.columns)) {
        const { [column as 'n']: _, ...left } = wholeItem({ id: 99 })
        for (const row of [left, { ...left, [column]: undefined }])
          await refusedAsWrong(`a row without ${column}`, () => tx.put('item', [good, row as typeof good]))
      }
      const { no: _, ...half } = wholeMaker()
      await refusedAsWrong('half a key', () => tx.put('maker', [half as Row<World, 'maker'>]))
      same(await tx.select({ from: 'item', columns: ['title'] }), [{ title: 'an item' }], 'items')
      same(await tx.count('maker'), 0, 'makers')
    })
  })

  check('(17) put refuses the same key twice by a TypeError, and nothing is written', async ({ store }) => {
    await store.write(async (tx) => {
      const twice = [wholeItem({ id: 5 }), wholeItem({ id: 6 }), wholeItem({ id: 5, title: 'again' })]
      await refusedAsWrong('two rows of one id', () => tx.put('item', twice))
      const makers = [wholeMaker({ name: 'm', no: 1 }), wholeMaker({ name: 'm', no: 1, score: 1 })]
      await refusedAsWrong('two rows of one key', () => tx.put('maker', makers))
      same([await tx.count('item'), await tx.count('maker')], [0, 0], 'rows')
    })
  })

  check('(17) put refuses what does not fit its column, and nothing is written', async ({ store }) => {
    const wrong: Record<string, unknown>[] = [
      { id: null },
      { id: 1.5 },
      { rank: null },
      { rank: 2 ** 53 },
      { weight: NaN },
      { title: 7 },
      { flag: 1 },
      { due: new Date(NaN) },
      { raw: 'text' },
      { nothing: 1 },
    ]
    for (const given of wrong) {
      const what = `a refusal of ${JSON.stringify(given)}`
      const row = { ...wholeItem({ id: 8 }), ...given }
      await failureOf(() => store.write((tx) => tx.put('item', [wholeItem({ id: 7 }), row])), what)
    }
    same(await store.read((tx) => tx.count('item')), 0, 'rows')
  })
}

function judging({ check }: Suite): void {
  check(
    '(17) put that breaks uniqueness throws unique, writes none of its rows, and the work goes on',
    async (scene) => {
      const { store } = scene
      const rows = ['a', 'b'].map((code, i) => wholeItem({ id: i + 1, code, shelf: i, slot: 's' }))
      const [a, b] = rows as [Row<World, 'item'>, Row<World, 'item'>]
      await store.write((tx) => tx.put('item', rows))
      await store.write(async (tx) => {
        const byReplacing = await refused('unique', () =>
          tx.put('item', [
            { ...a, n: 9 },
            wholeItem({ id: 50, code: 'c' }),
            { ...b, code: 'a' },
            wholeItem({ id: 51 }),
          ]),
        )
        same([byReplacing.entity, byReplacing.columns], ['item', ['code']], 'by a row that is there')
        const byInserting = await refused('unique', () =>
          tx.put('item', [{ ...b, n: 9 }, wholeItem({ id: 52, shelf: 1, slot: 's' })]),
        )
        same([byInserting.entity, byInserting.columns], ['item', ['shelf', 'slot']], 'by a row that is not there')
        same(await tx.select({ from: 'item' }), rows, 'in the same work')
        await tx.put('item', [{ ...a, code: 'new' }])
      })
      same(await store.read((tx) => tx.select({ from: 'item' })), [{ ...a, code: 'new' }, b], 'after the commit')
    },
  )

  check('(17) put judges its rows in their order: to swap unique values takes two calls', async ({ store }) => {
    const one = (code: string | null) => wholeItem({ id: 1, code })
    const two = (code: string | null) => wholeItem({ id: 2, code })
    const codes = async (tx: Reader<World>) =>
      (await tx.select({ from: 'item', columns: ['code'] })).map((row) => row.code)
    await store.write(async (tx) => {
      await tx.put('item', [one('a'), two('b')])
      await refused('unique', () => tx.put('item', [one('b'), two('a')]))
      await refused('unique', () => tx.put('item', [two('a'), one('c')]))
      same(await codes(tx), ['a', 'b'], 'after refusals')
      await tx.put('item', [one('c'), two('a')])
      same(await codes(tx), ['c', 'a'], 'when one makes way for the other')
      await tx.put('item', [one(null)])
      await tx.put('item', [two('c'), one('a')])
      same(await codes(tx), ['a', 'c'], 'after two calls')
      await tx.put('item', [one('a'), two('c')])
      await tx.put('item', [two(null), wholeItem({ id: 3 }), one(null)])
      same(await codes(tx), [null, null, null], 'NULL is shared with nobody')
    })
  })

  check('(17) put keeps the key it is given, and keys assigned later rise above it', async ({ store }) => {
    const insert = () => store.write(async (tx) => (await tx.insert('item', [item()]))[0] ?? 0)
    const first = await insert()
    await store.write((tx) => tx.put('item', [wholeItem({ id: 1_000 }), wholeItem({ id: first, title: 'replaced' })]))
    const next = await insert()
    isTrue(next > 1_000, `${next} is above the key that was put`)
    await store.write((tx) => tx.delete('item', { col: 'id', gte: 1_000 }))
    await store.write((tx) => tx.put('item', [wholeItem({ id: first }), wholeItem({ id: 900 })]))
    const above = await insert()
    isTrue(above > next, `${above} after ${next} was deleted`)
    const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['id'] }))
    same(
      rows.map(({ id }) => id),
      [first, 900, above],
      'ids',
    )
  })
}

function belonging({ check }: Suite): void {
  check('(17) put leaves the rows that belong to a replaced one', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.put('item', [wholeItem({ id: 1 }), wholeItem({ id: 2, parent_id: 1 }), wholeItem({ id: 3 })])
      await tx.insert('tag', [tag(1, 'x'), tag(1, 'y'), tag(2, 'x')])
    })
    await store.write(async (tx) => {
      await tx.put('item', [wholeItem({ id: 1, title: 'new' })])
      same(await tx.select({ from: 'tag' }), [tag(1, 'x'), tag(1, 'y'), tag(2, 'x')], 'tags')
      same(await tx.count('item'), 3, 'items')
      const child = { some: 'parent', where: { col: 'title', eq: 'new' } } as const
      same(await tx.select({ from: 'item', where: child, columns: ['id'] }), [{ id: 2 }], 'the child')
    })
  })

  check('(17) an index of substrings says what put has written, and nothing of what was undone', async ({ store }) => {
    const found = () =>
      store.read((tx) => tx.select({ from: 'item', where: { col: 'note', contains: 'needle' }, columns: ['id'] }))
    const noted = (id: number, note: string | null) => wholeItem({ id, note, code: `${id}` })
    await store.write((tx) => tx.put('item', [noted(1, 'a needle'), noted(2, 'hay'), noted(3, 'needles')]))
    same(await found(), [{ id: 1 }, { id: 3 }], 'inserted')
    await store.write((tx) => tx.put('item', [noted(1, null), noted(2, 'my needle'), noted(4, 'new needle')]))
    const expected = [{ id: 2 }, { id: 3 }, { id: 4 }]
    same(await found(), expected, 'replaced')
    const undone = [noted(1, 'needle'), noted(2, 'hay'), noted(5, 'needle')]
    await failureOf(
      () =>
        store.write(async (tx) => {
          await tx.put('item', undone)
          throw new Error('no')
        }),
      'the failure of the work',
    )
    await store.write((tx) => refused('unique', () => tx.put('item', [...undone, wholeItem({ id: 6, code: '3' })])))
    same(await found(), expected, 'after what was undone')
    await store.write((tx) => tx.delete('item', { and: [] }))
    same(await found(), [], 'after a delete')
  })

  check('(17) put is seen by its own work at once, and undone with it', async ({ store }) => {
    const before = [wholeItem({ id: 1, ...full }), wholeItem({ id: 2, title: 'two' })]
    const after = [wholeItem({ id: 1, code: 'other' }), before[1], wholeItem({ id: 3, code: 'code' })]
    await store.write((tx) => tx.put('item', before))
    const failing = () =>
      store.write(async (tx) => {
        await tx.put('item', [wholeItem({ id: 1, code: 'other' }), wholeItem({ id: 3, code: 'code' })])
        same(await tx.select({ from: 'item' }), after, 'inside the work')
        same(await tx.count('item', { col: 'code', in: ['code', 'other'] }), 2, 'by their unique values')
        await tx.delete('item', { col: 'id', eq: 1 })
        throw new Error('no')
      })
    same(String(await failureOf(failing, 'the failure of the work')), 'Error: no', 'the failure')
    same(await store.read((tx) => tx.select({ from: 'item' })), before, 'afterwards')
    await refused('unique', () => store.write((tx) => tx.insert('item', [item({ code: 'code' })])))
    await store.write((tx) => tx.insert('item', [item({ code: 'other' })]))
  })

  check('(17) rows that were put may be changed by the caller afterwards', async ({ store }) => {
    const facts = { list: [1] }
    const given = wholeMaker({ seal: new Uint8Array([1, 2]), facts })
    const [due, at] = [new Date(4), new Date(5)]
    const row = wholeItem({ id: 1, due, at })
    await store.write(async (tx) => {
      await tx.put('maker', [given])
      await tx.put('item', [row])
      given.name = 'changed'
      given.seal[0] = 99
      facts.list.push(2)
      row.title = 'changed'
      for (const time of [due, at]) time.setTime(1)
      same(await tx.count('item', { col: 'at', eq: new Date(5) }), 1, 'the time, in the same work')
    })
    await store.read(async (tx) => {
      const kept = wholeMaker({ seal: new Uint8Array([1, 2]), facts: { list: [1] } })
      same(await tx.select({ from: 'maker' }), [kept], 'maker')
      same(await tx.select({ from: 'item' }), [wholeItem({ id: 1, due: new Date(4), at: new Date(5) })], 'item')
    })
  })
}
