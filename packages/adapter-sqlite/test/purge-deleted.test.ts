// Deleted text is removed from the bytes of the file while other calls are answered.
import { readFileSync } from 'node:fs'
import { typed, type Store } from '@trackerkit/core/store'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { SqliteOptions } from '../src/index.js'
import { openStore } from '../src/sqlite-store.js'
import { startThread, type StartThread } from '../src/thread.js'
import { temporaryFile } from './files.js'
import { noteMigrations, notes, type Notes } from './notes.js'

const word = 'q7'.repeat(32)

/** Threads whose statements begin when the test says so. */
function gated() {
  const gate = { isAsked: false, started: 0, open: () => {} }
  const opened = new Promise<void>((resolve) => (gate.open = resolve))
  const start: StartThread = (settings) => {
    gate.started++
    const thread = startThread(settings)
    return {
      ...thread,
      async run(sql) {
        gate.isAsked = true
        await opened
        return thread.run(sql)
      },
    }
  }
  return { gate, start }
}

/** A store from which a word was deleted that its file still holds. */
async function setOut(options?: SqliteOptions) {
  const { file, remove } = temporaryFile()
  const { gate, start } = gated()
  const plain = openStore(file, { durability: 'normal', ...options }, { startThread: start })
  const store: Store<Notes> = typed<Notes>(plain)
  onTestFinished(async () => {
    gate.open()
    await store.close()
    remove()
  })
  await store.migrate(notes, noteMigrations)
  await store.write((tx) => tx.insert('note', [{ author_id: 1, title: 'a', body: word }]))
  await store.write((tx) => tx.delete('note', { col: 'title', eq: 'a' }))
  const isInFiles = () => ['', '-wal'].some((end) => readFileSync(`${file}${end}`).includes(word))
  expect(isInFiles()).toBe(true)
  return { store, gate, isInFiles, purgeDeleted: async () => store.purgeDeleted?.() }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

describe('purgeDeleted of a SQLite file', () => {
  it('runs on a thread while reads are answered, and writes and closing wait for it', async () => {
    const { store, gate, isInFiles, purgeDeleted } = await setOut()
    const order: string[] = []
    const purging = purgeDeleted().then(() => order.push('purged'))
    while (!gate.isAsked) await soon()
    const note = { author_id: 1, title: 'b', body: '' }
    const writing = store.write((tx) => tx.insert('note', [note])).then(() => order.push('written'))
    expect(await store.read((tx) => tx.count('note'))).toBe(0)
    const closing = Promise.resolve(store.close()).then(() => order.push('closed'))
    for (let n = 0; n < 5; n++) await soon()
    expect(order).toEqual([])
    gate.open()
    await Promise.all([purging, writing, closing])
    expect(order).toEqual(['purged', 'written', 'closed'])
    expect(gate.started).toBe(1)
    expect(isInFiles).toThrow('-wal')
  })

  it('is done when it says so', async () => {
    const { gate, isInFiles, purgeDeleted } = await setOut()
    gate.open()
    await purgeDeleted()
    expect(isInFiles()).toBe(false)
  })

  it('runs in the calling thread when there are no threads', async () => {
    const { gate, isInFiles, purgeDeleted } = await setOut({ scanThreads: 0 })
    await purgeDeleted()
    expect(isInFiles()).toBe(false)
    expect(gate.started).toBe(0)
  })
})
