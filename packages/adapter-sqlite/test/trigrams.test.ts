import { typed, type Store } from '@trackerkit/core/store'
import Database from 'better-sqlite3'
import { beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../src/index.js'
import { noteMigrations, notes, type Notes } from './notes.js'

let store: Store<Notes>
let db: Database.Database
beforeEach(async () => {
  db = new Database(':memory:')
  store = typed<Notes>(sqliteStore(db))
  await store.migrate(notes, noteMigrations)
})

async function fill(bodies: readonly string[]): Promise<void> {
  await store.write((tx) =>
    tx.insert(
      'note',
      bodies.map((body, i) => ({ author_id: 1, title: `${i}`, body })),
    ),
  )
}

async function found(needle: string): Promise<string[]> {
  const rows = await store.read((tx) =>
    tx.select({ from: 'note', where: { col: 'body', contains: needle }, columns: ['body'] }),
  )
  return rows.map(({ body }) => body)
}

/** Checks that the index matches its table. */
function requireWholeIndex(): void {
  db.exec(`INSERT INTO note__body__substring(note__body__substring, rank) VALUES ('integrity-check', 1)`)
}

const bodies = [
  'The quick brown fox',
  'the QUICK brown fox',
  'İstanbul ISTANBUL istanbul ıstanbul',
  'straße STRASSE ẞ',
  'é composed, e\u0301 decomposed',
  'Å \u212b A\u030a',
  'a\u0301\u0302\u0303b stacked marks',
  '\u{1f600}\u{1f601}\u{1f602} astral \u{10ffff}\u{1f600}',
  '\u{1f468}‍\u{1f469}‍\u{1f467} joined',
  'say "AND" OR NOT (x) NEAR * ^ : - +',
  `it's 'quoted' "" \\ %_%`,
  'tab\tline\nreturn\rbell\u0007escape\u001b\u0001\u0002\u0003\u007f\u0085',
  '\ufffd\ufffe\uffff\ufeff edge \u2028\u2029 \u00a0',
  'ﬁ ligature ﬀ',
  'Σίσυφος ΣΊΣΥΦΟΣ',
  'aaaaaaaaaaaaaaaaaaaa',
  'abcabcabcabdabc',
  '',
  'ab',
  '漢字かな交じり文',
]

describe('contains on SQLite', () => {
  it('is exact for every piece of every text, however short or odd', async () => {
    await fill(bodies)
    const needles = new Set<string>(['zzz', 'AAA', '"""', '* *', 'NOT', 'aaaaaaaaaaaaaaaaaaaaa'])
    for (const body of bodies) {
      const characters = Array.from(body)
      for (let start = 0; start < characters.length; start++) {
        for (const length of [1, 2, 3, 4, 5, 9, 40]) needles.add(characters.slice(start, start + length).join(''))
      }
    }
    for (const needle of needles) {
      expect({ needle, found: await found(needle) }).toEqual({
        needle,
        found: bodies.filter((body) => body.includes(needle)),
      })
      expect(await store.read((tx) => tx.count('note', { not: { col: 'body', contains: needle } }))).toBe(
        bodies.filter((body) => !body.includes(needle)).length,
      )
    }
  })

  it('is exact where the trigrams of the needle are there and the needle is not', async () => {
    await fill(['abcd bcde cdef', 'abcdef', 'xabc bcd cde def'])
    expect(await found('abcdef')).toEqual(['abcdef'])
  })

  it('finds long needles', async () => {
    const long = Array.from({ length: 3_000 }, (_, i) => `${i * 7919}`).join(' ')
    await fill([long, long.replace('7919000 ', '7919001 '), long.slice(1)])
    expect(await found(long)).toEqual([long])
    expect((await found(long.slice(40, -40))).length).toBe(2)
  })
})

describe('the index of trigrams on SQLite', () => {
  it('follows inserts, updates, deletes and rollbacks', async () => {
    await fill(['one blinking light', 'two steady lights'])
    await store.write((tx) => tx.update('note', { col: 'title', eq: '0' }, { body: 'one dark light' }))
    expect([await found('blink'), await found('dark')]).toEqual([[], ['one dark light']])
    await expect(
      store.write(async (tx) => {
        await tx.update('note', { and: [] }, { body: 'nothing at all' })
        await tx.delete('note', { col: 'title', eq: '1' })
        throw new Error('undo')
      }),
    ).rejects.toThrow('undo')
    expect(await found('light')).toEqual(['one dark light', 'two steady lights'])
    await store.write((tx) => tx.update('note', { col: 'title', eq: '0' }, { id: 900, title: 'moved' }))
    expect(await found('dark')).toEqual(['one dark light'])
    await store.write((tx) => tx.delete('note', { col: 'id', eq: 900 }))
    expect(await found('light')).toEqual(['two steady lights'])
    requireWholeIndex()
  })

  it('keeps the other rows when one of several inserted rows is refused', async () => {
    await fill(['first text'])
    const rows = ['second text', 'third text'].map((body, i) => ({ author_id: 1, title: `${1 - i}`, body }))
    await store.write(async (tx) => {
      await expect(async () => tx.insert('note', rows)).rejects.toMatchObject({
        code: 'unique',
        entity: 'note',
        columns: ['author_id', 'title'],
      })
      await tx.insert('note', [{ author_id: 1, title: 'x', body: 'fourth text' }])
    })
    expect(await found('text')).toEqual(['first text', 'fourth text'])
    requireWholeIndex()
  })

  it('follows whole rows that are put, and not those that are refused', async () => {
    await fill(['one blinking light', 'two steady lights'])
    const [empty, author_id] = [{ weight: null, at: null, extra: null, scan: null }, 1]
    const whole = (id: number, title: string, body: string) => ({ ...empty, id, author_id, title, body })
    await store.write((tx) => tx.put('note', [whole(1, '0', 'one dark light'), whole(9, '9', 'a new light')]))
    expect([await found('blink'), await found('dark')]).toEqual([[], ['one dark light']])
    await store.write(async (tx) => {
      const refused = [whole(2, '1', 'two dark lights'), whole(10, '9', 'another light')]
      await expect(async () => tx.put('note', refused)).rejects.toMatchObject({ code: 'unique' })
    })
    expect(await found('light')).toEqual(['one dark light', 'two steady lights', 'a new light'])
    expect(await found('dark')).toEqual(['one dark light'])
    requireWholeIndex()
  })

  it('is made over the rows that are there, and dropped with its column and its entity', async () => {
    await fill(['old text'])
    const again = typed<Notes>(sqliteStore(db))
    const { body } = notes.note.columns
    await again.migrate(notes, [
      ...noteMigrations,
      { id: 2, name: 'drop', breaking: true, steps: [{ dropColumn: 'note', name: 'body' }] },
      {
        id: 3,
        name: 'add',
        breaking: true,
        steps: [{ addColumn: 'note', name: 'body', column: body, fill: "it's filled" }],
      },
    ])
    const where = { col: 'body', contains: "it's fill" } as const
    expect(await again.read((tx) => tx.count('note', where))).toBe(1)
    requireWholeIndex()
    const gone = typed<Notes>(sqliteStore(db))
    const steps = [{ dropEntity: 'note' }]
    await gone.migrate(notes, [
      ...noteMigrations,
      ...['drop', 'add'].map((name, i) => ({ id: i + 2, name, breaking: true, steps: [] })),
      {
        id: 4,
        name: 'gone',
        breaking: true,
        steps: [{ addColumn: 'note', name: 'x', column: body, fill: '' }, ...steps],
      },
    ])
    expect(db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'note%'").all()).toEqual([])
  })
})
