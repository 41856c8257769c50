import { memoryStore } from '@trackerkit/adapter-memory'
import { describe, expect, it } from 'vitest'
import { bareKinds, openBare, type BareKind } from '../../../test/bare-stores.js'
import { chosenToday, isChosen } from '../../../test/chosen-stores.js'
import { migrations } from '../../schema/migrations/index.js'
import { schema, type TrackerSchema } from '../../schema/index.js'
import { typed, type Column, type Entity, type PlainRow, type PlainStore, type Store } from '../../store/index.js'
import { createTracker } from '../../tracker/tracker.js'
import { copyStore } from './copy-store.js'
import { exportStore } from './export-store.js'

async function open(kind: BareKind): Promise<Store> {
  const store = await openBare(kind)
  await store.migrate(schema, migrations)
  return store
}

const texts = ['', 'a', 'é \u{1f600} \u0001 "\'\\', 'Z', 'x'.repeat(5000), ' \n']
const times = [0, -1, 1_582_979_696_789, 8.64e15]

/** A value that no other number has, where that matters: the number is in it. */
function valueOf({ type, nullable }: Column, n: number): PlainRow[string] {
  if (nullable && n % 3 === 0) return null
  switch (type) {
    case 'int':
      return n % 2 ? n : Number.MAX_SAFE_INTEGER - n
    case 'real':
      return n / 3
    case 'text':
      return `${texts[n % texts.length]}${n}`
    case 'bool':
      return n % 2 === 0
    case 'time':
      return new Date(times[n % times.length] ?? 0)
    case 'bytes':
      return Uint8Array.from({ length: n * 7 }, (_, i) => i * n)
    case 'json':
      return { z: n, a: [null, 'é', { '2': 1, '1': 2 }] }
  }
}

function rowOf(entity: Entity, n: number): PlainRow {
  return Object.fromEntries(Object.entries(entity.columns).map(([name, column]) => [name, valueOf(column, n)]))
}

/** Rows of every entity, with gaps between their numbers, and more than are copied at once of some. */
async function fill(store: Store): Promise<void> {
  const counts: Record<string, number> = { bug_cc: 2500, attachment_data: 25, comments: 1000 }
  await (store as unknown as PlainStore).write(async (tx) => {
    for (const [name, entity] of Object.entries(schema)) {
      const rows = Array.from({ length: counts[name] ?? 7 }, (_, n) => rowOf(entity, n + 1))
      const [id = ''] = (entity as Entity).autoId ? entity.key : []
      await tx.insert(name, id === '' ? rows : rows.map((row, n) => ({ ...row, [id]: n * 3 + 1 })))
    }
    // The key of two columns continues within the first.
    await tx.insert(
      'bug_keywords',
      Array.from({ length: 2100 }, (_, n) => ({ bug_id: -5, keyword_id: n })),
    )
  })
}

async function linesOf(store: Store): Promise<string[]> {
  const lines: string[] = []
  await exportStore(store, (line) => void lines.push(line))
  return lines
}

describe('copyStore', () => {
  const ways: readonly [BareKind, BareKind, BareKind][] = [
    ['memory', 'sqlite', 'postgres'],
    ['postgres', 'memory', 'sqlite'],
    ['sqlite', 'postgres', 'memory'],
  ]
  it.runIf(isChosen('memory', 'sqlite', 'postgres')).each(chosenToday('copyStore', ways))(
    'copies all of a store in %s to %s, from there to %s, and they are the same to the byte',
    async (a, b, c) => {
      const [one, two, three] = [await open(a), await open(b), await open(c)]
      await fill(one)
      const lines = await linesOf(one)
      const progress = new Map<string, number>()
      expect(await copyStore(one, two, (entity, rows) => void progress.set(entity, rows))).toBe(lines.length)
      expect(progress.get('bug_cc')).toBe(2500)
      expect([...progress.keys()]).toEqual(Object.keys(schema))
      expect(await linesOf(two)).toEqual(lines)
      await copyStore(two, three)
      expect(await linesOf(three)).toEqual(lines)
      expect(await linesOf(one)).toEqual(lines)
    },
  )

  it.each(bareKinds)('keeps ids, and later ones rise above them: %s', async (kind) => {
    const [from, to] = [await open('memory'), typed<TrackerSchema>(await open(kind))]
    await fill(from)
    await copyStore(from, typed(to))
    const keyword = { name: 'new', name_folded: 'new', description: '', is_active: true }
    expect(await to.write((tx) => tx.insert('keywords', [keyword]))).toEqual([20])
  })

  it('creates a copy on which a tracker continues', async () => {
    const [from, to] = [memoryStore(), memoryStore()]
    const before = await createTracker({ store: from, administrator: { password: 'correct horse' } })
    const { token } = await before.as(null).sessions.create({ login: 'admin@example.com', password: 'correct horse' })
    await copyStore(from, to)
    await before.close()
    const after = await createTracker({ store: to })
    expect(after.isNew).toBe(false)
    expect(await after.as({ token }).users.whoami()).toMatchObject({ name: 'admin@example.com' })
    await after.close()
  })

  it.each(bareKinds)('refuses a store that holds anything, and leaves it: %s', async (kind) => {
    const [from, to] = [await open('memory'), await open(kind)]
    await fill(from)
    await typed<TrackerSchema>(to).write((tx) => tx.insert('bug_cc', [{ bug_id: 1, user_id: 2 }]))
    await expect(copyStore(from, to)).rejects.toThrow('the target is not empty: its table bug_cc has rows')
    expect(await linesOf(to)).toEqual(['["bug_cc",{"bug_id":1,"user_id":2}]'])
  })

  it.each(bareKinds)('leaves nothing behind when it fails on the way: %s', async (kind) => {
    const [from, to] = [await open('memory'), await open(kind)]
    await fill(from)
    const failing = copyStore(from, to, (entity) => {
      if (entity === 'comments') throw new Error('no more')
    })
    await expect(failing).rejects.toThrow('no more')
    expect(await linesOf(to)).toEqual([])
    await copyStore(from, to)
    expect(await linesOf(to)).toEqual(await linesOf(from))
  })

  it.each(bareKinds)(
    'leaves nothing behind when the source changes during the copy, and copies it without changes: %s',
    async (kind) => {
      const [from, to] = [await open('sqlite'), await open(kind)]
      await fill(from)
      const change = () =>
        typed<TrackerSchema>(from).write((tx) => tx.update('bugs', { col: 'id', eq: 1 }, { summary: 'Another' }))
      let begin = (): void => undefined
      const changing = new Promise<void>((resolve) => (begin = resolve)).then(change)
      const copying = copyStore(from, to, () => begin())
      await expect(copying).rejects.toThrow('the source changed while it was copied (its bugs), so nothing was copied')
      await changing
      expect(await linesOf(to)).toEqual([])
      await copyStore(from, to)
      expect(await linesOf(to)).toEqual(await linesOf(from))
    },
  )
})

describe('exportStore', () => {
  it('writes a line of JSON for each row, times as milliseconds and bytes in base64', async () => {
    const store = typed<TrackerSchema>(await open('memory'))
    await store.write(async (tx) => {
      await tx.insert('attachment_data', [{ attachment_id: 3, data: new Uint8Array([255, 0]), text_folded: null }])
      await tx.insert('bug_marks', [{ user_id: 1, bug_id: 2, last_visit_ts: new Date(5) }])
    })
    expect(await linesOf(typed(store))).toEqual([
      '["bug_marks",{"user_id":1,"bug_id":2,"last_visit_ts":5,"seen_until":null,"later_until":null,"following":null,"following_off":null}]',
      '["attachment_data",{"attachment_id":3,"data":"/wA=","text_folded":null}]',
    ])
  })
})
