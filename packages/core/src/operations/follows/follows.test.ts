import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'
import { createTracker } from '../../tracker/tracker.js'

async function lines(world: World, name: string) {
  const { items } = await world.as(name).inbox.get()
  return items.map(({ bug, reasons }) => [bug.id, ...reasons])
}

onAnyStore('follows', (open) => {
  it('put bugs, new bugs of components, and all changes of products in the inbox', async () => {
    const world = await open()
    const old = await file(world)
    world.clock.advance(60)
    await world.as('eve').follows.update({ add: [{ product: 'Widgets', component: 'UI' }, { bug: old.id }] })
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', scope: 'all' }] })
    for (const name of ['carl', 'eve'])
      await world.as(name).inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    const fresh = await file(world)
    await update(world, old.id, { priority: 'High' })
    for (const name of ['eve', 'carl'])
      expect(await lines(world, name)).toEqual([
        [fresh.id, 'followed'],
        [old.id, 'followed'],
      ])
    await world.as('eve').follows.update({ remove: [{ bug: old.id }, { product: 'Widgets', component: 'UI' }] })
    await world.as('carl').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    await update(world, old.id, { priority: 'Low' })
    await file(world)
    expect(await lines(world, 'eve')).toEqual([])
    expect((await lines(world, 'carl')).map(([id]) => id)).toEqual([fresh.id + 1, old.id])
  })

  it('send email about new bugs or all changes of a product or component with `by_mail`, with the reason', async () => {
    const { world, arrived, messageTo, readers } = await openMailWorld(open)
    const place = { product: 'Widgets', component: 'UI' }
    await world.as('eve').follows.update({ add: [{ ...place, by_mail: true }] })
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', scope: 'all', by_mail: true }] })
    await world.as('ivan').follows.update({ add: [{ product: 'Gadgets', by_mail: true }] })
    expect((await world.as('eve').follows.get()).components).toEqual([{ ...place, scope: 'new', by_mail: true }])
    const bug = await file(world)
    const messages = await arrived()
    const reasonsOf = (name: string) => messages.find(({ to }) => to === at(name))?.headers['X-Tracker-Reason']
    expect(['eve', 'carl', 'alice'].map(reasonsOf)).toEqual(['Follower', 'Follower', undefined])
    expect(messages.find(({ to }) => to === at('eve'))?.text).toContain('You follow Widgets / UI.')
    expect(messages.find(({ to }) => to === at('ivan'))?.text).not.toContain('You follow')
    await update(world, bug.id, { priority: 'High' })
    expect((await messageTo('carl')).text).toContain('You follow Widgets.')
    await update(world, bug.id, { priority: 'Low' })
    expect(await readers()).not.toContain('eve')
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', scope: 'all' }] })
    await update(world, bug.id, { priority: 'High' })
    expect(await readers()).not.toContain('carl')
  })

  it('send no email about own changes, muted bugs, or bugs that the follower cannot see', async () => {
    const { world, readers } = await openMailWorld(open)
    const all = { scope: 'all', by_mail: true } as const
    for (const name of ['alice', 'eve', 'carl'])
      await world.as(name).follows.update({ add: [{ product: 'Widgets', ...all }] })
    const bug = await file(world)
    expect(await readers()).not.toContain('alice')
    await world.as('carl').follows.update({ mute: [{ bug: bug.id }] })
    await update(world, bug.id, { groups: { add: ['secret'] } }, 'ivan')
    await readers()
    await update(world, bug.id, { priority: 'High' }, 'ivan')
    const after = await readers()
    expect(['eve', 'carl'].filter((name) => after.includes(name))).toEqual([])
  })

  it('end by the unsubscribe link of an email that only following caused', async () => {
    const { world, messageTo, readers } = await openMailWorld(open)
    await world.as('admin').parameters.update({ parameters: { urlbase: 'https://bugs.example.com/' } })
    await world.as('eve').follows.update({ add: [{ product: 'Widgets', by_mail: true }] })
    await file(world)
    const link = (await messageTo('eve')).headers['List-Unsubscribe'] ?? ''
    const token = /unsubscribe\/([\w-]+)>/.exec(link)?.[1] ?? ''
    expect(await world.tracker.as(null).preferences.unsubscribe({ token })).toMatchObject({ kind: 'product' })
    expect((await world.as('eve').follows.get()).products).toMatchObject([{ product: 'Widgets', by_mail: false }])
    await file(world)
    expect(await readers()).not.toContain('eve')
  })

  it('keep new bugs among the lines that are done', async () => {
    const world = await open()
    await world.as('eve').follows.update({ add: [{ product: 'Widgets' }] })
    const { id } = await file(world)
    world.clock.advance(60)
    const { newest } = await world.as('eve').inbox.get()
    await world.as('eve').inbox.update({ all_until: new Date(newest ?? 0), state: 'done' })
    const { items, count } = await world.as('eve').inbox.get({ state: 'done' })
    expect([count, ...items.map(({ bug }) => bug.id)]).toEqual([0, id])
  })

  it('are listed as far as the caller can see them', async () => {
    const world = await open()
    const [a, b] = [await file(world), await file(world)]
    await world.as('eve').follows.update({
      add: [
        { bug: a.id },
        { product: 'Gadgets' },
        { product: 'Widgets', component: 'Core', scope: 'all' },
        { user: at('bob') },
      ],
      mute: [{ bug: b.id }],
    })
    expect(await world.as('eve').follows.get()).toEqual({
      bugs: [{ id: a.id, summary: 'It blinks', is_open: true }],
      muted: [{ id: b.id, summary: 'It blinks', is_open: true }],
      off: [],
      total: 5,
      products: [{ product: 'Gadgets', scope: 'new', by_mail: false }],
      components: [{ product: 'Widgets', component: 'Core', scope: 'all', by_mail: false }],
      users: [at('bob')],
    })
    expect(await world.as('eve').watches.get()).toMatchObject({ watching: [at('bob')] })
    for (const { id } of [a, b]) await update(world, id, { groups: { add: ['secret'] } }, 'ivan')
    expect(await world.as('eve').follows.get()).toMatchObject({ bugs: [], muted: [] })
    await world.as('ivan').follows.update({ add: [{ bug: b.id }], mute: [{ bug: a.id }] })
    await world.as('ivan').follows.update({ remove: [{ bug: a.id }, { bug: b.id }] })
    expect(await world.as('ivan').follows.get()).toMatchObject({ bugs: [], muted: [] })
  })

  it('do not include muted bugs, except for mentions', async () => {
    const world = await open()
    const bug = await file(world, { cc: [at('eve')] })
    await world.as('eve').follows.update({ mute: [{ bug: bug.id }] })
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    await world.as('alice').comments.create({ id: bug.id, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([])
    world.clock.advance(60)
    await world.as('alice').comments.create({ id: bug.id, comment: '@eve' })
    expect(await lines(world, 'eve')).toEqual([[bug.id, 'mentioned', 'role']])
  })

  it('include bugs with a comment by the user, unless they are muted', async () => {
    const world = await open()
    const [a, b] = [await file(world), await file(world)]
    await world.as('eve').follows.update({ mute: [{ bug: b.id }] })
    for (const { id } of [a, b]) await world.as('eve').comments.create({ id, comment: 'Hello' })
    world.clock.advance(60)
    for (const { id } of [a, b]) await world.as('alice').comments.create({ id, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([[a.id, 'followed']])
  })

  it('leave the inbox with the rights for a product', async () => {
    const world = await open()
    const secret = { product: 'Vault', component: 'Safe', version: '1', assigned_to: at('ivan') }
    await world.as('ivan').follows.update({ add: [{ product: 'Vault', scope: 'all' }] })
    await world.as('ivan').follows.update({ add: [{ product: 'Widgets', scope: 'all' }] })
    const id = await inStore(
      world.store,
      async (tx) => (await tx.select({ from: 'products', where: { col: 'name', eq: 'Vault' } }))[0]?.id,
    )
    const eve = await inStore(
      world.store,
      async (tx) => (await tx.select({ from: 'users', where: { col: 'login', eq: at('eve') } }))[0]?.id,
    )
    await inStore(world.store, (tx) =>
      tx.insert('follows', [{ user_id: eve ?? 0, kind: 'product', object_id: id ?? 0, scope: 'all', by_mail: null }]),
    )
    await file(world, secret, 'admin').catch(() => file(world, secret, 'ivan'))
    expect(await world.as('eve').inbox.get({ state: 'all' })).toMatchObject({ items: [], count: 0, newest: null })
    expect(await world.as('eve').follows.get()).toMatchObject({ products: [] })
  })

  it('of a component end when it is deleted', async () => {
    const world = await open()
    await world.as('eve').follows.update({
      add: [{ product: 'Widgets' }, ...['Core', 'UI'].map((component) => ({ product: 'Widgets', component }))],
    })
    await world.as('admin').components.delete({ product: 'Widgets', names: ['UI'] })
    const rows = await inStore(world.store, (tx) => tx.select({ from: 'follows' }))
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['component', 'product'])
  })

  it('end at their limits with the number', async () => {
    const world = await open()
    const [eve] = await inStore(world.store, (tx) =>
      tx.select({ from: 'users', where: { col: 'login', eq: at('eve') } }),
    )
    await inStore(world.store, (tx) =>
      tx.insert(
        'follows',
        Array.from({ length: 200 }, (_, index) => {
          return { user_id: eve?.id ?? 0, kind: 'product', object_id: 5000 + index, scope: 'all', by_mail: null }
        }),
      ),
    )
    const failure = world.as('eve').follows.update({ add: [{ product: 'Widgets' }] })
    await expect(failure).rejects.toMatchObject({ code: 'follow_limit', data: { field: 'add', limit: 200 } })
    expect(await world.as('eve').follows.get()).toMatchObject({ products: [] })
  })

  it('have a limit for each kind, which watches and mutes do not fill', async () => {
    const world = await open()
    const eve = await inStore(
      world.store,
      async (tx) => (await tx.select({ from: 'users', where: { col: 'login', eq: at('eve') } }))[0]?.id ?? 0,
    )
    const many = <T>(count: number, one: (index: number) => T) =>
      Array.from({ length: count }, (_, index) => one(index))
    await inStore(world.store, async (tx) => {
      const watch = { user_id: eve, kind: 'user', scope: 'all', by_mail: true }
      await tx.insert(
        'follows',
        many(120, (index) => ({ ...watch, object_id: 5000 + index })),
      )
      const mark = { user_id: eve, last_visit_ts: null, seen_until: null, later_until: null, following: false }
      await tx.insert(
        'bug_marks',
        many(5000, (index) => ({ ...mark, bug_id: 5000 + index })),
      )
    })
    const { id } = await file(world)
    await world.as('eve').follows.update({ add: [{ product: 'Widgets' }, { bug: id }] })
    expect(await world.as('eve').follows.get()).toMatchObject({ products: [{ product: 'Widgets' }], bugs: [{ id }] })
    const limits = { code: 'follow_limit', data: { field: 'mute', limit: 5000 } }
    await expect(world.as('eve').follows.update({ mute: [{ bug: id }] })).rejects.toMatchObject(limits)
  })

  it('refuse targets that name no thing or several, the caller, and hidden things', async () => {
    const world = await open()
    const secret = { product: 'Vault', component: 'Safe', version: '1', assigned_to: at('ivan') }
    const { id } = await file(world, secret, 'ivan')
    for (const [input, code] of [
      [{}, 'params_required'],
      [{ add: [{}] }, 'param_invalid'],
      [{ add: [{ bug: 1, product: 'Widgets' }] }, 'param_invalid'],
      [{ add: [{ component: 'UI' }] }, 'param_invalid'],
      [{ add: [{ user: at('bob'), scope: 'all' }] }, 'param_invalid'],
      [{ add: [{ bug: 1, by_mail: true }] }, 'param_invalid'],
      [{ mute: [{ product: 'Widgets' }] }, 'param_invalid'],
      [{ off: [{ user: at('bob') }] }, 'param_invalid'],
      [{ off: [{ bug: id }] }, 'bug_id_does_not_exist'],
      [{ add: [{ user: at('eve') }] }, 'illegal_value'],
      [{ add: [{ user: 'nobody@example.com' }] }, 'object_does_not_exist'],
      [{ add: [{ product: 'Vault' }] }, 'object_does_not_exist'],
      [{ add: [{ product: 'Absent' }] }, 'object_does_not_exist'],
      [{ mute: [{ bug: id }] }, 'bug_id_does_not_exist'],
      [{ mute: [{ bug: id + 1 }] }, 'bug_id_does_not_exist'],
    ] as const)
      await expect(world.as('eve').follows.update(input as never)).rejects.toMatchObject({ code })
    expect(await world.as('eve').follows.get()).toEqual({
      bugs: [],
      muted: [],
      off: [],
      total: 0,
      products: [],
      components: [],
      users: [],
    })
  })

  it('cost a write nothing', async () => {
    const world = await open()
    const { id } = await file(world)
    const { store, queries, writes } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const cost = async () => {
      queries.length = writes.length = 0
      await tracker.as({ login: at('alice') }).comments.create({ id, comment: 'Hello' })
      return [[...queries], [...writes]]
    }
    await cost()
    const alone = await cost()
    const component = await inStore(world.store, (tx) => tx.select({ from: 'components', limit: 1 }))
    await inStore(world.store, async (tx) => {
      const users = Array.from({ length: 300 }, (_, index) => 1000 + index)
      const follow = { kind: 'component', object_id: component[0]?.id ?? 0, scope: 'all', by_mail: null }
      await tx.insert(
        'bug_marks',
        users.map((user_id) => ({ user_id, bug_id: id, following: true })),
      )
      await tx.insert(
        'follows',
        users.map((user_id) => ({ user_id, ...follow })),
      )
    })
    expect(await cost()).toEqual(alone)
  })
})
