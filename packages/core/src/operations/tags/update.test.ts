import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { at, file, show } from '../../../test/bugs.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { createTracker } from '../../tracker/tracker.js'

async function tagsOf(world: World, id: number, who = 'alice'): Promise<string[] | undefined> {
  const { bugs } = await world.as(who).bugs.get({ ids: [id], include_fields: ['tags'] })
  return bugs[0]?.tags
}

const kept = (world: World) => inStore(world.store, (tx) => tx.select({ from: 'personal_tags' }))

onAnyStore('tags.update', (open) => {
  it('adds tags to a bug that only their user sees [BUG-G-32]', async () => {
    const world = await open()
    const { id } = await file(world)
    const { bugs } = await world.as('alice').tags.update({ ids: [id], add: ['zebra', 'To Do', 'ÄRGER'] })
    expect(bugs).toEqual([{ id, tags: ['to do', 'zebra', 'ärger'] }])
    expect(await tagsOf(world, id)).toEqual(['to do', 'zebra', 'ärger'])
    expect(await tagsOf(world, id, 'bob')).toEqual([])
    await world.as('bob').tags.update({ ids: [id], add: ['to do', 'own'] })
    expect(await tagsOf(world, id, 'bob')).toEqual(['own', 'to do'])
    expect(await tagsOf(world, id)).toEqual(['to do', 'zebra', 'ärger'])
  })

  it('lets the user find the bug by the tag [BUG-S-30] [BUG-S-31]', async () => {
    const world = await open()
    const [first, second] = [await file(world), await file(world)]
    await world.as('alice').tags.update({ ids: [first.id], add: ['now'] })
    await world.as('bob').tags.update({ ids: [second.id], add: ['now'] })
    const { bugs } = await world.as('alice').bugs.search({ tags: ['now'] })
    expect(bugs.map((bug) => bug.id)).toEqual([first.id])
  })

  it('works on several bugs, each named once, and adds what is missing only', async () => {
    const world = await open()
    const [a, b] = [await file(world, { alias: 'blink' }), await file(world)]
    await world.as('alice').tags.update({ ids: [a.id], add: ['one'] })
    const { bugs } = await world.as('alice').tags.update({ ids: [b.id, 'blink', a.id], add: ['ONE', 'one', 'two'] })
    expect(bugs).toEqual([b, a].map(({ id }) => ({ id, tags: ['one', 'two'] })))
    expect(await kept(world)).toHaveLength(2)
  })

  it('takes tags off, and deletes those that are on no bug any more', async () => {
    const world = await open()
    const [a, b] = [await file(world), await file(world)]
    await world.as('alice').tags.update({ ids: [a.id, b.id], add: ['one', 'two'] })
    await world.as('bob').tags.update({ ids: [a.id], add: ['one'] })
    const { bugs } = await world.as('alice').tags.update({ ids: [a.id], remove: [' ONE', 'never there', ''] })
    expect(bugs).toEqual([{ id: a.id, tags: ['two'] }])
    expect(await tagsOf(world, b.id)).toEqual(['one', 'two'])
    const change = { ids: [b.id], add: ['both', 'new'], remove: ['one', 'both'] }
    expect((await world.as('alice').tags.update(change)).bugs[0]?.tags).toEqual(['new', 'two'])
    expect((await kept(world)).map(({ name }) => name)).toEqual(['two', 'one', 'new'])
    expect(await tagsOf(world, a.id, 'bob')).toEqual(['one'])
  })

  it('takes 64 characters on one line, and writes nothing when one of them is refused', async () => {
    const world = await open()
    const { id } = await file(world)
    const update = (...add: string[]) => world.as('alice').tags.update({ ids: [id], add })
    expect((await update('🐞'.repeat(64), 'two\r\nlines\0', '報告')).bugs[0]?.tags).toEqual([
      'two lines',
      '報告',
      '🐞'.repeat(64),
    ])
    const long = 'x'.repeat(65)
    await expect(update('fine', long)).rejects.toMatchObject({
      code: 'tag_name_too_long',
      data: { field: 'add', value: long, limit: 64 },
    })
    await expect(update('fine', ' \t')).rejects.toMatchObject({
      code: 'object_not_specified',
      number: 50,
      data: { field: 'add', value: ' \t' },
    })
    expect(await kept(world)).toHaveLength(3)
  })

  it('changes nothing of the bug and fires no event', async () => {
    const world = await open()
    const { id } = await file(world)
    const before = await show(world, id)
    const heard: unknown[] = []
    world.tracker.on('bug.changed', (event) => void heard.push(event))
    world.clock.advance(60)
    await world.as('alice').tags.update({ ids: [id], add: ['one'] })
    expect(await show(world, id)).toEqual(before)
    expect((await world.as('alice').bugs.history({ ids: [id] })).bugs[0]?.history).toEqual([])
    expect(heard).toEqual([])
  })

  it('accepts any bug that the caller may see, and answers for a hidden one as for an absent one [GEN-28]', async () => {
    const world = await open()
    const seen = await file(world)
    const hidden = await file(world, { product: 'Vault', component: 'Safe', version: '1', alias: 'safe' }, 'ivan')
    for (const [ref, number] of [
      [hidden.id, 101],
      [hidden.id + 1, 101],
      ['safe', 100],
      ['unsafe', 100],
    ] as const) {
      const refused = world.as('eve').tags.update({ ids: [seen.id, ref], add: ['one'] })
      await expect(refused).rejects.toMatchObject({ number, data: { field: 'ids', value: ref } })
    }
    expect(await kept(world)).toEqual([])
    expect((await world.as('eve').tags.update({ ids: [seen.id], add: ['one'] })).bugs[0]?.tags).toEqual(['one'])
  })

  it('asks for a login and for bugs', async () => {
    const world = await open()
    const { id } = await file(world)
    await expect(world.as(null).tags.update({ ids: [id] })).rejects.toMatchObject({ code: 'login_required' })
    await expect(world.as('alice').tags.update({ ids: [], add: ['one'] })).rejects.toMatchObject({
      code: 'param_required',
      data: { field: 'ids' },
    })
  })

  it('tags many bugs in as few statements as one', async () => {
    const world = await open()
    const ids: number[] = []
    for (let n = 0; n < 12; n++) ids.push((await file(world)).id)
    const { store, queries, writes } = countingStore(world.store)
    const alice = (await createTracker({ store, testing: { clock: world.clock.now } })).as({ login: at('alice') })
    const statements = async (some: readonly number[], tag: string) => {
      queries.length = writes.length = 0
      await alice.tags.update({ ids: [...some], add: [tag, 'more'], remove: ['old'] })
      return queries.length + writes.length
    }
    await statements(ids.slice(0, 1), 'first')
    const one = await statements(ids.slice(0, 1), 'second')
    expect(await statements(ids, 'third')).toBe(one)
  })
})
