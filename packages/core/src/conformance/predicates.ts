import type { Where } from '../store/index.js'
import { same } from './expect.js'
import type { Scene, Suite } from './suite.js'
import { item, maker, type World } from './world.js'

type ItemWhere = Where<World, 'item'>

/** Checks by title that these items satisfy a predicate, that its complement has all others, and that counts agree. */
async function holdsFor({ store }: Scene, where: ItemWhere, titles: readonly string[]): Promise<void> {
  const shown = JSON.stringify(where).slice(0, 300)
  await store.read(async (tx) => {
    const all = await tx.select({ from: 'item', columns: ['title'] })
    const rest = all.map((row) => row.title).filter((title) => !titles.includes(title))
    const found = async (part: ItemWhere) =>
      (await tx.select({ from: 'item', where: part, columns: ['title'] })).map((row) => row.title)
    same(await found(where), titles, shown)
    same(await found({ not: where }), rest, `not ${shown}`)
    same(await found({ not: { not: where } }), titles, `not not ${shown}`)
    same(await tx.count('item', where), titles.length, `count of ${shown}`)
    same(await tx.count('item', { not: where }), rest.length, `count of not ${shown}`)
  })
}

export function predicateTests({ check }: Suite): void {
  check(
    '(1) a comparison with NULL is false, eq: null asks for NULL, and not is the exact complement',
    async (scene) => {
      const at = new Date(1000)
      await scene.store.write((tx) =>
        tx.insert('item', [
          item({ title: 'null' }),
          item({ title: 'low', n: -1, r: -1.5, t: 'a', b: false, at: new Date(-1), shelf: -1 }),
          item({ title: 'high', n: 5, r: 5.5, t: 'z', b: true, at, shelf: 5 }),
        ]),
      )
      await holdsFor(scene, { col: 'n', eq: null }, ['null'])
      await holdsFor(scene, { col: 'raw', eq: null }, ['null', 'low', 'high'])
      await holdsFor(scene, { col: 'doc', eq: null }, ['null', 'low', 'high'])
      await holdsFor(scene, { col: 'n', eq: 5 }, ['high'])
      await holdsFor(scene, { col: 'r', lt: 5.5 }, ['low'])
      await holdsFor(scene, { col: 'r', lte: 5.5 }, ['low', 'high'])
      await holdsFor(scene, { col: 't', gt: 'a' }, ['high'])
      await holdsFor(scene, { col: 't', gte: 'a' }, ['low', 'high'])
      await holdsFor(scene, { col: 'b', eq: false }, ['low'])
      await holdsFor(scene, { col: 'b', eq: true }, ['high'])
      await holdsFor(scene, { col: 'at', eq: at }, ['high'])
      await holdsFor(scene, { col: 'at', lt: at }, ['low'])
      await holdsFor(scene, { col: 'n', eqCol: 'shelf' }, ['low', 'high'])
      await holdsFor(scene, { col: 'n', eqCol: 'rank' }, [])
      await holdsFor(scene, { col: 'n', eqCol: 'n' }, ['low', 'high'])
      await holdsFor(scene, { col: 't', contains: '' }, ['low', 'high'])
      await holdsFor(scene, { col: 't', contains: 'z' }, ['high'])
      await holdsFor(scene, { and: [{ not: { col: 'n', eq: 5 } }, { not: { col: 'n', eq: null } }] }, ['low'])
      await holdsFor(
        scene,
        {
          not: {
            or: [
              { col: 'n', eq: 5 },
              { col: 't', eq: 'q' },
            ],
          },
        },
        ['null', 'low'],
      )
    },
  )

  check('(1) and: [] is true, or: [] is false, and both nest', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'one', rank: 1 }), item({ title: 'two', rank: 2 })]),
    )
    await holdsFor(scene, { and: [] }, ['one', 'two'])
    await holdsFor(scene, { or: [] }, [])
    await holdsFor(scene, { and: [{ col: 'rank', eq: 1 }, { or: [] }] }, [])
    await holdsFor(scene, { or: [{ col: 'rank', eq: 1 }, { and: [] }] }, ['one', 'two'])
    await holdsFor(
      scene,
      {
        and: [
          {
            or: [
              { col: 'rank', eq: 1 },
              { col: 'rank', eq: 2 },
            ],
          },
          { col: 'title', eq: 'two' },
        ],
      },
      ['two'],
    )
    await holdsFor(
      scene,
      {
        or: [
          {
            and: [
              { col: 'rank', eq: 1 },
              { col: 'title', eq: 'two' },
            ],
          },
          { col: 'rank', eq: 2 },
        ],
      },
      ['two'],
    )
  })

  check('(2) in: [] is false, in never matches NULL', async (scene) => {
    const at = new Date('2020-02-29T12:34:56.789Z')
    await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'null' }), item({ title: 'set', n: 1, r: 0.1, t: 'x', at })]),
    )
    await holdsFor(scene, { col: 'n', in: [] }, [])
    await holdsFor(scene, { col: 'rank', in: [] }, [])
    await holdsFor(scene, { col: 't', in: [] }, [])
    await holdsFor(scene, { col: 'n', in: [1, 1, 2] }, ['set'])
    await holdsFor(scene, { col: 'r', in: [0.1, 7] }, ['set'])
    await holdsFor(scene, { col: 't', in: ['', 'null', 'x'] }, ['set'])
    await holdsFor(scene, { col: 'at', in: [at, new Date(0), new Date(at)] }, ['set'])
    await holdsFor(scene, { col: 'n', in: [2] }, [])
  })

  check('(3) some holds when one related row satisfies all of where', async (scene) => {
    const [one = 0, two = 0] = await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'one' }), item({ title: 'two' }), item({ title: 'bare' })]),
    )
    await scene.store.write((tx) =>
      tx.insert('tag', [
        { item_id: one, label: 'a', value: 1 },
        { item_id: one, label: 'b', value: 2 },
        { item_id: two, label: 'a', value: 2 },
      ]),
    )
    await holdsFor(scene, { some: 'tags' }, ['one', 'two'])
    await holdsFor(scene, { some: 'tags', where: { col: 'label', eq: 'b' } }, ['one'])
    const both = {
      and: [
        { col: 'label', eq: 'a' },
        { col: 'value', eq: 2 },
      ],
    } as const
    await holdsFor(scene, { some: 'tags', where: both }, ['two'])
    await holdsFor(scene, { some: 'tags', where: { not: { col: 'label', eq: 'a' } } }, ['one'])
    await holdsFor(scene, { not: { some: 'tags', where: { col: 'label', eq: 'a' } } }, ['bare'])
    await holdsFor(scene, { some: 'tags', where: { some: 'item', where: { col: 'title', eq: 'two' } } }, ['two'])
    await holdsFor(scene, { some: 'tags', where: { or: [] } }, [])
  })

  check('(3) a relation of an entity to itself tells the two rows apart', async (scene) => {
    const [top = 0] = await scene.store.write((tx) => tx.insert('item', [item({ title: 'top', rank: 1 })]))
    const [middle = 0] = await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'middle', rank: 2, parent_id: top })]),
    )
    await scene.store.write((tx) => tx.insert('item', [item({ title: 'leaf', rank: 3, parent_id: middle })]))
    await holdsFor(scene, { some: 'parent', where: { col: 'rank', eq: 1 } }, ['middle'])
    await holdsFor(scene, { some: 'children', where: { col: 'rank', eq: 3 } }, ['middle'])
    await holdsFor(scene, { some: 'parent', where: { some: 'parent', where: { col: 'rank', eq: 1 } } }, ['leaf'])
    await holdsFor(scene, { some: 'children', where: { some: 'children' } }, ['top'])
    await holdsFor(scene, { some: 'children', where: { not: { some: 'children' } } }, ['middle'])
    await holdsFor(scene, { and: [{ some: 'parent' }, { not: { some: 'children' } }] }, ['leaf'])
  })

  check('(3) relations over several columns join on all of them, and a NULL relates to nothing', async (scene) => {
    await scene.store.write(async (tx) => {
      await tx.insert('maker', [
        maker({ name: 'm', no: 1, motto: 'right' }),
        maker({ name: 'm', no: 2 }),
        maker({ name: 'k', no: 1 }),
      ])
      await tx.insert('item', [
        item({ title: 'whole', maker_name: 'm', maker_no: 1 }),
        item({ title: 'half', maker_name: 'm' }),
        item({ title: 'other half', maker_no: 1 }),
        item({ title: 'none' }),
        item({ title: 'wrong', maker_name: 'k', maker_no: 2 }),
      ])
    })
    await holdsFor(scene, { some: 'maker' }, ['whole'])
    await holdsFor(scene, { some: 'maker', where: { col: 'motto', eq: 'right' } }, ['whole'])
    await holdsFor(scene, { some: 'maker', where: { not: { col: 'motto', eq: 'wrong' } } }, ['whole'])
    await holdsFor(scene, { some: 'echoes' }, [])
    await holdsFor(scene, { some: 'twins' }, [])
  })

  check('(4) text compares by code point and nobody folds case', async (scene) => {
    const words = [
      '',
      ' ',
      'B',
      'a',
      'aa',
      'a\u0301',
      'z',
      '\u00e1',
      '\u0130',
      '\ue000',
      '\uff01',
      '\u{1f600}',
      '\u{10ffff}',
    ]
    await scene.store.write((tx) =>
      tx.insert(
        'item',
        words.map((word) => item({ title: `<${word}>`, t: word })),
      ),
    )
    for (const [i, word] of words.entries()) {
      const titles = (some: readonly string[]) => some.map((each) => `<${each}>`)
      await holdsFor(scene, { col: 't', eq: word }, titles([word]))
      await holdsFor(scene, { col: 't', in: [word] }, titles([word]))
      await holdsFor(scene, { col: 't', lt: word }, titles(words.slice(0, i)))
      await holdsFor(scene, { col: 't', lte: word }, titles(words.slice(0, i + 1)))
      await holdsFor(scene, { col: 't', gt: word }, titles(words.slice(i + 1)))
      await holdsFor(scene, { col: 't', gte: word }, titles(words.slice(i)))
    }
    await holdsFor(scene, { col: 't', eq: 'b' }, [])
    await holdsFor(scene, { col: 't', contains: 'b' }, [])
    await holdsFor(scene, { col: 't', contains: '\u0301' }, titlesOf(['a\u0301']))
  })

  check('(6) contains is a literal substring of any length, with and without a substring index', async (scene) => {
    const notes = [
      '100%',
      'a_b',
      'axb',
      'A*B',
      'say "hi"',
      "it's",
      'a\\b',
      '[ab]',
      'NOT x OR y',
      '\u{1f600}\u{1f601}',
      'e\u0301t',
      'tab\there',
      '',
    ]
    await scene.store.write((tx) =>
      tx.insert(
        'item',
        notes.map((note) => item({ title: `<${note}>`, note, t: note })),
      ),
    )
    const needles = [
      ...notes,
      '%',
      '_',
      'a_',
      'x',
      '*',
      '"',
      "'",
      '\\',
      '[',
      'OR',
      'NOT x',
      'b',
      'B',
      '\u{1f601}',
      '\u0301',
      'E',
      '\t',
      'a%b',
      ' ',
      '-',
      '?',
    ]
    for (const needle of needles) {
      const titles = titlesOf(notes.filter((note) => note.includes(needle)))
      await holdsFor(scene, { col: 'note', contains: needle }, titles)
      await holdsFor(scene, { col: 't', contains: needle }, titles)
    }
    await holdsFor(scene, { some: 'echoes', where: { col: 'note', contains: 'x OR' } }, titlesOf(['NOT x OR y']))
  })

  check('(6) contains finds a needle in text of a megabyte and a long needle in itself', async (scene) => {
    const long = `${'lorem ipsum '.repeat(90_000)}needle${'x'.repeat(1_000)}`
    await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'long', note: long }), item({ title: 'short', note: 'needle' })]),
    )
    await holdsFor(scene, { col: 'note', contains: 'mnee' }, [])
    await holdsFor(scene, { col: 'note', contains: ' needlex' }, ['long'])
    await holdsFor(scene, { col: 'note', contains: long.slice(-30_000) }, ['long'])
    await holdsFor(scene, { col: 'note', eq: long }, ['long'])
  })

  check('(9) in works with 10,000 values, nested and negated too', async (scene) => {
    const numbers = Array.from({ length: 10_000 }, (_, i) => i * 2)
    const words = numbers.map((n) => `word ' ${n}`)
    await scene.store.write((tx) =>
      tx.insert(
        'item',
        [0, 1, 2, 3, 19_998, 20_000].map((n) => item({ title: `<${n}>`, n, t: `word ' ${n}` })),
      ),
    )
    const even = titlesOf([0, 2, 19_998])
    await holdsFor(scene, { col: 'n', in: numbers }, even)
    await holdsFor(scene, { col: 't', in: words }, even)
    await holdsFor(scene, { col: 'r', in: numbers }, [])
    await holdsFor(scene, { col: 'due', in: numbers.map((n) => new Date(n + 1)) }, [])
    await holdsFor(
      scene,
      { and: [{ col: 'n', in: numbers }, { not: { col: 't', in: words.slice(1) } }] },
      titlesOf([0]),
    )
  })

  check('a predicate nests a hundred deep and a hundred wide', async (scene) => {
    await scene.store.write((tx) =>
      tx.insert('item', [item({ title: 'one', rank: 1 }), item({ title: 'two', rank: 2 })]),
    )
    let deep: ItemWhere = { col: 'rank', eq: 1 }
    for (let i = 0; i < 100; i++) deep = i % 2 ? { and: [deep, { not: { or: [] } }] } : { not: deep }
    await holdsFor(scene, deep, ['one'])
    await holdsFor(scene, { or: Array.from({ length: 100 }, (_, i) => ({ col: 'rank' as const, eq: i + 2 })) }, ['two'])
  })
}

function titlesOf(words: readonly (string | number)[]): string[] {
  return words.map((word) => `<${word}>`)
}
