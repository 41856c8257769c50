import {
  bool,
  bytes,
  defineSchema,
  entity,
  int,
  json,
  nullable,
  real,
  text,
  time,
  to,
  type Migration,
  type NewRow,
  type Row,
} from '../store/index.js'

/** The schema of the suite: every column type with and without NULL, every kind of key, index and relation. */
export const world = defineSchema({
  item: entity({
    columns: {
      id: int(),
      title: text({ substringIndex: true }),
      rank: int(),
      flag: bool(),
      due: time(),
      weight: real(),
      n: nullable(int()),
      r: nullable(real()),
      t: nullable(text()),
      b: nullable(bool()),
      at: nullable(time()),
      note: nullable(text({ substringIndex: true })),
      raw: nullable(bytes()),
      doc: nullable(json()),
      code: nullable(text()),
      shelf: nullable(int()),
      slot: nullable(text()),
      parent_id: nullable(int()),
      maker_name: nullable(text()),
      maker_no: nullable(int()),
    },
    key: ['id'],
    autoId: true,
    unique: [['code'], ['shelf', 'slot']],
    index: [['rank', 'title'], ['maker_name', 'maker_no'], ['parent_id'], ['at']],
    counters: { name: 'item_counts', by: ['rank', 'flag', 'due'] },
    relations: {
      parent: to('item', ['parent_id', 'id']),
      children: to('item', ['id', 'parent_id']),
      maker: to('maker', ['maker_name', 'name'], ['maker_no', 'no']),
      tags: to('tag', ['id', 'item_id']),
      peers: to('item', ['rank', 'rank'], ['b', 'flag']),
      echoes: to('item', ['note', 't']),
      twins: to('item', ['at', 'due'], ['r', 'weight']),
    },
  }),
  maker: entity({
    columns: {
      name: text(),
      no: int(),
      score: nullable(real()),
      seal: bytes(),
      facts: json(),
      motto: nullable(text()),
    },
    key: ['name', 'no'],
    index: [['no']],
    relations: {
      items: to('item', ['name', 'maker_name'], ['no', 'maker_no']),
      tags: to('tag', ['name', 'label']),
    },
  }),
  tag: entity({
    columns: { item_id: int(), label: text(), value: nullable(int()), since: nullable(time()) },
    key: ['item_id', 'label'],
    index: [['label']],
    relations: { item: to('item', ['item_id', 'id']), makers: to('maker', ['label', 'name']) },
  }),
})

export type World = typeof world

export const worldMigrations: readonly Migration[] = [
  {
    id: 1,
    name: 'world',
    breaking: false,
    steps: Object.entries(world).map(([name, { relations: _, ...declared }]) => ({
      createEntity: name,
      entity: declared,
    })),
  },
]

/** The required columns of an item. */
const needed = { title: 'an item', rank: 0, flag: false, due: new Date(0), weight: 0 }

/** A complete new item from the columns that matter to a test. */
export function item(given: Partial<NewRow<World, 'item'>> = {}): NewRow<World, 'item'> {
  return { ...needed, ...given }
}

/** An item with every column, as `put` requires; NULL where possible in columns that do not matter to the test. */
export function wholeItem(given: Partial<Row<World, 'item'>> & { readonly id: number }): Row<World, 'item'> {
  const texts = { t: null, note: null, code: null, slot: null, maker_name: null }
  const numbers = { n: null, r: null, shelf: null, parent_id: null, maker_no: null }
  return { ...texts, ...numbers, b: null, at: null, raw: null, doc: null, ...needed, ...given }
}

/** A complete new maker from the columns that matter to a test. */
export function maker(given: Partial<NewRow<World, 'maker'>> = {}): NewRow<World, 'maker'> {
  return { name: 'a maker', no: 1, seal: new Uint8Array([1]), facts: {}, ...given }
}
