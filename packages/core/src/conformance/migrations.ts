import {
  bool,
  defineSchema,
  entity,
  int,
  nullable,
  text,
  time,
  typed,
  type Entity,
  type Migration,
  type MigrationStep,
} from '../store/index.js'
import { failureOf, refused, same } from './expect.js'
import type { Scene, Suite } from './suite.js'

const first = {
  book: entity({
    columns: { id: int(), title: text(), shelf: nullable(int()) },
    key: ['id'],
    autoId: true,
    index: [['shelf']],
    relations: {},
  }),
}
const second = {
  book: entity({
    columns: {
      id: int(),
      title: text({ substringIndex: true }),
      shelf: nullable(int()),
      copies: int(),
      language: text({ substringIndex: true }),
      printed: time(),
      subtitle: nullable(text()),
    },
    key: ['id'],
    autoId: true,
    unique: [['title', 'language']],
    relations: {},
  }),
  loan: entity({
    columns: { book_id: int(), reader: text() },
    key: ['book_id', 'reader'],
    relations: {},
  }),
}
const one = defineSchema(first)
const two = defineSchema({
  book: { ...second.book, relations: { loans: { entity: 'loan', on: [['id', 'book_id']] } } },
  loan: { ...second.loan, relations: { book: { entity: 'book', on: [['book_id', 'id']] } } },
})
type One = typeof one
type Two = typeof two

const start = migration(1, 'books', [{ createEntity: 'book', entity: stored(first.book) }])
const grow = migration(2, 'loans', [
  { addColumn: 'book', name: 'copies', column: int(), fill: 1 },
  { addColumn: 'book', name: 'language', column: text({ substringIndex: true }), fill: "l'\u00e9t\u00e9 \u{1f600}" },
  { addColumn: 'book', name: 'printed', column: time(), fill: new Date(86_400_001) },
  { addColumn: 'book', name: 'subtitle', column: nullable(text()) },
  { createEntity: 'loan', entity: stored(second.loan) },
  { dropIndex: 'book', columns: ['shelf'] },
])
const settle = migration(3, 'one of each language', [{ addUnique: 'book', columns: ['title', 'language'] }])
const filled = { copies: 1, language: "l'\u00e9t\u00e9 \u{1f600}", printed: new Date(86_400_001), subtitle: null }

function migration(id: number, name: string, steps: readonly MigrationStep[], breaking = false): Migration {
  return { id, name, breaking, steps }
}

function stored({ relations: _, ...declared }: Entity): Omit<Entity, 'relations'> {
  return declared
}

async function begin({ store }: Scene) {
  const old = typed<One>(typed(store))
  await old.migrate(one, [start])
  await old.write((tx) => tx.insert('book', [{ title: 'a', shelf: 1 }, { title: 'b' }]))
  return { old, now: typed<Two>(typed(store)) }
}

export function migrationTests({ checkBare }: Suite): void {
  checkBare('(15) migrate runs twice and changes nothing the second time', async (scene) => {
    const { old } = await begin(scene)
    await old.migrate(one, [start])
    await old.migrate(one, [start])
    same(
      await old.read((tx) => tx.select({ from: 'book', columns: ['title'] })),
      [{ title: 'a' }, { title: 'b' }],
      'rows',
    )
  })

  checkBare('(15) mustExist changes nothing in an empty store, and migrates others', async (scene) => {
    const now = typed<Two>(typed(scene.store))
    await refused('schema_older', () => now.migrate(two, [start, grow, settle], { mustExist: true }))
    // Fails if a migration of this number has been run.
    const { old } = await begin(scene)
    await now.migrate(two, [start, grow, settle], { mustExist: true })
    same(await old.read((tx) => tx.count('book')), 2, 'rows')
  })

  checkBare('(15) migrations run in order, each once, and added columns are filled', async (scene) => {
    const { now } = await begin(scene)
    await now.migrate(two, [start, grow, settle])
    const rows = await now.read((tx) => tx.select({ from: 'book' }))
    same(
      rows,
      [
        { id: 1, title: 'a', shelf: 1, ...filled },
        { id: 2, title: 'b', shelf: null, ...filled },
      ],
      'rows',
    )
    await now.write(async (tx) => {
      await tx.insert('loan', [{ book_id: 2, reader: 'x' }])
      await tx.update('book', { some: 'loans' }, { copies: 0, subtitle: 's' })
    })
    await now.read(async (tx) => {
      same(await tx.count('book', { col: 'copies', eq: 1 }), 1, 'copies')
      same(await tx.count('book', { col: 'language', contains: '\u{1f600}' }), 2, 'a substring of the fill')
      same(await tx.count('loan', { some: 'book', where: { col: 'title', contains: 'b' } }), 1, 'the new relation')
    })
  })

  checkBare('(15) all migrations can run at once on a store without data', async ({ store }) => {
    const now = typed<Two>(typed(store))
    await now.migrate(two, [start, grow, settle])
    await now.write((tx) =>
      tx.insert('book', [
        { title: 'a', ...filled },
        { title: 'a', ...filled, language: 'b' },
      ]),
    )
    await refused('unique', () => now.write((tx) => tx.insert('book', [{ title: 'a', ...filled }])))
  })

  checkBare('(15) an added unique holds from then on', async (scene) => {
    const { now } = await begin(scene)
    await now.migrate(two, [start, grow, settle])
    const error = await refused('unique', () => now.write((tx) => tx.insert('book', [{ title: 'a', ...filled }])))
    same([error.entity, error.columns], ['book', ['title', 'language']], 'what the error names')
    await now.write((tx) => tx.insert('book', [{ title: 'c', ...filled }]))
  })

  checkBare('(15) a migration that fails leaves the store as it was, and can be tried again', async (scene) => {
    const { old, now } = await begin(scene)
    await old.write((tx) => tx.insert('book', [{ title: 'a', shelf: 2 }]))
    const wrong = migration(2, 'wrong', [...grow.steps, ...settle.steps])
    await failureOf(async () => now.migrate(two, [start, wrong]), 'a refusal of the unique columns')
    await old.migrate(one, [start])
    same(await old.read((tx) => tx.count('book')), 3, 'rows')
    await old.write((tx) => tx.delete('book', { col: 'shelf', eq: 2 }))
    await now.migrate(two, [start, wrong])
    same(await now.read((tx) => tx.count('book', { col: 'copies', eq: 1 })), 2, 'rows afterwards')
  })

  checkBare('(15) migrations that are not numbered 1, 2, 3 … are refused', async (scene) => {
    const { old } = await begin(scene)
    await failureOf(async () => old.migrate(one, [start, settle]), 'a refusal of the gap')
    await failureOf(async () => old.migrate(one, [{ ...start, id: 2 }]), 'a refusal of the first number')
    same(await old.read((tx) => tx.count('book')), 2, 'rows')
  })

  checkBare('(15) columns, indexes and entities can be dropped', async (scene) => {
    const { now } = await begin(scene)
    await now.migrate(two, [start, grow])
    const drop = migration(3, 'drop', [
      { dropEntity: 'loan' },
      { dropColumn: 'book', name: 'copies' },
      { dropColumn: 'book', name: 'language' },
      { dropColumn: 'book', name: 'printed' },
      { dropColumn: 'book', name: 'subtitle' },
      { addIndex: 'book', columns: ['shelf', 'title'] },
    ])
    const old = typed<One>(typed(scene.store))
    await old.migrate(one, [start, grow, drop])
    await old.write((tx) => tx.insert('book', [{ title: 'c' }]))
    const rows = await old.read((tx) => tx.select({ from: 'book', where: { not: { col: 'shelf', eq: 1 } } }))
    same(
      rows,
      [
        { id: 2, title: 'b', shelf: null },
        { id: 3, title: 'c', shelf: null },
      ],
      'rows',
    )
  })

  checkBare('(15) rows can be copied: existing ones get only the constants', async (scene) => {
    const { now } = await begin(scene)
    await now.migrate(two, [start, grow])
    await now.write((tx) => tx.update('book', { col: 'id', eq: 1 }, { copies: 7 }))
    const columns = { id: int(), title: nullable(text()), copies: nullable(int()), is_lent: bool(), kind: text() }
    const shelf = entity({ columns, key: ['id', 'kind'], relations: {} })
    const copy = migration(3, 'copy', [
      { createEntity: 'shelf', entity: stored(shelf) },
      {
        copyRows: 'loan',
        into: 'shelf',
        columns: { id: 'book_id', title: 'reader' },
        set: { is_lent: true, kind: 'a' },
      },
      {
        copyRows: 'book',
        into: 'shelf',
        columns: { id: 'id', title: 'title', copies: 'copies' },
        set: { is_lent: false, kind: 'a' },
      },
      { dropEntity: 'loan' },
    ])
    await now.write((tx) => tx.insert('loan', [{ book_id: 2, reader: 'x' }]))
    const schema = defineSchema({ book: { ...second.book, relations: {} }, shelf })
    const later = typed<typeof schema>(typed(scene.store))
    await later.migrate(schema, [start, grow, copy])
    same(
      await later.read((tx) => tx.select({ from: 'shelf' })),
      [
        { id: 1, title: 'a', copies: 7, is_lent: false, kind: 'a' },
        { id: 2, title: 'x', copies: null, is_lent: false, kind: 'a' },
      ],
      'rows',
    )
  })

  checkBare('(15) a newer breaking migration is refused', async (scene) => {
    const { old } = await begin(scene)
    const breaking = migration(2, 'breaking', [{ addIndex: 'book', columns: ['title'] }], true)
    await old.migrate(one, [start, breaking])
    await refused('schema_newer', async () => old.migrate(one, [start]))
    await old.migrate(one, [start, breaking])
    same(await old.read((tx) => tx.count('book')), 2, 'the newer version goes on')
  })

  checkBare(
    '(15) a newer migration that is not breaking is tolerated: the older version reads and writes',
    async (scene) => {
      const { old, now } = await begin(scene)
      await now.migrate(two, [start, grow])
      await old.migrate(one, [start])
      await old.write(async (tx) => {
        same(await tx.insert('book', [{ title: 'c' }]), [3], 'inserted by the older version')
        same(await tx.update('book', { col: 'title', eq: 'a' }, { shelf: 5 }), 1, 'updated by it')
        same(
          await tx.select({ from: 'book', where: { col: 'id', eq: 3 } }),
          [{ id: 3, title: 'c', shelf: null }],
          'read by it',
        )
      })
      await now.migrate(two, [start, grow])
      const rows = await now.read((tx) => tx.select({ from: 'book', where: { col: 'id', gte: 3 } }))
      same(rows, [{ id: 3, title: 'c', shelf: null, ...filled }], 'read by the newer version')
    },
  )

  checkBare(
    '(17) put by an older version keeps what rows hold in columns that it does not know, and fills them in new rows',
    async (scene) => {
      const { old, now } = await begin(scene)
      await now.migrate(two, [start, grow])
      const newer = { copies: 5, language: 'en', printed: new Date(7), subtitle: 's' }
      await now.write((tx) => tx.update('book', { col: 'id', eq: 1 }, newer))
      await old.migrate(one, [start])
      await old.write((tx) =>
        tx.put('book', [
          { id: 1, title: 'new a', shelf: null },
          { id: 7, title: 'g', shelf: 2 },
        ]),
      )
      await now.migrate(two, [start, grow])
      const rows = await now.read((tx) => tx.select({ from: 'book', where: { not: { col: 'id', eq: 2 } } }))
      same(
        rows,
        [
          { id: 1, title: 'new a', shelf: null, ...newer },
          { id: 7, title: 'g', shelf: 2, ...filled },
        ],
        'read by the newer version',
      )
    },
  )

  checkBare('(15) migrate called many times at once runs each migration once', async ({ store, fixture, closing }) => {
    const stores = [typed<Two>(typed(store))]
    for (let i = 0; i < 3 && fixture.another; i++) stores.push(closing(typed<Two>(await fixture.another())))
    await Promise.all([...stores, ...stores].map(async (each) => each.migrate(two, [start, grow, settle])))
    for (const each of stores)
      await each.write((tx) => tx.insert('book', [{ title: `${stores.indexOf(each)}`, ...filled }]))
    for (const each of stores) same(await each.read((tx) => tx.count('book')), stores.length, 'rows')
  })

  checkBare('(15) an older version that opens beside a newer one is judged by what is stored', async (scene) => {
    const { fixture, closing } = scene
    if (!fixture.another) return
    const { now } = await begin(scene)
    const breaking = migration(3, 'breaking', settle.steps, true)
    await now.migrate(two, [start, grow])
    const other = closing(typed<One>(await fixture.another()))
    await other.migrate(one, [start])
    await other.write((tx) => tx.insert('book', [{ title: 'c' }]))
    same(
      await now.read((tx) => tx.select({ from: 'book', where: { col: 'id', eq: 3 } })),
      [{ id: 3, title: 'c', shelf: null, ...filled }],
      'row',
    )
    await now.migrate(two, [start, grow, breaking])
    const late = closing(typed<One>(await fixture.another()))
    await refused('schema_newer', async () => late.migrate(one, [start]))
  })
}
