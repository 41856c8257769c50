// Lines of followed products and components begin when the follow begins.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'

async function lines(world: World, name: string, input: object = {}) {
  const { items } = await world.as(name).inbox.get(input)
  return items.map(({ bug, comments, changes }) => ({ id: bug.id, comments, changes }))
}

const all = { product: 'Widgets', scope: 'all' } as const

async function newBug(world: World, input: object = {}): Promise<number> {
  const { id } = await file(world, input)
  world.clock.advance(60)
  return id
}

onEveryStore('follows of places', (open) => {
  it('make no earlier change unread or done, and count only later ones', async () => {
    const world = await open()
    const [a, b] = [await newBug(world), await newBug(world)]
    await update(world, a, { priority: 'High' })
    world.clock.advance(60)
    await world.as('eve').follows.update({ add: [all] })
    for (const state of ['unread', 'done', 'all']) expect(await lines(world, 'eve', { state })).toEqual([])
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(0)
    world.clock.advance(60)
    await world.as('alice').comments.create({ id: a, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([{ id: a, comments: 1, changes: 0 }])
    expect(await lines(world, 'eve', { state: 'all' })).toEqual([{ id: a, comments: 1, changes: 0 }])
    world.clock.advance(60)
    const fresh = await newBug(world)
    expect((await lines(world, 'eve')).map(({ id }) => id)).toEqual([fresh, a])
    expect(b).toBeLessThan(fresh)
  })

  it('leave lines for other reasons as they were', async () => {
    const world = await open()
    const [copied, mentioned] = [await newBug(world, { cc: [at('eve')] }), await newBug(world)]
    await world.as('alice').comments.create({ id: mentioned, comment: '@eve' })
    await world.as('alice').comments.create({ id: copied, comment: 'Hello' })
    world.clock.advance(60)
    const before = await lines(world, 'eve')
    expect(before).toHaveLength(2)
    await world.as('eve').follows.update({ add: [all] })
    expect(await lines(world, 'eve')).toEqual(before)
  })

  it('begin with changes of old bugs when their scope becomes wider, and keep the lines of new bugs', async () => {
    const world = await open()
    const old = await newBug(world)
    await world.as('eve').follows.update({ add: [{ product: 'Widgets' }] })
    world.clock.advance(60)
    const fresh = await newBug(world)
    await update(world, old, { priority: 'High' })
    world.clock.advance(60)
    await world.as('eve').follows.update({ add: [all] })
    expect((await lines(world, 'eve')).map(({ id }) => id)).toEqual([fresh])
    world.clock.advance(60)
    await update(world, old, { priority: 'Low' })
    expect(await lines(world, 'eve')).toMatchObject([{ id: old, changes: 1 }, { id: fresh }])
    await world.as('eve').follows.update({ add: [{ ...all, by_mail: true }] })
    expect(await lines(world, 'eve')).toMatchObject([{ id: old, changes: 1 }, { id: fresh }])
  })

  it('make no earlier change of new bugs that are done unread when the scope becomes wider', async () => {
    const world = await open()
    await world.as('eve').follows.update({ add: [{ product: 'Widgets' }] })
    world.clock.advance(60)
    const [id, other] = [await newBug(world), await newBug(world)]
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    for (const bug of [id, other]) await update(world, bug, { priority: 'High' })
    world.clock.advance(60)
    expect(await lines(world, 'eve')).toEqual([])
    const done = await lines(world, 'eve', { state: 'done' })
    expect(done).toHaveLength(2)
    await world.as('eve').follows.update({ add: [all, { ...all, component: 'UI' }] })
    expect(await lines(world, 'eve')).toEqual([])
    expect(await lines(world, 'eve', { state: 'done' })).toEqual(done)
    world.clock.advance(60)
    await update(world, id, { priority: 'Low' })
    expect(await lines(world, 'eve')).toEqual([{ id, comments: 0, changes: 1 }])
  })

  it('of a product and a component begin with the earlier one', async () => {
    const world = await open()
    const id = await newBug(world)
    await world.as('eve').follows.update({ add: [{ product: 'Widgets', component: 'UI', scope: 'all' }] })
    world.clock.advance(60)
    await update(world, id, { priority: 'High' })
    world.clock.advance(60)
    await world.as('eve').follows.update({ add: [all] })
    expect(await lines(world, 'eve')).toMatchObject([{ id, changes: 1 }])
  })

  it('without a time, of older versions, show changes as before', async () => {
    const world = await open()
    const id = await newBug(world)
    await world.as('eve').follows.update({ add: [all] })
    await inStore(world.store, (tx) => tx.update('follows', { and: [] }, { since: null, scope_since: null }))
    expect(await lines(world, 'eve')).toMatchObject([{ id }])
  })

  it('do not begin earlier because of a mention that the user cannot see', async () => {
    const world = await open()
    const id = await newBug(world)
    await update(world, id, { priority: 'High' })
    await world.as('alice').comments.create({ id, comment: '@eve' })
    await inStore(world.store, (tx) => tx.update('comments', { col: 'text', eq: '@eve' }, { is_private: true }))
    world.clock.advance(60)
    await world.as('eve').follows.update({ add: [all] })
    expect(await lines(world, 'eve')).toEqual([])
  })
})
