import { defineSchema, entity, int, nullable, text, time, typed, type Migration } from '@trackerkit/core/store'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../src/index.js'

const schema = defineSchema({
  note: entity({
    columns: { id: int(), text: text(), at: nullable(time()) },
    key: ['id'],
    autoId: true,
    relations: {},
  }),
})
const { relations: _, ...stored } = schema.note
const migrations: Migration[] = [
  { id: 1, name: 'notes', breaking: false, steps: [{ createEntity: 'note', entity: stored }] },
]

async function open() {
  const store = typed<typeof schema>(memoryStore())
  await store.migrate(schema, migrations)
  return store
}

describe('memoryStore', () => {
  it('rejects unknown options', () => {
    expect(() => memoryStore({ form: undefined } as object)).toThrow(
      expect.objectContaining({
        code: 'invalid_options',
        data: { field: 'form', of: 'memoryStore', accepted: ['from'] },
      }),
    )
  })

  it('says what is wrong with a row, but not what it holds', async () => {
    const store = await open()
    const insert = (row: object) => store.write((tx) => tx.insert('note', [row as { text: string }]))
    await expect(insert({ text: null })).rejects.toThrow('note.text must be of type text, not null')
    await expect(insert({ text: 'secret', at: 'secret' })).rejects.toThrow('note.at must be of type time, not string')
    await expect(insert({ text: 'x', colour: 'red' })).rejects.toThrow('no column note.colour')
    await expect(insert({ text: 'x', id: 1.5 })).rejects.toThrow('note.id must be of type int, not the number 1.5')
  })

  it('says so when a name is unknown', async () => {
    const store = await open()
    const ask = (query: object) => store.read((tx) => tx.select(query as { from: 'note' }))
    await expect(ask({ from: 'notes' })).rejects.toThrow('no entity notes')
    await expect(ask({ from: 'note', where: { col: 'colour', eq: 'red' } })).rejects.toThrow('no column note.colour')
    await expect(ask({ from: 'note', order: [{ col: 'colour' }] })).rejects.toThrow('no column note.colour')
    await expect(ask({ from: 'note', columns: ['colour'] })).rejects.toThrow('no column note.colour')
    await expect(ask({ from: 'note', where: { some: 'author' } })).rejects.toThrow('no relation note.author')
  })

  it('completes a write when a watcher throws, and calls the next watcher', async () => {
    const store = await open()
    let told = 0
    store.watch?.(() => {
      throw new Error('a listener')
    })
    store.watch?.(() => (told += 1))
    await store.write((tx) => tx.insert('note', [{ text: 'x', at: null }]))
    expect(told).toBe(1)
    expect(await store.read((tx) => tx.count('note'))).toBe(1)
  })

  it('asks to be migrated first', async () => {
    const store = typed<typeof schema>(memoryStore())
    await expect(store.read((tx) => tx.count('note'))).rejects.toThrow('has the store been migrated?')
  })

  it('gives back an id that a failed write has taken, as a database does', async () => {
    const store = await open()
    const failing = store.write(async (tx) => {
      await tx.insert('note', [{ text: 'lost' }])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await store.write((tx) => tx.insert('note', [{ text: 'first' }]))).toEqual([1])
  })

  it('shares nothing with another memory store', async () => {
    const [one, two] = [await open(), await open()]
    await one.write((tx) => tx.insert('note', [{ text: 'x' }]))
    expect(await two.read((tx) => tx.count('note'))).toBe(0)
  })
})
