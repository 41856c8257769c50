import { expect, it } from 'vitest'
import { onAnyStore } from '../../../test/harness.js'
import { userId } from '../../../test/people.js'

onAnyStore('users.whoami', (open) => {
  it('returns the caller [USR-53]', async () => {
    const world = await open()
    expect(await world.as('alice').users.whoami()).toEqual({
      id: await userId(world, 'alice'),
      name: 'alice@example.com',
      real_name: 'Alice Example',
    })
  })

  it('returns permissions and preferences of the caller on request only', async () => {
    const world = await open()
    const [ivan, eve, admin] = [world.as('ivan').users, world.as('eve').users, world.as('admin').users]
    const all = await ivan.whoami({ include_fields: ['_all'] })
    expect(all).toMatchObject({
      name: 'ivan@example.com',
      is_insider: true,
      is_time_tracker: true,
      rights: ['editbugs'],
    })
    expect(all.groups?.map(({ name }) => name)).toEqual(expect.arrayContaining(['editbugs', 'insiders', 'secret']))
    expect(all.preferences).toMatchObject({ quicksearch_fulltext: true, pages: { theme: 'system', keys: true } })
    expect(await eve.whoami({ include_fields: ['_all'] })).toMatchObject({ is_insider: false, groups: [], rights: [] })
    const { rights, ...rest } = await admin.whoami({ include_fields: ['rights'] })
    expect(rights).toEqual(expect.arrayContaining(['admin', 'editusers', 'tweakparams']))
    expect(Object.keys(rest)).toEqual(['id', 'name', 'real_name'])
  })

  it('asks the logged-out to log in', async () => {
    const world = await open()
    const outcome = { code: 'login_required', number: 410 }
    await expect(world.as(null).users.whoami()).rejects.toMatchObject(outcome)
    await expect(world.tracker.asSystem().users.whoami()).rejects.toMatchObject(outcome)
  })
})
