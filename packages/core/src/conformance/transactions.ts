import { typed, type Reader, type Store } from '../store/index.js'
import { failureOf, isTrue, refused, same } from './expect.js'
import { pause, retrying, signal, type Suite } from './suite.js'
import { item, world, worldMigrations, type World } from './world.js'

/** Long enough for a second write to start, unless the store makes it wait. */
const aMoment = 50

function count(store: Store<World>): Promise<number> {
  return store.read((tx) => tx.count('item'))
}

export function transactionTests({ check }: Suite): void {
  check('(11) a write is all or nothing', async ({ store }) => {
    const [id = 0] = await store.write((tx) => tx.insert('item', [item({ title: 'kept', n: 1 })]))
    const before = await store.read((tx) => tx.select({ from: 'item' }))
    const failing = () =>
      store.write(async (tx) => {
        await tx.update('item', { col: 'id', eq: id }, { n: 2, code: 'code', note: 'changed' })
        await tx.insert('item', [item(), item()])
        await tx.insert('tag', [{ item_id: id, label: 'x' }])
        await tx.delete('item', { col: 'id', eq: id })
        await pause()
        throw new Error('no')
      })
    await failureOf(failing, 'the failure of the work')
    await failureOf(failing, 'the same again')
    same(await store.read((tx) => tx.select({ from: 'item' })), before, 'items')
    same(await store.read((tx) => tx.count('tag')), 0, 'tags')
    same(await store.read((tx) => tx.count('item', { col: 'note', contains: 'changed' })), 0, 'the index of substrings')
    await store.write((tx) => tx.update('item', { and: [] }, { code: 'code' }))
    same(await store.read((tx) => tx.count('item', { col: 'code', eq: 'code' })), 1, 'a later write')
  })

  check('(11) a write sees its own changes at once', async ({ store }) => {
    await store.write(async (tx) => {
      const [id = 0] = await tx.insert('item', [item({ title: 'a', note: 'first' })])
      same(await tx.count('item', { col: 'note', contains: 'first' }), 1, 'inserted')
      await tx.insert('tag', [{ item_id: id, label: 'x' }])
      same(await tx.count('item', { some: 'tags' }), 1, 'related')
      await tx.update('item', { col: 'id', eq: id }, { note: 'second' })
      same(await tx.select({ from: 'item', columns: ['note'] }), [{ note: 'second' }], 'updated')
      same(await tx.count('item', { col: 'note', contains: 'first' }), 0, 'no longer')
      await tx.delete('item', { and: [] })
      same(await tx.count('item'), 0, 'deleted')
    })
    same(await count(store), 0, 'afterwards')
  })

  check('query: a write sees what a statement of others has done, which is undone with it', async ({ store }) => {
    const failing = () =>
      store.write(async (tx) => {
        if (!tx.query) throw new Error('no query')
        same(await tx.query('CREATE TABLE of_others (n INTEGER)', []), [], 'rows of a statement that returns none')
        await tx.query('INSERT INTO of_others VALUES (7), (8)', [])
        const rows = await tx.query('SELECT n AS "Number" FROM of_others ORDER BY n', [])
        same(rows, [{ Number: 7 }, { Number: 8 }], 'rows')
        await tx.insert('item', [item()])
        throw new Error('no')
      })
    await failureOf(failing, 'the failure of the work')
    same(await count(store), 0, 'items afterwards')
    const asked = await store.read(async (tx) => tx.query !== undefined)
    if (asked)
      await failureOf(() => store.read(async (tx) => tx.query?.('SELECT n FROM of_others', [])), 'a table that is gone')
  })

  check('query: a failed statement fails the write, even if its error is caught', async ({ store }) => {
    let hasQuery = false
    const write = () =>
      store.write(async (tx) => {
        hasQuery = tx.query !== undefined
        await tx.insert('item', [item()])
        try {
          await tx.query?.('SELECT n FROM of_others', [])
        } catch {
          // As work does that lets the error pass.
        }
      })
    await write().catch(() => undefined)
    same(await count(store), hasQuery ? 0 : 1, 'items afterwards')
  })

  check('query: a read changes nothing', async ({ store }) => {
    const read = () => store.read(async (tx) => tx.query?.('CREATE TABLE of_others (n INTEGER)', []))
    const hasQuery = await store.read(async (tx) => tx.query !== undefined)
    if (hasQuery) await failureOf(read, 'a statement that writes')
    await store.write((tx) => tx.insert('item', [item()]))
    same(await count(store), 1, 'a later write')
  })

  check('(11) a write is invisible until it commits', async ({ store }) => {
    await store.write((tx) => tx.insert('item', [item()]))
    const inserted = signal()
    let committing = false
    let seen: { rows: number; committing: boolean } | undefined
    const writing = store.write(async (tx) => {
      await tx.insert('item', [item()])
      await tx.delete('item', { col: 'title', eq: 'nothing' })
      inserted.give()
      await Promise.race([reading, pause(aMoment)])
      committing = true
    })
    const reading = inserted.given.then(async () => {
      const rows = await count(store)
      seen = { rows, committing }
    })
    await Promise.all([writing, reading])
    isTrue(seen?.committing === true || seen?.rows === 1, `a read during the write saw ${seen?.rows} rows`)
    same(await count(store), 2, 'after the commit')
  })

  check('a read is one snapshot: nothing that commits meanwhile is seen', async ({ store }) => {
    await store.write((tx) => tx.insert('item', [item({ title: 'old' })]))
    const begun = signal()
    const reading = store.read(async (tx) => {
      const before = await tx.select({ from: 'item' })
      begun.give()
      await Promise.race([writing, pause(aMoment)])
      same(await tx.select({ from: 'item' }), before, 'the same select again')
      same(await tx.count('item', { col: 'title', eq: 'old' }), 1, 'another question')
      same(await tx.count('tag'), 0, 'another entity')
    })
    const writing = begun.given.then(() =>
      retrying(() =>
        store.write(async (tx) => {
          const [id = 0] = await tx.insert('item', [item({ title: 'new' })])
          await tx.insert('tag', [{ item_id: id, label: 'x' }])
          await tx.update('item', { col: 'title', eq: 'old' }, { title: 'changed' })
        }),
      ),
    )
    await Promise.all([reading, writing])
    same(await store.read((tx) => tx.count('item', { col: 'title', eq: 'changed' })), 1, 'a later read')
  })

  check('a read that starts after a write has resolved sees it, every time', async ({ store }) => {
    for (let i = 1; i <= 50; i++) {
      await store.write((tx) => tx.insert('item', [item()]))
      const counts = await Promise.all([count(store), count(store), count(store)])
      same(counts, [i, i, i], 'rows')
    }
  })

  check('(11) concurrent increments lose nothing', async ({ store }) => {
    const [id = 0] = await store.write((tx) => tx.insert('item', [item({ rank: 0 })]))
    const increment = () =>
      store.write(async (tx) => {
        const [row] = await tx.select({ from: 'item', where: { col: 'id', eq: id }, columns: ['rank'] })
        await pause()
        await tx.update('item', { col: 'id', eq: id }, { rank: (row?.rank ?? 0) + 1 })
      })
    await Promise.all(Array.from({ length: 50 }, () => retrying(increment)))
    same(await store.read((tx) => tx.select({ from: 'item', columns: ['rank'] })), [{ rank: 50 }], 'the sum')
  })

  check('(11) writes behave as if alone: neither write skew nor phantoms', async ({ store }) => {
    const insertOnce = (title: string) =>
      store.write(async (tx) => {
        const there = await tx.count('item', { col: 'title', eq: title })
        await pause()
        if (there === 0) await tx.insert('item', [item({ title, rank: 1 })])
      })
    await Promise.all(Array.from({ length: 10 }, () => retrying(() => insertOnce('only'))))
    same(await store.read((tx) => tx.count('item', { col: 'title', eq: 'only' })), 1, 'inserted once')

    const pair = await store.write((tx) =>
      tx.insert('item', [item({ title: 'duty', rank: 1 }), item({ title: 'duty', rank: 1 })]),
    )
    const leave = (id: number) =>
      store.write(async (tx) => {
        const onDuty = await tx.count('item', {
          and: [
            { col: 'title', eq: 'duty' },
            { col: 'rank', eq: 1 },
          ],
        })
        await pause()
        if (onDuty > 1) await tx.update('item', { col: 'id', eq: id }, { rank: 0 })
      })
    await Promise.all(pair.map((id) => retrying(() => leave(id))))
    same(
      await store.read((tx) =>
        tx.count('item', {
          and: [
            { col: 'title', eq: 'duty' },
            { col: 'rank', eq: 1 },
          ],
        }),
      ),
      1,
      'left on duty',
    )
  })

  check('(11) 200 interleaved transfers, every third undone, keep every balance', async ({ store }) => {
    const ids = await store.write((tx) =>
      tx.insert(
        'item',
        Array.from({ length: 7 }, () => item({ rank: 100 })),
      ),
    )
    const expected = ids.map(() => 100)
    const balance = async (tx: Reader<World>, id: number) =>
      (await tx.select({ from: 'item', where: { col: 'id', eq: id }, columns: ['rank'] }))[0]?.rank ?? 0
    const transfer = async (i: number): Promise<void> => {
      const [from, to, amount, fails] = [i % 7, (i * 3 + 1) % 7, i % 11, i % 3 === 0]
      if (from === to) return
      const run = () =>
        store.write(async (tx) => {
          const [source = 0, target = 0] = [ids[from], ids[to]]
          const [has, had] = [await balance(tx, source), await balance(tx, target)]
          await tx.update('item', { col: 'id', eq: source }, { rank: has - amount })
          if (i % 2) await pause()
          if (fails) throw new Error(`transfer ${i}`)
          await tx.update('item', { col: 'id', eq: target }, { rank: had + amount })
        })
      if (fails) {
        same(String(await failureOf(() => retrying(run), 'the failure')), `Error: transfer ${i}`, 'the failure')
        return
      }
      await retrying(run)
      expected[from] = (expected[from] ?? 0) - amount
      expected[to] = (expected[to] ?? 0) + amount
    }
    const audits = Array.from({ length: 20 }, async () => {
      await pause()
      const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['rank'] }))
      same(
        rows.reduce((sum, { rank }) => sum + rank, 0),
        700,
        'the sum at any time',
      )
    })
    await Promise.all([...Array.from({ length: 200 }, (_, i) => transfer(i)), ...audits])
    const rows = await store.read((tx) => tx.select({ from: 'item', columns: ['rank'] }))
    same(
      rows.map(({ rank }) => rank),
      expected,
      'balances',
    )
  })

  check(
    '(11) two stores on the same data do not lose each other\u2019s writes',
    async ({ store, fixture, closing }) => {
      if (!fixture.another) return
      const other = closing(typed<World>(await fixture.another()))
      await other.migrate(world, worldMigrations)
      const [id = 0] = await store.write((tx) => tx.insert('item', [item({ rank: 0 })]))
      same(await count(other), 1, 'the other sees a committed write')
      const increment = (through: Store<World>) =>
        through.write(async (tx) => {
          const [row] = await tx.select({ from: 'item', where: { col: 'id', eq: id }, columns: ['rank'] })
          await pause()
          await tx.update('item', { col: 'id', eq: id }, { rank: (row?.rank ?? 0) + 1 })
        })
      await Promise.all(Array.from({ length: 40 }, (_, i) => retrying(() => increment(i % 2 ? store : other))))
      same(await store.read((tx) => tx.select({ from: 'item', columns: ['rank'] })), [{ rank: 40 }], 'the sum')
    },
  )

  check('(11) a commit that fails leaves nothing behind', async ({ store, fixture }) => {
    if (!fixture.failNextCommit) return
    await store.write((tx) => tx.insert('item', [item({ title: 'before' })]))
    await fixture.failNextCommit()
    await failureOf(
      () => store.write((tx) => tx.insert('item', [item({ title: 'lost' })])),
      'the failure of the commit',
    )
    same(await store.read((tx) => tx.select({ from: 'item', columns: ['title'] })), [{ title: 'before' }], 'rows')
    await store.write((tx) => tx.insert('item', [item({ title: 'after' })]))
    same(await count(store), 2, 'a later write')
  })

  check('(12) a failed work rethrows the same error object', async ({ store }) => {
    for (const thrown of [new Error('an error'), Object.freeze({ plain: true }), 'a string', undefined]) {
      const now = () => {
        throw thrown as Error
      }
      const later = async () => {
        await pause()
        return Promise.reject(thrown)
      }
      for (const work of [now, later]) {
        isTrue(
          Object.is(await failureOf(() => store.write(work), 'the failure of a write'), thrown),
          'the same, from write',
        )
        isTrue(
          Object.is(await failureOf(() => store.read(work), 'the failure of a read'), thrown),
          'the same, from read',
        )
      }
    }
    const twice = store.write(async (tx) => {
      await tx.insert('item', [item({ code: 'x' })])
      await tx.insert('item', [item({ code: 'x' })])
    })
    await refused('unique', () => twice)
    same(await count(store), 0, 'nothing was written')
  })

  check('read and write give what the work gives, also when it does not wait', async ({ store }) => {
    same(await store.write(() => 'now'), 'now', 'write, at once')
    same(await store.read(async () => ({ later: [1] })), { later: [1] }, 'read, later')
    same(await store.write(() => undefined), undefined, 'nothing')
  })
}
