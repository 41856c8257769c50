// Bugs that a user stopped following.
import { expect, it } from 'vitest'
import { at, file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { openMailWorld } from '../../../test/mail.js'

async function lines(world: World, name: string) {
  const { items } = await world.as(name).inbox.get()
  return items.map(({ bug, reasons }) => [bug.id, ...reasons])
}

async function finish(world: World, name: string): Promise<void> {
  world.clock.advance(60)
  await world.as(name).inbox.update({ all_until: world.clock.now(), state: 'done' })
  world.clock.advance(60)
}

onEveryStore('bugs that are off', (open) => {
  it('cause no lines by reports, comments, CC lists and places, with whatever the user does there later', async () => {
    const world = await open()
    await world.as('eve').follows.update({ add: [{ product: 'Widgets', scope: 'all' }] })
    const reported = await file(world, {}, 'eve')
    const [commented, copied, placed] = [await file(world), await file(world, { cc: [at('eve')] }), await file(world)]
    await world.as('eve').comments.create({ id: commented.id, comment: 'Hello' })
    const bugs = [reported, commented, copied, placed].map(({ id }) => id)
    await finish(world, 'eve')
    await world.as('eve').follows.update({ off: bugs.map((bug) => ({ bug })) })
    for (const id of bugs) await world.as('alice').comments.create({ id, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([])
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(0)
    await world.as('eve').comments.create({ id: commented.id, comment: 'Only this' })
    await world.as('alice').comments.create({ id: commented.id, comment: 'Thanks' })
    expect(await lines(world, 'eve')).toEqual([])
  })

  it('still cause lines by mentions, requests and assignments', async () => {
    const world = await open()
    const { id } = await file(world, {}, 'eve')
    await world.as('eve').follows.update({ off: [{ bug: id }] })
    await finish(world, 'eve')
    await world.as('alice').comments.create({ id, comment: '@eve' })
    expect(await lines(world, 'eve')).toEqual([[id, 'mentioned']])
    const assigned = await file(world, {}, 'eve')
    await world.as('eve').follows.update({ off: [{ bug: assigned.id }] })
    await finish(world, 'eve')
    await update(world, assigned.id, { assigned_to: at('eve') })
    expect(await lines(world, 'eve')).toEqual([[assigned.id, 'assigned']])
  })

  it('cause no lines after a mention was read, and those of later mentions', async () => {
    const world = await open()
    const { id } = await file(world)
    await world.as('alice').comments.create({ id, comment: '@eve' })
    await finish(world, 'eve')
    await world.as('eve').follows.update({ off: [{ bug: id }] })
    await world.as('alice').comments.create({ id, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([])
    expect((await world.as('eve').inbox.get({ limit: 0 })).count).toBe(0)
    await world.as('alice').comments.create({ id, comment: '@eve again' })
    expect(await lines(world, 'eve')).toEqual([[id, 'mentioned']])
  })

  it('come back when they were put off', async () => {
    const world = await open()
    const { id } = await file(world)
    await world.as('eve').follows.update({ off: [{ bug: id }] })
    await world.as('alice').comments.create({ id, comment: '@eve' })
    const { items } = await world.as('eve').inbox.get()
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await world.as('eve').inbox.update({ bugs: [id], seen: items.map(({ seen }) => seen), state: 'later', until })
    expect(await lines(world, 'eve')).toEqual([])
    world.clock.advance(4000)
    expect(await lines(world, 'eve')).toEqual([[id, 'mentioned']])
  })

  it('cause lines again once the user follows them, or removes them', async () => {
    const world = await open()
    const [a, b] = [await file(world, {}, 'eve'), await file(world, {}, 'eve')]
    const both = [{ bug: a.id }, { bug: b.id }]
    await world.as('eve').follows.update({ off: both })
    expect(await world.as('eve').follows.get()).toMatchObject({ off: [{ id: a.id }, { id: b.id }], total: 2 })
    expect(await world.as('eve').bugs.view({ id: a.id })).toMatchObject({ following: null, following_off: true })
    await finish(world, 'eve')
    await world.as('eve').follows.update({ add: [{ bug: a.id }], remove: [{ bug: b.id }] })
    expect(await world.as('eve').follows.get()).toMatchObject({ bugs: [{ id: a.id }], off: [], total: 1 })
    expect(await world.as('eve').bugs.view({ id: b.id })).toMatchObject({ following: null, following_off: false })
    for (const { id } of [a, b]) await world.as('alice').comments.create({ id, comment: 'Hello' })
    expect(await lines(world, 'eve')).toEqual([
      [b.id, 'role'],
      [a.id, 'role', 'followed'],
    ])
  })

  it('stay off after the last day of their lines and visits', async () => {
    const world = await open()
    const [id, other] = [(await file(world, {}, 'eve')).id, (await file(world)).id]
    await world.as('eve').follows.update({ off: [{ bug: id }] })
    world.clock.advance(200 * 86_400)
    await world.as('eve').visits.record({ ids: [other] })
    expect(await world.as('eve').follows.get()).toMatchObject({ off: [{ id }] })
  })

  it('cause no email by roles and followed places, but by mentions and watched users', async () => {
    const { world, readers } = await openMailWorld(open)
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', scope: 'all', by_mail: true }] })
    const bug = await file(world, { cc: [at('eve'), at('bob')] })
    await world.as('carl').follows.update({ add: [{ user: at('bob') }] })
    expect(await readers()).toEqual(expect.arrayContaining(['eve', 'carl']))
    for (const name of ['eve', 'carl', 'bob']) await world.as(name).follows.update({ off: [{ bug: bug.id }] })
    await update(world, bug.id, { priority: 'High' })
    const after = await readers()
    expect(['eve', 'bob', 'carl'].filter((name) => after.includes(name))).toEqual(['carl'])
    await world.as('alice').comments.create({ id: bug.id, comment: '@eve' })
    expect(await readers()).toContain('eve')
  })
})
