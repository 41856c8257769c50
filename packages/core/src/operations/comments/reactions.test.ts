import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { file, update } from '../../../test/bugs.js'
import { entries } from '../../../test/mail.js'
import { onAnyStore, onEveryStore } from '../../../test/harness.js'

onEveryStore('comments.updateReactions', (open) => {
  it('gives each reaction of a person once, and removes it', async () => {
    const world = await open()
    const bug = await file(world)
    const [description] = (await world.as('alice').bugs.view({ id: bug.id })).comments
    const id = description?.id ?? 0
    const before = (await entries(world)).length
    const react = (name: string, input: { add?: string[]; remove?: string[] }) =>
      world.as(name).comments.updateReactions({ id, ...input })
    const logins = (people: readonly { name: string }[] | undefined) => people?.map(({ name }) => name.split('@')[0])
    expect(logins((await react('alice', { add: ['+1', '+1', 'heart'] }))['+1'])).toEqual(['alice'])
    expect(logins((await react('eve', { add: ['+1'] }))['+1'])).toEqual(['alice', 'eve'])
    expect(await react('alice', { remove: ['heart', 'tada'], add: ['tada', '+1'] })).not.toHaveProperty('heart')
    const shown = (await world.as('alice').bugs.view({ id: bug.id })).comments[0]
    expect(shown).toMatchObject({ reactions: { '+1': 2 }, my_reactions: ['+1'] })
    expect((await world.as(null).comments.get({ comment_ids: [id] })).comments[id]?.reactions).toEqual({ '+1': 2 })
    expect(Object.keys(await world.as(null).comments.reactions({ id }))).toEqual(['+1'])
    expect(await entries(world)).toHaveLength(before)
    expect((await world.as('alice').bugs.view({ id: bug.id })).bug.last_change_time).toEqual(bug.last_change_time)
  })
})

onAnyStore('reactions', (open) => {
  it('reject unknown reactions, hidden comments and callers who cannot comment, and can be switched off', async () => {
    const world = await open()
    const bug = await file(world)
    const id = (await world.as('alice').bugs.view({ id: bug.id })).comments[0]?.id ?? 0
    const react = (name: string, add: string[]) => world.as(name).comments.updateReactions({ id, add })
    await expect(react('alice', ['x'])).rejects.toMatchObject({ code: 'reaction_invalid', number: 137 })
    await update(world, bug.id, { groups: { add: ['secret'] } }, 'ivan')
    const hidden = await react('eve', ['+1']).catch((error: unknown) => error)
    const missing = await world
      .as('eve')
      .comments.updateReactions({ id: 9999, add: ['+1'] })
      .catch((error: unknown) => error)
    expect(hidden).toMatchObject({ code: 'comment_id_invalid' })
    expect((hidden as Error).message.replaceAll(String(id), '9999')).toBe((missing as Error).message)
    await inStore(world.store, (tx) => setParameter(tx, 'use_comment_reactions', '0'))
    await expect(react('ivan', ['+1'])).rejects.toMatchObject({ code: 'reactions_disabled', number: 136 })
  })

  it('go with the person who is erased, the comment that is redacted and the bug that is deleted', async () => {
    const world = await open()
    const [first, second] = [await file(world), await file(world)]
    const idOf = async (bug: number) => (await world.as('alice').bugs.view({ id: bug })).comments[0]?.id ?? 0
    const ids = [await idOf(first.id), await idOf(second.id)]
    for (const id of ids)
      for (const name of ['eve', 'bob']) await world.as(name).comments.updateReactions({ id, add: ['sad'] })
    const count = () => inStore(world.store, (tx) => tx.count('comment_reactions'))
    for (const name of ['allowuserdeletion', 'allowbugdeletion'])
      await inStore(world.store, (tx) => setParameter(tx, name, '1'))
    const eve = (await world.as('admin').users.get({ names: ['eve@example.com'] })).users[0]?.id ?? 0
    await world.as('admin').users.erase({ ids: [eve], reason: 'A test' })
    expect(await count()).toBe(2)
    await world.as('admin').comments.redact({ ids: [ids[0] ?? 0], reason: 'A test' })
    expect(await count()).toBe(1)
    await world.as('admin').bugs.delete({ ids: [second.id], reason: 'A test' })
    expect(await count()).toBe(0)
  })
})
