import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file, update } from '../../../test/bugs.js'
import { onEveryStore, type World } from '../../../test/harness.js'
import { checkStore } from '../../doctor/check-store.js'

const descriptionOf = async (world: World, bug: number) =>
  (await world.as('ivan').bugs.view({ id: bug })).comments[0]?.id ?? 0

async function vote(world: World, bug: number, ...names: string[]): Promise<void> {
  const id = await descriptionOf(world, bug)
  for (const name of names) await world.as(name).comments.updateReactions({ id, add: ['+1', 'heart'] })
}

const votesOf = async (world: World, id: number, name = 'alice') =>
  (await world.as(name).bugs.get({ ids: [id], include_fields: ['votes'] })).bugs[0]?.votes

onEveryStore('votes of bugs', (open) => {
  it('are found and ordered by, in searches and counts', async () => {
    const world = await open()
    const ids: number[] = []
    for (const names of [[], ['alice'], ['alice', 'bob', 'eve']]) {
      const { id } = await file(world)
      await vote(world, id, ...names)
      ids.push(id)
    }
    const [none = 0, one = 0, three = 0] = ids
    const found = async (search: object) =>
      (await world.as('alice').bugs.search({ include_fields: ['id'], ...search })).bugs.map(({ id }) => id)
    expect(await found({ order: ['votes DESC'] })).toEqual([three, one, none])
    expect(await found({ votes: 3 })).toEqual([three])
    expect(await found({ f1: 'votes', o1: 'greaterthan', v1: '0', order: ['votes'] })).toEqual([one, three])
    expect(await found({ quicksearch: 'votes=1' })).toEqual([one])
    const voted = { f1: 'votes', o1: 'greaterthan', v1: '0' }
    const count = async () => (await world.as('alice').bugs.count({ x: 'product', ...voted })).total
    expect(await count()).toBe(2)
    await vote(world, none, 'bob')
    expect(await count()).toBe(3)
  })

  it('follow the reactions to the description, and those to other comments count for nothing', async () => {
    const world = await open()
    const { id } = await file(world)
    await vote(world, id, 'alice', 'bob')
    const comment = (await world.as('alice').comments.create({ id, comment: 'Me too' })).id
    await world.as('eve').comments.updateReactions({ id: comment, add: ['+1'] })
    expect(await votesOf(world, id)).toBe(2)
    await world.as('bob').comments.updateReactions({ id: await descriptionOf(world, id), remove: ['+1'] })
    expect(await votesOf(world, id)).toBe(1)
    await world.as('alice').comments.updateReactions({ id: await descriptionOf(world, id), remove: ['heart'] })
    expect(await votesOf(world, id)).toBe(1)
    await checkStore(world.store, (problem) => expect.unreachable(problem.text))
  })

  it('are none while the description is private, for anyone', async () => {
    const world = await open()
    const { id } = await file(world)
    await vote(world, id, 'alice', 'ivan')
    const description = await descriptionOf(world, id)
    const setPrivate = (isPrivate: boolean) =>
      update(world, id, { comment_is_private: { [description]: isPrivate } }, 'ivan')
    await setPrivate(true)
    expect([await votesOf(world, id), await votesOf(world, id, 'ivan')]).toEqual([0, 0])
    await world.as('ivan').comments.updateReactions({ id: description, add: ['tada'], remove: ['+1'] })
    expect(await votesOf(world, id, 'ivan')).toBe(0)
    await setPrivate(false)
    expect([await votesOf(world, id), await votesOf(world, id, 'ivan')]).toEqual([1, 1])
    await checkStore(world.store, (problem) => expect.unreachable(problem.text))
  })

  it('go with people who are erased and descriptions that are redacted', async () => {
    const world = await open()
    await inStore(world.store, (tx) => setParameter(tx, 'allowuserdeletion', '1'))
    const [first, second] = [(await file(world)).id, (await file(world)).id]
    for (const id of [first, second]) await vote(world, id, 'eve', 'bob')
    const eve = (await world.as('admin').users.get({ names: ['eve@example.com'] })).users[0]?.id ?? 0
    await world.as('admin').users.erase({ ids: [eve], reason: 'A test' })
    expect([await votesOf(world, first), await votesOf(world, second)]).toEqual([1, 1])
    await world.as('admin').comments.redact({ ids: [await descriptionOf(world, first)], reason: 'A test' })
    expect([await votesOf(world, first), await votesOf(world, second)]).toEqual([0, 1])
    await checkStore(world.store, (problem) => expect.unreachable(problem.text))
  })
})
