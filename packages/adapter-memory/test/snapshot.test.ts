// Stores that begin with the snapshot of another one.
import { defineSchema, entity, int, isStoreError, nullable, text, typed, type Migration } from '@trackerkit/core/store'
import { describe, expect, it } from 'vitest'
import { memoryStore, type MemorySnapshot } from '../src/index.js'

const schema = defineSchema({
  note: entity({
    columns: { id: int(), topic: int(), mark: nullable(int()), text: text() },
    key: ['id'],
    autoId: true,
    unique: [['mark']],
    index: [['topic', 'text']],
    relations: {},
  }),
  link: entity({ columns: { from: int(), to: int() }, key: ['from', 'to'], index: [['to']], relations: {} }),
})
const steps = Object.entries(schema).map(([name, { relations: _, ...stored }]) => ({
  createEntity: name,
  entity: stored,
}))
const migrations: Migration[] = [{ id: 1, name: 'all', breaking: false, steps }]

async function open(from?: MemorySnapshot) {
  const bare = memoryStore({ from })
  const store = typed<typeof schema>(bare)
  await store.migrate(schema, migrations)
  return { ...store, snapshot: () => bare.snapshot() }
}

type TestStore = Awaited<ReturnType<typeof open>>

const add = (store: TestStore, ...texts: string[]) =>
  store.write((tx) =>
    tx.insert(
      'note',
      texts.map((text) => ({ topic: 1, text })),
    ),
  )
const texts = async (store: TestStore) => {
  const found = await store.read((tx) => tx.select({ from: 'note', where: { col: 'topic', eq: 1 } }))
  return found.map((row) => row.text)
}

describe('a snapshot of a memory store', () => {
  it('is what later stores begin with, ids included, whatever becomes of the store it was taken of', async () => {
    const store = await open()
    await add(store, 'a', 'b')
    const snapshot = store.snapshot()
    expect(snapshot.rows).toBe(2)
    await store.write((tx) => tx.update('note', { col: 'id', eq: 1 }, { text: 'changed' }))
    await store.write((tx) => tx.delete('note', { col: 'id', eq: 2 }))
    await store.close()
    const later = await open(snapshot)
    expect(await texts(later)).toEqual(['a', 'b'])
    expect(await add(later, 'c')).toEqual([3])
  })

  it('keeps the writes of each store that began with it from all others', async () => {
    const first = await open()
    await add(first, 'a')
    const snapshot = first.snapshot()
    const [one, two] = [await open(snapshot), await open(snapshot)]
    await add(first, 'of the first')
    await one.write((tx) => tx.delete('note', { and: [] }))
    await add(one, 'of one')
    await two.write((tx) => tx.update('note', { and: [] }, { text: 'of two' }))
    expect(await texts(first)).toEqual(['a', 'of the first'])
    expect(await texts(one)).toEqual(['of one'])
    expect(await texts(two)).toEqual(['of two'])
    expect(await texts(await open(snapshot))).toEqual(['a'])
  })

  it('frees unique values in the one store where their row is gone, and in no other', async () => {
    const first = await open()
    await first.write((tx) => tx.insert('note', [{ topic: 1, mark: 7, text: 'a' }]))
    const second = await open(first.snapshot())
    await second.write((tx) => tx.delete('note', { col: 'mark', eq: 7 }))
    const again = (store: TestStore) => store.write((tx) => tx.insert('note', [{ topic: 1, mark: 7, text: 'b' }]))
    expect(await again(second)).toEqual([2])
    await expect(again(first)).rejects.toMatchObject({ code: 'unique', columns: ['mark'] })
  })

  it('holds the committed state during a write, which continues and can be rolled back', async () => {
    for (const fails of [false, true]) {
      const store = await open()
      await add(store, 'a')
      let snapshot: MemorySnapshot | undefined
      const write = store.write(async (tx) => {
        await tx.update('note', { col: 'id', eq: 1 }, { text: 'b' })
        await tx.insert('note', [{ topic: 1, text: 'c' }])
        snapshot = store.snapshot()
        await tx.insert('note', [{ topic: 1, text: 'd' }])
        if (fails) throw new Error('no')
      })
      const ended = await write.then(() => 'committed').catch(String)
      expect(ended).toBe(fails ? 'Error: no' : 'committed')
      expect(await texts(store)).toEqual(fails ? ['a'] : ['b', 'c', 'd'])
      const later = await open(snapshot)
      expect(await texts(later)).toEqual(['a'])
      expect(await add(later, 'e')).toEqual([2])
    }
  })

  it('of an older schema version is migrated in the store that loads it, and in no other', async () => {
    const store = await open()
    await add(store, 'a')
    const snapshot = store.snapshot()
    const wider = defineSchema({
      ...schema,
      note: entity({
        ...schema.note,
        columns: { ...schema.note.columns, colour: text() },
        index: [['topic', 'text'], ['colour']],
      }),
    })
    const colour: Migration = {
      id: 2,
      name: 'colour',
      breaking: true,
      steps: [
        { addColumn: 'note', name: 'colour', column: text(), fill: 'red' },
        { addIndex: 'note', columns: ['colour'] },
        { dropEntity: 'link' },
      ],
    }
    const newer = memoryStore({ from: snapshot })
    const painted = typed<typeof wider>(newer)
    await painted.migrate(wider, [...migrations, colour])
    const red = await painted.read((tx) => tx.select({ from: 'note', where: { col: 'colour', eq: 'red' } }))
    expect(red).toEqual([{ id: 1, topic: 1, mark: null, text: 'a', colour: 'red' }])
    expect(await texts(await open(snapshot))).toEqual(['a'])
    await expect(open(newer.snapshot())).rejects.toSatisfy((error) => isStoreError(error, 'schema_newer'))
  })

  it('is nothing else than what a memory store gave, and none is given by one that is closed', async () => {
    expect(() => memoryStore({ from: { rows: 1 } })).toThrow('from must be a snapshot of a memory store')
    const store = await open()
    await store.close()
    expect(() => store.snapshot()).toThrow('the store is closed')
  })
})

type Step =
  | { readonly verb: 'insert' | 'put'; readonly mark: number | null; readonly topic: number; readonly id: number }
  | {
      readonly verb: 'update' | 'delete'
      readonly by: 'id' | 'topic' | 'mark'
      readonly value: number
      readonly to: number
    }
  | { readonly verb: 'link' | 'unlink'; readonly from: number; readonly to: number }

/** Several steps as one transaction, which is undone at its end if it `fails`. */
interface Write {
  readonly steps: readonly Step[]
  readonly fails: boolean
}

type Random = (below: number) => number

function createRandom(seed: number): Random {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function randomWrite(random: Random): Write {
  const step = (): Step => {
    const [mark, topic, id] = [random(3) === 0 ? null : random(12), random(4), 1 + random(30)]
    const by = (['id', 'topic', 'mark'] as const)[random(3)] ?? 'id'
    const steps: Step[] = [
      { verb: 'insert', mark, topic, id: 0 },
      { verb: 'insert', mark, topic, id: random(6) === 0 ? id + 10 : 0 },
      { verb: 'put', mark, topic, id },
      { verb: 'update', by, value: by === 'id' ? id : topic, to: random(12) },
      { verb: 'delete', by, value: by === 'id' ? id : topic, to: 0 },
      { verb: 'link', from: id, to: random(5) },
      { verb: 'unlink', from: id, to: random(5) },
    ]
    return steps[random(steps.length)] as Step
  }
  return { steps: Array.from({ length: 1 + random(4) }, step), fails: random(4) === 0 }
}

/** The results of the steps, or the codes of their errors. A failed step undoes only itself. */
async function apply(store: TestStore, { steps, fails }: Write): Promise<unknown> {
  const outcomes: unknown[] = []
  const write = store.write(async (tx) => {
    for (const step of steps) outcomes.push(await applyStep(tx, step).catch(codeOf))
    if (fails) throw new Error('undone')
  })
  await write.catch((error: unknown) => outcomes.push(String(error)))
  return outcomes
}

type TestWriter = Parameters<Parameters<TestStore['write']>[0]>[0]

async function applyStep(tx: TestWriter, step: Step): Promise<unknown> {
  if ('from' in step) {
    const { verb, from, to } = step
    return verb === 'link' ? tx.insert('link', [{ from, to }]) : tx.delete('link', { col: 'to', eq: to })
  }
  if ('by' in step) {
    const { verb, by, value, to } = step
    const where = { col: by, eq: value }
    return verb === 'delete' ? tx.delete('note', where) : tx.update('note', where, { topic: to % 4, mark: to })
  }
  const { verb, id, topic, mark } = step
  const row = { topic, mark, text: `text ${topic}` }
  return verb === 'put' ? tx.put('note', [{ ...row, id }]) : tx.insert('note', [{ ...row, ...(id > 0 && { id }) }])
}

function codeOf(error: unknown): string {
  if (isStoreError(error)) return error.code
  throw error
}

/** All rows, and what is found by each index. */
function contentsOf(store: TestStore): Promise<unknown> {
  return store.read(async (tx) => {
    const found: unknown[] = [await tx.select({ from: 'note' }), await tx.select({ from: 'link' })]
    for (let value = 0; value < 12; value++) {
      found.push(await tx.select({ from: 'note', where: { col: 'mark', eq: value } }))
      found.push(await tx.select({ from: 'note', where: { col: 'topic', eq: value } }))
      found.push(await tx.count('link', { col: 'to', eq: value }))
    }
    return found
  })
}

describe('stores that share snapshots', () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

  it(`hold and answer what stores do that were made by the same writes (SEED=${seed})`, async () => {
    const random = createRandom(seed)
    const branches = [{ store: await open(), writes: [] as Write[], outcomes: [] as unknown[] }]
    const kept: { readonly snapshot: MemorySnapshot; readonly writes: readonly Write[] }[] = []
    for (let turn = 0; turn < 600; turn++) {
      const branch = branches[random(branches.length)] as (typeof branches)[number]
      const { store, writes, outcomes } = branch
      if (random(30) === 0) {
        const snapshot = store.snapshot()
        kept.push({ snapshot, writes: [...writes] })
        branches.push({ store: await open(snapshot), writes: [...writes], outcomes: [...outcomes] })
      } else {
        const write = randomWrite(random)
        writes.push(write)
        outcomes.push(await apply(store, write))
      }
    }
    for (const { store, writes, outcomes } of branches) {
      const replayed = await open()
      const expected: unknown[] = []
      for (const write of writes) expected.push(await apply(replayed, write))
      expect(outcomes).toEqual(expected)
      expect(await contentsOf(store)).toEqual(await contentsOf(replayed))
    }
    for (const { snapshot, writes } of kept) {
      const replayed = await open()
      for (const write of writes) await apply(replayed, write)
      expect(await contentsOf(await open(snapshot))).toEqual(await contentsOf(replayed))
    }
  })
})
