// Bugs that the user has seen completely: they have no lines and cost nothing.
import { expect, it } from 'vitest'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

const day = 86_400

async function unread(world: World, name: string, input: object = {}): Promise<number[]> {
  const { items, count } = await world.as(name).inbox.get(input)
  const all = await world.as(name).inbox.get()
  expect([count, (await world.as(name).inbox.get({ limit: 0 })).count]).toEqual([all.items.length, all.items.length])
  return items.map(({ bug }) => bug.id)
}

/** A bug with Eve and Ivan on its CC list that both have seen, unless they are left out. */
async function seenBug(world: World, by: readonly string[] = ['eve', 'ivan']): Promise<number> {
  const { id } = await file(world, { component: 'Core', cc: [at('eve'), at('ivan')], is_cc_accessible: false })
  world.clock.advance(60)
  for (const name of by) await world.as(name).visits.record({ ids: [id] })
  world.clock.advance(60)
  return id
}

async function comment(world: World, id: number, name: string, input: object = {}): Promise<void> {
  await world.as(name).comments.create({ id, comment: 'Hello', ...input })
  world.clock.advance(60)
}

onEveryStore('inbox.get', (open) => {
  it('asks nothing more for any number of bugs that the user has seen', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const cost = async () => {
      queries.length = 0
      const { count } = await tracker.as({ login: at('eve') }).inbox.get({ limit: 0 })
      return { count, queries: [...queries] }
    }
    const id = await seenBug(world)
    await cost()
    const alone = await cost()
    expect(alone.count).toBe(0)
    await inStore(world.store, async (tx) => {
      const of = { col: 'bug_id', eq: id } as const
      const bugs = await tx.select({ from: 'bugs', where: { col: 'id', eq: id } })
      const [marks, cc] = [
        await tx.select({ from: 'bug_marks', where: of }),
        await tx.select({ from: 'bug_cc', where: of }),
      ]
      const ids = Array.from({ length: 500 }, (_, index) => id + 1 + index)
      await tx.insert(
        'bugs',
        ids.flatMap((copy) => bugs.map((row) => ({ ...row, id: copy }))),
      )
      await tx.insert(
        'bug_marks',
        ids.flatMap((bug_id) => marks.map((row) => ({ ...row, bug_id }))),
      )
      await tx.insert(
        'bug_cc',
        ids.flatMap((bug_id) => cc.map((row) => ({ ...row, bug_id }))),
      )
    })
    expect(await cost()).toEqual(alone)
  })

  it('has lines for bugs that others changed since they were seen, as far as the reader sees it', async () => {
    const world = await open()
    const [open1, own, internal, gone, muted, partly] = [
      ...[await seenBug(world), await seenBug(world), await seenBug(world)],
      ...[await seenBug(world), await seenBug(world), await seenBug(world, ['ivan'])],
    ] as [number, number, number, number, number, number]
    const { seen } = await world.as('eve').bugs.view({ id: partly })
    expect(await unread(world, 'eve')).toEqual([partly])
    for (const id of [open1, gone, muted, partly]) await comment(world, id, 'alice')
    await comment(world, own, 'eve')
    await comment(world, internal, 'ivan', { is_private: true })
    await update(world, gone, { groups: { add: ['secret'] } }, 'ivan')
    await world.as('eve').follows.update({ mute: [{ bug: muted }] })
    await world.as('eve').visits.record({ ids: [partly], seen })
    expect(await unread(world, 'eve')).toEqual([partly, open1])
    expect(await unread(world, 'ivan')).toEqual([gone, own, partly, muted, open1])
    await world.as('eve').visits.record({ ids: [open1, partly] })
    await comment(world, partly, 'eve')
    expect(await unread(world, 'eve')).toEqual([])
    await comment(world, partly, 'alice')
    await comment(world, partly, 'eve')
    expect(await unread(world, 'eve')).toEqual([partly])
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    expect(await unread(world, 'eve')).toEqual([])
    await comment(world, open1, 'alice')
    expect(await unread(world, 'eve')).toEqual([open1])
  })

  it('has lines for seen bugs that come back, that are marked as unread, or in which a flag waits', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const [back, again, asked] = [await seenBug(world), await seenBug(world), await seenBug(world)]
    const eve = world.as('eve')
    const until = new Date(world.clock.now().getTime() + day * 1000)
    await eve.inbox.update({ bugs: [back], seen: [String(world.clock.now().getTime())], state: 'later', until })
    await update(world, asked, { flags: [{ name: 'review', status: '?', requestee: at('eve') }] })
    world.clock.advance(60)
    await eve.visits.record({ ids: [asked] })
    expect(await unread(world, 'eve')).toEqual([asked])
    world.clock.advance(day)
    expect(await unread(world, 'eve', { reason: 'role' })).toEqual([asked, back])
    await eve.inbox.update({ bugs: [again], state: 'unread' })
    expect(await unread(world, 'eve')).toEqual([asked, again, back])
  })

  it('has no lines for seen bugs of a component that is followed later, but for those that change after', async () => {
    const world = await open()
    const [first, second] = [await seenBug(world), await seenBug(world)]
    await world.as('carl').visits.record({ ids: [first] })
    await world.as('carl').follows.update({ add: [{ product: 'Widgets', component: 'Core', scope: 'all' }] })
    world.clock.advance(60)
    expect(await unread(world, 'carl')).toEqual([])
    await comment(world, first, 'alice')
    await comment(world, second, 'alice')
    expect(await unread(world, 'carl')).toEqual([second, first])
    await world.as('carl').visits.record({ ids: [second] })
    expect(await unread(world, 'carl')).toEqual([first])
  })
})
