import type { Awaitable, Store, StoreErrorCode, Writer } from '../store/index.js'
import { failureOf, refused, same } from './expect.js'
import { signal, type Host, type Scene, type Suite } from './suite.js'
import { item, type World } from './world.js'

interface Joining {
  readonly store: Store<World>
  readonly host: Host
  readonly join: <T>(work: (tx: Writer<World>) => Awaitable<T>) => Promise<T>
}

export function joinTests({ check }: Suite): void {
  /** Registers a test for stores that can join the transaction of a host. */
  function checkJoin(name: string, run: (joining: Joining) => Promise<void>): void {
    check(`join: ${name}`, async ({ store, fixture }: Scene) => {
      if (!fixture.host) return
      const join = store.join?.bind(store)
      if (!join) throw new Error('the fixture has a host, and the store no join')
      const host = await fixture.host()
      try {
        await run({ store, host, join: (work) => join(host.connection, work) })
      } finally {
        await host.close()
      }
    })
  }

  const countItems = (store: Store<World>) => store.read((tx) => tx.count('item'))

  checkJoin('what is written is seen by itself, and by others after the commit of the host', async (joining) => {
    const { store, host, join } = joining
    await host.begin()
    const ids = await join(async (tx) => {
      const inserted = await tx.insert('item', [item({ title: 'a' }), item({ title: 'b' })])
      same(await tx.count('item'), 2, 'its own rows')
      return inserted
    })
    same(await join((tx) => tx.update('item', { col: 'title', eq: 'a' }, { rank: 7 })), 1, 'rows of the join before')
    same(await countItems(store), 0, 'rows that others see before the commit')
    await host.commit()
    const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['id', 'rank'] }))
    same(
      rows,
      [
        { id: ids[0], rank: 7 },
        { id: ids[1], rank: 0 },
      ],
      'rows after the commit',
    )
  })

  checkJoin('what is written is gone when the host undoes its transaction', async ({ store, host, join }) => {
    await host.begin()
    await join((tx) => tx.insert('item', [item()]))
    await host.rollBack()
    same(await countItems(store), 0, 'rows')
  })

  checkJoin('work that fails is undone and rethrown, and the transaction goes on', async ({ store, host, join }) => {
    await host.begin()
    await join((tx) => tx.insert('item', [item({ title: 'before' })]))
    const error = new Error('no')
    const failing = async (tx: Writer<World>) => {
      await tx.insert('item', [item({ title: 'undone' })])
      throw error
    }
    same((await failureOf(() => join(failing), 'the failure of the work')) === error, true, 'the same error')
    await join((tx) => tx.insert('item', [item({ title: 'after' })]))
    await host.commit()
    const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['title'] }))
    same(rows, [{ title: 'before' }, { title: 'after' }], 'rows')
  })

  checkJoin('rows that must be unique are refused, and the work goes on', async ({ store, host, join }) => {
    await host.begin()
    await join(async (tx) => {
      await tx.insert('item', [item({ code: 'x' })])
      await refused('unique', async () => tx.insert('item', [item({ code: 'x' })]))
      await tx.insert('item', [item({ code: 'y' })])
    })
    await host.commit()
    same(await countItems(store), 2, 'rows')
  })

  checkJoin('works at once wait for each other', async ({ store, host, join }) => {
    await host.begin()
    const failing = join(async (tx) => {
      await tx.insert('item', [item({ title: 'undone' })])
      throw new Error('no')
    })
    const others = ['a', 'b'].map((title) => join((tx) => tx.insert('item', [item({ title })])))
    await failureOf(() => failing, 'the failure of the work')
    await Promise.all(others)
    await host.commit()
    same(await countItems(store), 2, 'rows')
  })

  checkJoin('without a transaction nothing is done', async ({ store, host, join }) => {
    const reasonOf = async (code: StoreErrorCode, task: () => Promise<unknown>) => (await refused(code, task)).reason
    const insert = () => join((tx) => tx.insert('item', [item()]))
    same(await reasonOf('join_refused', insert), 'no_transaction', 'the reason')
    await host.begin()
    await host.commit()
    same(await reasonOf('join_refused', insert), 'no_transaction', 'the reason after a commit')
    same(await countItems(store), 0, 'rows')
  })

  checkJoin('nothing is written after the end of the transaction', async ({ store, host, join }) => {
    await host.begin()
    const [begun, ended] = [signal(), signal()]
    const joined = join(async (tx) => {
      begun.give()
      await ended.given
      await tx.insert('item', [item()])
    })
    await begun.given
    await host.commit()
    await host.begin()
    ended.give()
    same((await refused('join_refused', () => joined)).reason, 'transaction_over', 'the reason')
    await host.commit()
    same(await countItems(store), 0, 'rows')
  })

  checkJoin('its handle dies with the work, and the store is not used inside of it', async ({ store, host, join }) => {
    await host.begin()
    const tx = await join(async (own) => {
      await refused('reentrant', () => store.write((other) => other.insert('item', [item()])))
      return own
    })
    await refused('closed', async () => tx.insert('item', [item()]))
    await host.commit()
    same(await countItems(store), 0, 'rows')
  })
}
