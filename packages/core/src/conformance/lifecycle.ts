import type { Reader, Store, Writer } from '../store/index.js'
import { failureOf, refused, same, within } from './expect.js'
import { pause, signal, type Suite } from './suite.js'
import { item, wholeItem, world, worldMigrations, type World } from './world.js'

const soon = 3_000

function typedReopen(store: unknown): Store<World> {
  return store as Store<World>
}

export function lifecycleTests({ check }: Suite): void {
  check('(13) a handle used after its work has settled throws closed', async ({ store }) => {
    const kept: Writer<World>[] = []
    const readers: Reader<World>[] = []
    await store.write((tx) => void kept.push(tx))
    await failureOf(
      () =>
        store.write((tx) => {
          kept.push(tx)
          throw new Error('no')
        }),
      'the failure of the work',
    )
    await store.read((tx) => void readers.push(tx))
    const failing = store.read((tx) => {
      readers.push(tx)
      throw new Error('no')
    })
    await failureOf(() => failing, 'the failure of the work')
    for (const tx of [...kept, ...readers]) {
      await refused('closed', async () => tx.select({ from: 'item' }))
      await refused('closed', async () => tx.count('item'))
    }
    for (const tx of kept) {
      await refused('closed', async () => tx.insert('item', [item()]))
      await refused('closed', async () => tx.put('item', [wholeItem({ id: 1 })]))
      await refused('closed', async () => tx.update('item', { and: [] }, { rank: 1 }))
      await refused('closed', async () => tx.delete('item', { and: [] }))
    }
    // A dead handle stays dead while other work is open.
    await store.write(async () => {
      for (const tx of kept) await refused('closed', async () => tx.insert('item', [item()]))
    })
    same(await store.read((tx) => tx.count('item')), 0, 'rows')
  })

  check(
    '(13) the store used from inside work throws reentrant, never hangs, and the work goes on',
    async ({ store }) => {
      const tries: [name: string, use: () => unknown][] = [
        ['read', () => store.read((tx) => tx.count('item'))],
        ['write', () => store.write((tx) => tx.insert('item', [item()]))],
        ['migrate', () => store.migrate(world, worldMigrations)],
        ['close', () => store.close()],
      ]
      for (const [, use] of tries) {
        const nested = async () => {
          await refused('reentrant', async () => await use())
          await pause()
          await refused('reentrant', async () => await use())
        }
        await within(soon, store.read(nested))
        await within(
          soon,
          store.write(async (tx) => {
            await nested()
            await tx.insert('item', [item()])
          }),
        )
      }
      same(await store.read((tx) => tx.count('item')), tries.length, 'the outer writes have committed')
    },
  )

  check('(13) an error about re-entrance undoes the work that lets it pass', async ({ store }) => {
    const nested = store.write(async (tx) => {
      await tx.insert('item', [item()])
      await store.write((inner) => inner.insert('item', [item()]))
    })
    await refused('reentrant', () => within(soon, nested))
    same(await store.read((tx) => tx.count('item')), 0, 'rows')
  })

  check('(13) work beside other work is not inside it', async ({ store }) => {
    const hold = signal()
    const held = store.write(async (tx) => {
      await tx.insert('item', [item()])
      await Promise.race([hold.given, pause(20)])
    })
    const beside = [store.read((tx) => tx.count('item')), store.write((tx) => tx.insert('item', [item()]))]
    await within(soon, Promise.all([held, ...beside]))
    hold.give()
    const later = await store.write(() => ({ started: pause(5).then(() => store.read((tx) => tx.count('item'))) }))
    same(await within(soon, later.started), 2, 'what work has started may use the store once the work has settled')
  })

  check('a hundred reads may run at once', async ({ store }) => {
    await store.write((tx) => tx.insert('item', [item(), item()]))
    const reads = Array.from({ length: 100 }, () =>
      store.read(async (tx) => {
        const rows = await tx.select({ from: 'item', columns: ['id'] })
        await pause()
        return rows.length === (await tx.count('item'))
      }),
    )
    same(new Set(await within(soon, Promise.all(reads))), new Set([true]), 'each is a snapshot')
  })

  check(
    'close waits for running work, may be called again, and afterwards everything throws closed',
    async ({ store }) => {
      const seen: string[] = []
      const begun = signal()
      const writing = store.write(async (tx) => {
        begun.give()
        await pause(5)
        await tx.insert('item', [item()])
        seen.push('work')
      })
      await begun.given
      const closings = [store.close(), store.close()]
      await Promise.all(closings.map(async (closing) => closing))
      seen.push('closed')
      await writing
      same(seen, ['work', 'closed'], 'the order')
      await store.close()
      await refused('closed', () => store.read((tx) => tx.count('item')))
      await refused('closed', () => store.write((tx) => tx.insert('item', [item()])))
      await refused('closed', async () => store.migrate(world, worldMigrations))
    },
  )

  check('what was committed is there after closing and opening again', async ({ store, fixture, closing }) => {
    if (!fixture.reopen) return
    const text = 'kept \u{1f600} e\u0301'
    const [, gone = 0] = await store.write((tx) => tx.insert('item', [item({ note: text, at: new Date(-1) }), item()]))
    await store.write((tx) => tx.delete('item', { col: 'id', eq: gone }))
    const undone = store.write(async (tx) => {
      await tx.insert('item', [item()])
      throw new Error('no')
    })
    await failureOf(() => undone, 'the failure of the work')
    const before = await store.read((tx) => tx.select({ from: 'item' }))
    await store.close()
    const again = closing(typedReopen(await fixture.reopen()))
    await again.migrate(world, worldMigrations)
    same(await again.read((tx) => tx.select({ from: 'item' })), before, 'rows')
    same(
      await again.read((tx) => tx.count('item', { col: 'note', contains: '\u{1f600}' })),
      1,
      'the index of substrings',
    )
    const [next = 0] = await again.write((tx) => tx.insert('item', [item()]))
    same(next > gone, true, 'a deleted key is not used again')
  })
}
