import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { add, userId } from '../../../test/people.js'

onAnyStore('watches', (open) => {
  it('are set for oneself, and shown to both sides', async () => {
    const world = await open()
    const { watches } = world.as('alice')
    expect(await watches.get()).toEqual({ watching: [], watched_by: [] })
    expect(await watches.update({ add: ['BOB@example.com ', 'ivan@example.com'] })).toEqual({
      changes: { watching: { removed: '', added: 'bob@example.com, ivan@example.com' } },
    })
    expect(await watches.get()).toEqual({ watching: ['bob@example.com', 'ivan@example.com'], watched_by: [] })
    expect(await world.as('bob').watches.get()).toEqual({ watching: [], watched_by: ['alice@example.com'] })
    expect(await watches.update({ add: ['bob@example.com'], remove: ['carl@example.com'] })).toEqual({ changes: {} })
    expect(await watches.update({ add: ['bob@example.com'], remove: ['bob@example.com', 'ivan@example.com'] })).toEqual(
      {
        changes: { watching: { removed: 'ivan@example.com', added: '' } },
      },
    )
    expect(await watches.update({ set: ['carl@example.com'], add: ['ivan@example.com'] })).toEqual({
      changes: { watching: { removed: 'bob@example.com', added: 'carl@example.com' } },
    })
    await watches.update({ set: [] })
    expect(await watches.get()).toEqual({ watching: [], watched_by: [] })
  })

  it('are limited to 100 users', async () => {
    const world = await open()
    const { watches } = world.as('alice')
    const watch = { user_id: await userId(world, 'alice'), kind: 'user', scope: 'all', by_mail: true }
    await add(
      world,
      'follows',
      Array.from({ length: 99 }, (_, index) => ({ ...watch, object_id: 5000 + index })),
    )
    await watches.update({ add: ['bob@example.com'] })
    for (const field of ['add', 'set'] as const)
      await expect(watches.update({ [field]: ['ivan@example.com', 'bob@example.com'] })).rejects.toMatchObject({
        code: 'follow_limit',
        data: { field, limit: 100 },
      })
    expect((await watches.get()).watching).toEqual(['bob@example.com'])
    await watches.update({ add: ['ivan@example.com'], remove: ['bob@example.com'] })
    expect((await watches.get()).watching).toEqual(['ivan@example.com'])
  })

  it('are refused for people who do not exist and for oneself', async () => {
    const world = await open()
    const { watches } = world.as('alice')
    for (const input of [
      { add: ['nobody@example.com'] },
      { set: ['nobody@example.com'] },
      { remove: ['nobody@example.com'] },
    ])
      await expect(watches.update(input)).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: Object.keys(input)[0] },
      })
    await expect(watches.update({ add: ['alice@example.com'] })).rejects.toMatchObject({ code: 'illegal_value' })
    await expect(watches.update({})).rejects.toMatchObject({ code: 'params_required', number: 50 })
    await expect(world.as(null).watches.get()).rejects.toMatchObject({ number: 410 })
    await expect(world.as(null).watches.update({ set: [] })).rejects.toMatchObject({ number: 410 })
    expect(await watches.get()).toEqual({ watching: [], watched_by: [] })
  })
})
