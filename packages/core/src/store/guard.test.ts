import { describe, expect, it, vi } from 'vitest'
import { entity, int, nullable, text } from './define.js'
import { followAllWork, isFollowing } from './following.js'
import { guarded } from './guard.js'
import type { PlainStore, PlainWriter } from './plain.js'

const tx: PlainWriter = {
  select: () => [],
  count: () => 0,
  countBy: () => [],
  insert: () => [],
  put: () => undefined,
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

describe('a guarded store', () => {
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
    expect(() => kept.countBy({ from: 'rows', by: [], limit: 1 })).toThrow(expect.objectContaining({ code: 'closed' }))
    expect(() => kept.insert('rows', [])).toThrow(expect.objectContaining({ code: 'closed' }))
    expect(() => kept.put('rows', [])).toThrow(expect.objectContaining({ code: 'closed' }))
    const failing = store.write((writer) => {
      kept = writer
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(() => kept.delete('rows', { and: [] })).toThrow(expect.objectContaining({ code: 'closed' }))
  })

  it('puts only whole rows with unique keys, and names missing columns but no value', async () => {
    const put = vi.fn<PlainWriter['put']>()
    const schema = {
      pair: entity({ columns: { a: text(), b: int(), c: nullable(int()) }, key: ['a', 'b'], relations: {} }),
    }
    const store = guarded<typeof schema>({ ...bare(), write: async (work) => work({ ...tx, put }) })
    await store.migrate(schema, [])
    const row = { a: 'secret', b: 1, c: null }
    await store.write((writer) => {
      expect(() => writer.put('pair', [row, { a: 'secret', b: 2 } as typeof row])).toThrow(
        new TypeError('put requires whole rows; pair.c is missing'),
      )
      expect(() => writer.put('pair', [row, { ...row, b: 2 }, { ...row, c: 3 }] as (typeof row)[])).toThrow(
        new TypeError('put requires one row for each key; two have the same pair.a, b'),
      )
      void writer.put('pair', [])
      expect(put).not.toHaveBeenCalled()
      void writer.put('pair', [row, { ...row, b: 2 }])
    })
    expect(put.mock.calls).toEqual([['pair', [row, { ...row, b: 2 }]]])
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

describe('work marked as ours', () => {
  it('is not followed, so that promises cost nothing more, also once followed work has ended', async () => {
    followAllWork(false)
    try {
      const store = guarded(bare())
      const [first, second] = [deferred(), deferred()]
      const works = [store.write(() => first.promise), store.read(() => second.promise)]
      expect(isFollowing()).toBe(true)
      first.resolve()
      await works[0]
      expect(isFollowing()).toBe(true)
      await store.write(() => expect(store.read(() => 1)).rejects.toMatchObject({ code: 'reentrant' }))
      second.resolve()
      await works[1]
      // Work that tests before this one have left behind may still end.
      await expect.poll(isFollowing).toBe(false)
      expect(await store.write(async () => Promise.resolve(isFollowing()), { ours: true })).toBe(false)
      expect(await store.read(async () => Promise.resolve(isFollowing()), { ours: true })).toBe(false)
      await store.write(() => expect(store.write(() => 1)).rejects.toMatchObject({ code: 'reentrant' }))
    } finally {
      followAllWork()
    }
  })

  it('closes its handle when it settles', async () => {
    followAllWork(false)
    try {
      let kept = tx as Pick<PlainWriter, 'select'>
      await guarded(bare()).read((reader) => void (kept = reader as unknown as PlainWriter), { ours: true })
      expect(() => kept.select({ from: 'rows' })).toThrow(expect.objectContaining({ code: 'closed' }))
    } finally {
      followAllWork()
    }
  })

  it('is followed where all work is, as in these tests', async () => {
    const store = guarded(bare())
    await store.write(() => expect(store.read(() => 1)).rejects.toMatchObject({ code: 'reentrant' }), { ours: true })
  })
})
