// Undo of lines that were marked as done or put off.
import { expect, it } from 'vitest'
import { at, file } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'

interface Shown {
  readonly id: number
  readonly seen: string
}

/** A bug with three comments, unread by eve. */
async function open3(world: World): Promise<number> {
  const { id } = await file(world, { cc: [at('eve')] })
  for (let count = 0; count < 3; count++) await say(world, id)
  return id
}

async function say(world: World, id: number, comment = 'Hello'): Promise<void> {
  world.clock.advance(60)
  await world.as('alice').comments.create({ id, comment })
  world.clock.advance(60)
}

async function lines(world: World, state: 'unread' | 'later' | 'done' | 'all' = 'unread') {
  return (await world.as('eve').inbox.get({ state })).items
}

async function shown(world: World): Promise<Shown[]> {
  return (await lines(world)).map(({ bug, seen }) => ({ id: bug.id, seen }))
}

const done = async (world: World, all: readonly Shown[]) =>
  (
    await world
      .as('eve')
      .inbox.update({ bugs: all.map(({ id }) => id), seen: all.map(({ seen }) => seen), state: 'done' })
  ).undo

onEveryStore('inbox.update with `undo`', (open) => {
  it('restores the lines exactly, with all that was unread', async () => {
    const world = await open()
    const ids = [await open3(world), await open3(world)]
    await world.as('eve').visits.record({ ids: [ids[0] ?? 0] })
    await say(world, ids[0] ?? 0)
    await say(world, ids[0] ?? 0)
    const before = await lines(world)
    expect(before.map(({ comments }) => comments)).toEqual([2, 3])
    const undo = await done(world, await shown(world))
    expect(await lines(world)).toEqual([])
    const bugs = before.map(({ bug }) => bug.id)
    await world.as('eve').inbox.update({ bugs, undo, state: 'unread' })
    expect(await lines(world)).toEqual(before)
    const until = new Date(world.clock.now().getTime() + 86_400_000)
    const seen = before.map((line) => line.seen)
    const { undo: back } = await world.as('eve').inbox.update({ bugs, seen, state: 'later', until })
    expect(await lines(world, 'later')).toHaveLength(2)
    await world.as('eve').inbox.update({ bugs, undo: back, state: 'unread' })
    expect(await lines(world)).toEqual(before)
  })

  it('restores lines that were put off, or had returned', async () => {
    const world = await open()
    const id = await open3(world)
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    const seen = (await shown(world)).map((line) => line.seen)
    await world.as('eve').inbox.update({ bugs: [id], seen, state: 'later', until })
    const later = await lines(world, 'later')
    const undo = await done(world, [{ id, seen: seen[0] ?? '' }])
    expect(await lines(world, 'later')).toEqual([])
    await world.as('eve').inbox.update({ bugs: [id], undo, state: 'unread' })
    expect(await lines(world, 'later')).toEqual(later)
    world.clock.advance(7200)
    const back = await lines(world)
    expect(back).toHaveLength(1)
    const again = await done(world, await shown(world))
    await world.as('eve').inbox.update({ bugs: [id], undo: again, state: 'unread' })
    expect(await lines(world)).toEqual(back)
  })

  it('keeps what others said in between unread', async () => {
    const world = await open()
    const id = await open3(world)
    const undo = await done(world, await shown(world))
    await say(world, id, '@eve')
    expect(await lines(world)).toMatchObject([{ comments: 1 }])
    await world.as('eve').inbox.update({ bugs: [id], undo, state: 'unread' })
    expect(await lines(world)).toMatchObject([{ comments: 4, reasons: ['mentioned', 'role'] }])
  })

  it('of two tabs makes nothing done, in either order', async () => {
    const world = await open()
    for (const isFirstFirst of [true, false]) {
      const id = await open3(world)
      const first = await done(world, await shown(world))
      await say(world, id)
      const second = await done(world, await shown(world))
      const order = isFirstFirst ? [first, second] : [second, first]
      for (const undo of order) await world.as('eve').inbox.update({ bugs: [id], undo, state: 'unread' })
      expect((await lines(world))[0]).toMatchObject({ bug: { id }, comments: 4 })
      // Twice does no harm.
      await world.as('eve').inbox.update({ bugs: [id], undo: first, state: 'unread' })
      expect((await lines(world))[0]).toMatchObject({ bug: { id }, comments: 4 })
      await done(world, await shown(world))
    }
  })

  it('leaves a line put off that another tab put off since', async () => {
    const world = await open()
    const id = await open3(world)
    const [line] = await shown(world)
    const undo = await done(world, line ? [line] : [])
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    await world.as('eve').inbox.update({ bugs: [id], seen: [line?.seen ?? ''], state: 'later', until })
    await world.as('eve').inbox.update({ bugs: [id], undo, state: 'unread' })
    expect(await lines(world)).toEqual([])
    world.clock.advance(7200)
    expect(await lines(world)).toMatchObject([{ comments: 3 }])
  })

  it('returns a state for each bug, also if one is named twice', async () => {
    const world = await open()
    const [a, b] = [await open3(world), await open3(world)]
    const seen = (await shown(world)).map((line) => line.seen)
    const [first = '', second = ''] = [seen[1], seen[0]]
    const update = { bugs: [a, b, a], seen: [first, second, first], state: 'done' } as const
    const { undo, changed } = await world.as('eve').inbox.update(update)
    expect([undo.length, changed]).toEqual([3, 2])
    await world.as('eve').inbox.update({ bugs: [a, b, a], undo, state: 'unread' })
    expect((await lines(world)).map(({ comments }) => comments)).toEqual([3, 3])
  })

  it('fails for another state, another number, and what is no such text', async () => {
    const world = await open()
    const id = await open3(world)
    for (const input of [
      { bugs: [id], undo: ['..'], seen: ['1'], state: 'done' },
      { bugs: [id], undo: ['..', '..'], state: 'unread' },
      { all_until: world.clock.now(), undo: ['..'], state: 'unread' },
      { bugs: [id], undo: ['x'], state: 'unread' },
      { bugs: [id], undo: ['1.2'], state: 'unread' },
      { bugs: [id], undo: [`${'9'.repeat(14)}..`], state: 'unread' },
    ])
      await expect(world.as('eve').inbox.update(input as never)).rejects.toMatchObject({ number: 53 })
    expect(await lines(world)).toMatchObject([{ comments: 3 }])
  })
})
