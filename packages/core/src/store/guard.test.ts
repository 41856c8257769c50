import { describe, expect, it } from 'vitest'
import { guarded } from './guard.js'
import type { PlainStore, PlainWriter } from './plain.js'

const tx: PlainWriter = {
  select: () => [],
  count: () => 0,
  insert: () => [],
  update: () => 0,
  delete: () => 0,
}

function bare(onClose: () => void = () => undefined): PlainStore {
  return {
    migrate: () => undefined,
    read: async (work) => work(tx),
    write: async (work) => work(tx),
    close: onClose,
  }
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

describe('guarded', () => {
  it('passes results and error objects through', async () => {
    const store = guarded(bare())
    const failure = { not: 'an Error' }
    expect(await store.read((reader) => reader.count('rows'))).toBe(0)
    await expect(store.write(() => Promise.reject(failure))).rejects.toBe(failure)
  })

  it('closes a handle when its work settles, also when it fails', async () => {
    const store = guarded(bare())
    let kept: PlainWriter = tx
    await store.write((writer) => void (kept = writer as unknown as PlainWriter))
    expect(() => kept.select({ from: 'rows' })).toThrow(expect.objectContaining({ code: 'closed' }))
    expect(() => kept.insert('rows', [])).toThrow(expect.objectContaining({ code: 'closed' }))
    const failing = store.write((writer) => {
      kept = writer
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(() => kept.delete('rows', { and: [] })).toThrow(expect.objectContaining({ code: 'closed' }))
  })

  it('refuses to be used from inside work, also after an await, and from the side of other work it does not', async () => {
    const store = guarded(bare())
    const other = guarded(bare())
    await store.write(async () => {
      await Promise.resolve()
      await expect(store.read(() => 1)).rejects.toMatchObject({ code: 'reentrant' })
      await expect(store.write(() => 1)).rejects.toMatchObject({ code: 'reentrant' })
      await expect(store.migrate({}, [])).rejects.toMatchObject({ code: 'reentrant' })
      await expect(store.close()).rejects.toMatchObject({ code: 'reentrant' })
      expect(await other.read(() => 2)).toBe(2)
    })
    const hold = deferred()
    const held = store.read(() => hold.promise)
    expect(await store.read(() => 3)).toBe(3)
    hold.resolve()
    await held
  })

  it('lets code that work has started use the store after the work has settled', async () => {
    const store = guarded(bare())
    const settled = deferred()
    const later = await store.write(() => ({ done: settled.promise.then(() => store.read(() => 'later')) }))
    settled.resolve()
    expect(await later.done).toBe('later')
  })

  it('waits for running work, then closes the bare store once, and answers closed from the call on', async () => {
    const seen: string[] = []
    const store = guarded(bare(() => void seen.push('closed')))
    const hold = deferred()
    const held = store.write(() => hold.promise.then(() => void seen.push('worked')))
    const closing = [store.close(), store.close()]
    await expect(store.read(() => 1)).rejects.toMatchObject({ code: 'closed' })
    hold.resolve()
    await Promise.all([held, ...closing])
    await expect(store.migrate({}, [])).rejects.toMatchObject({ code: 'closed' })
    expect(seen).toEqual(['worked', 'closed'])
  })
})
