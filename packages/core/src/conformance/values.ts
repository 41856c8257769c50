import type { Json, NewRow, Reader } from '../store/index.js'
import { failureOf, same } from './expect.js'
import type { Suite } from './suite.js'
import { item, maker, type World } from './world.js'

const texts = [
  '',
  ' leading and trailing ',
  'line\nbreak\r\nand\ttab',
  '\u0001\u001f\u007f\u0080\u2028\ufeff',
  'caf\u00e9 cafe\u0301 \u0130\u0131\u00df\u03c2',
  '\u05e9\u05dc\u05d5\u05dd \u202e \u4f60\u597d',
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467} \u{10ffff} \ue000 \uffff',
  `'; drop table item; -- " \` \\ \\' $1 ? :a @b % _ {} []`,
  'null',
  '007',
  'x'.repeat(100_000),
]
const ints = [0, 1, -1, 2 ** 31, -(2 ** 31), 2 ** 32 + 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
const reals = [0, 0.1, -0.1, 1 / 3, 1e21, 1e-7, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE, -1.5e300, 12]
const times = [0, 1, -1, 1_582_979_696_789, -2_208_988_800_001, 253_402_300_799_999].map((ms) => new Date(ms))
const blobs = [
  new Uint8Array(0),
  new Uint8Array([0]),
  Uint8Array.from({ length: 256 }, (_, i) => i),
  new Uint8Array(300_000).fill(255),
]
const docs: Json[] = [
  {},
  [],
  '',
  'text with "quotes", \u{1f600} and \n',
  0,
  -1.5,
  true,
  false,
  [null, [], {}, [[1]]],
  { a: { b: [1, 'two', null, { c: false }] }, '': 'empty key', 'a.b': 1, "it's": 2, é: Number.MAX_SAFE_INTEGER },
]

export function valueTests({ check }: Suite): void {
  check('(10) values of every type round-trip, and are found by themselves', async ({ store }) => {
    const groups: [col: 't' | 'n' | 'r' | 'at' | 'raw' | 'doc' | 'b', values: readonly NewRow<World, 'item'>[]][] = [
      ['t', texts.map((t) => item({ t }))],
      ['n', ints.map((n) => item({ n }))],
      ['r', reals.map((r) => item({ r }))],
      ['at', times.map((at) => item({ at }))],
      ['raw', blobs.map((raw) => item({ raw }))],
      ['doc', docs.map((doc) => item({ doc }))],
      ['b', [item({ b: true }), item({ b: false })]],
    ]
    for (const [col, rows] of groups) {
      const ids = await store.write((tx) => tx.insert('item', rows))
      const found = await store.read((tx) => tx.select({ from: 'item', where: { col: 'id', in: ids } }))
      const values = rows.map((row) => row[col])
      same(
        found.map((row) => row[col]),
        values,
        `values of ${col}`,
      )
    }
    await store.read(async (tx) => {
      for (const t of texts) same(await tx.count('item', { col: 't', eq: t }), 1, `the text ${t.slice(0, 40)}`)
      for (const n of ints) same(await tx.count('item', { col: 'n', eq: n }), 1, `the int ${n}`)
      for (const r of reals) same(await tx.count('item', { col: 'r', eq: r }), 1, `the real ${r}`)
      for (const at of times) same(await tx.count('item', { col: 'at', eq: at }), 1, `the time ${at.getTime()}`)
    })
  })

  check('(10) a nullable column left out is NULL, and comes back as null', async ({ store }) => {
    const [id = 0] = await store.write((tx) => tx.insert('item', [item({ title: 'bare', n: null })]))
    const rows = await store.read((tx) => tx.select({ from: 'item' }))
    const { title, rank, flag, due, weight } = item({ title: 'bare' })
    const nulls = { n: null, r: null, t: null, b: null, at: null, note: null, raw: null, doc: null, code: null }
    const more = { shelf: null, slot: null, parent_id: null, maker_name: null, maker_no: null }
    same(rows, [{ id, title, rank, flag, due, weight, ...nulls, ...more }], 'the row')
  })

  check('what does not fit its column is refused, and nothing is written', async ({ store }) => {
    const wrong: Record<string, unknown>[] = [
      { rank: null },
      { rank: 0.5 },
      { rank: 2 ** 53 },
      { rank: '1' },
      { weight: NaN },
      { weight: Infinity },
      { title: 7 },
      { flag: 1 },
      { due: new Date(NaN) },
      { due: 0 },
      { raw: 'text' },
    ]
    for (const given of wrong) {
      const row = item(given)
      await failureOf(
        () => store.write((tx) => tx.insert('item', [item(), row])),
        `a refusal of ${JSON.stringify(given)}`,
      )
    }
    same(await store.read((tx) => tx.count('item')), 0, 'rows')
  })

  check('a null in a JSON column is NULL where NULL is allowed, and a value where it is not', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert('maker', [maker({ facts: null })])
      await tx.insert('item', [item({ doc: null }), item({ doc: [null] })])
    })
    await store.read(async (tx) => {
      same(await tx.select({ from: 'maker', columns: ['facts'] }), [{ facts: null }], 'not nullable')
      same(await tx.count('item', { col: 'doc', eq: null }), 1, 'nullable')
    })
  })

  check('(16) returned rows are the caller\u2019s own', async ({ store }) => {
    await store.write(async (tx) => {
      await tx.insert('maker', [maker({ seal: new Uint8Array([1, 2]), facts: { list: [1] } })])
      await tx.insert('item', [item({ title: 'kept', at: new Date(5) })])
    })
    const read = async (tx: Reader<World>) => ({
      makers: await tx.select({ from: 'maker', columns: ['name', 'seal', 'facts'] }),
      items: await tx.select({ from: 'item', columns: ['title', 'due', 'at'] }),
    })
    const spoil = ({ makers: [found], items: [other] }: Awaited<ReturnType<typeof read>>) => {
      if (!found || !other) throw new Error('both rows are there')
      found.name = 'changed'
      found.seal[0] = 99
      ;(found.facts as { list: number[] }).list.push(2)
      other.title = 'changed'
      other.due.setTime(1)
      other.at?.setTime(1)
    }
    const expected = {
      makers: [{ name: 'a maker', seal: new Uint8Array([1, 2]), facts: { list: [1] } }],
      items: [{ title: 'kept', due: new Date(0), at: new Date(5) }],
    }
    await store.write(async (tx) => {
      spoil(await read(tx))
      same(await read(tx), expected, 'in the same work')
      await tx.update('item', { and: [] }, { rank: 1 })
      spoil(await read(tx))
    })
    await store.read(async (tx) => spoil(await read(tx)))
    same(await store.read(read), expected, 'afterwards')
  })

  check('(16) what was inserted or set may be changed by the caller afterwards', async ({ store }) => {
    const facts = { list: [1] }
    const given = maker({ seal: new Uint8Array([1, 2]), facts })
    const at = new Date(5)
    await store.write(async (tx) => {
      await tx.insert('maker', [given])
      await tx.insert('item', [item()])
      await tx.update('item', { and: [] }, { at })
      given.name = 'changed'
      given.seal[0] = 99
      facts.list.push(2)
      at.setTime(1)
      same(await tx.count('item', { col: 'at', eq: new Date(5) }), 1, 'the time, in the same work')
    })
    await store.read(async (tx) => {
      same(
        await tx.select({ from: 'maker', columns: ['name', 'seal', 'facts'] }),
        [{ name: 'a maker', seal: new Uint8Array([1, 2]), facts: { list: [1] } }],
        'maker',
      )
      same(await tx.select({ from: 'item', columns: ['at'] }), [{ at: new Date(5) }], 'item')
    })
  })
}
