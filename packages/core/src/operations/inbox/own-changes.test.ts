// Bugs that the user changed last: those that others changed too have lines, and the others cost nothing.
import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, update } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { expectConsistency } from '../../../test/kept-columns.js'
import { createTracker } from '../../tracker/tracker.js'

const day = 86_400

async function unread(world: World, name: string): Promise<number[]> {
  const { items } = await world.as(name).inbox.get()
  const { count } = await world.as(name).inbox.get({ limit: 0 })
  expect(count).toBe(items.length)
  return items.map(({ bug }) => bug.id)
}

onEveryStore('inbox.get', (open) => {
  it('keeps lines of changes by others before and between changes by the user', async () => {
    const world = await open()
    const { id } = await file(world, { cc: [at('eve'), at('bob')] })
    for (const name of ['bob', 'eve', 'bob', 'eve', 'eve']) {
      world.clock.advance(60)
      await world.as(name).comments.create({ id, comment: `By ${name}` })
      expect(await unread(world, 'eve')).toEqual([id])
    }
    expect(await unread(world, 'bob')).toEqual([id])
    expect((await world.as('eve').inbox.get()).items).toMatchObject([{ comments: 2, by: { name: at('bob') } }])
    await expectConsistency(world.store)
  })

  it('has no line if only the user changed the bug since it was done', async () => {
    const world = await open()
    const { id } = await file(world, { cc: [at('eve')] })
    world.clock.advance(2 * day)
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    await world.as('eve').comments.create({ id, comment: 'Mine' })
    expect(await unread(world, 'eve')).toEqual([])
    world.clock.advance(60)
    await world.as('alice').comments.create({ id, comment: 'Another' })
    await world.as('eve').comments.create({ id, comment: 'Mine' })
    expect(await unread(world, 'eve')).toEqual([id])
  })

  it('keeps lines after a bulk change of bugs that others changed on different days', async () => {
    const world = await open()
    const ids: number[] = []
    for (let count = 0; count < 12; count++) {
      ids.unshift((await file(world, { cc: [at('alice')] }, 'bob')).id)
      world.clock.advance(day)
    }
    const { store, writes } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    await tracker.as({ login: at('alice') }).bugs.update({ ids, priority: 'High' })
    expect(writes.filter((entity) => entity === 'bugs').length).toBeLessThanOrEqual(1 + ids.length)
    expect(await unread(world, 'alice')).toEqual(ids)
    await expectConsistency(world.store)
    const rows = await inStore(world.store, (tx) => tx.select({ from: 'bugs' }))
    expect(new Set(rows.map(({ others_changed_at }) => others_changed_at?.getTime())).size).toBe(12)
    expect(rows.every(({ others_changed_at }) => others_changed_at !== null)).toBe(true)
    await update(world, ids[0] ?? 0, { priority: 'Low' }, 'bob')
    expect((await unread(world, 'alice'))[0]).toBe(ids[0])
  })

  it('asks nothing more for any number of bugs that only the user changed', async () => {
    const world = await open()
    const { store, queries } = countingStore(world.store)
    const tracker = await createTracker({ store, testing: { clock: world.clock.now } })
    const cost = async () => {
      queries.length = 0
      expect((await tracker.as({ login: at('eve') }).inbox.get({ limit: 0 })).count).toBe(0)
      return [...queries]
    }
    const before = await file(world, { cc: [at('eve')] })
    world.clock.advance(30 * day)
    await update(world, before.id, { priority: 'High' }, 'bob')
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(2 * day)
    await cost()
    const alone = await cost()
    const { id } = await file(world, {}, 'eve')
    await inStore(world.store, async (tx) => {
      const [bug] = await tx.select({ from: 'bugs', where: { col: 'id', eq: id } })
      const copies = Array.from({ length: 500 }, (_, index) => ({ ...bug, id: id + 1 + index }))
      await tx.insert('bugs', copies as never)
    })
    for (let count = 0; count < 3; count++) await update(world, id + count, { priority: 'High' }, 'eve')
    expect(await cost()).toEqual(alone)
  })

  it('keeps lines of changes of the configuration, by which bugs change', async () => {
    const world = await open()
    await world.as('admin').milestones.create({ product: 'Widgets', name: 'M99' })
    const { id } = await file(world, { cc: [at('eve')], target_milestone: 'M99' })
    world.clock.advance(60)
    await world.as('eve').inbox.update({ all_until: world.clock.now(), state: 'done' })
    world.clock.advance(60)
    await world.as('eve').comments.create({ id, comment: 'Mine' })
    expect(await unread(world, 'eve')).toEqual([])
    await world.as('admin').milestones.delete({ product: 'Widgets', names: ['M99'] })
    expect(await unread(world, 'eve')).toEqual([id])
    await world.as('eve').comments.create({ id, comment: 'Mine' })
    expect(await unread(world, 'eve')).toEqual([id])
  })
})
