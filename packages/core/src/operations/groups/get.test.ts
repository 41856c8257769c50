import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { countingStore } from '../../../test/counting-store.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'
import type { GroupField } from '@trackerkit/types'

const names = (groups: readonly { name?: string }[]) => groups.map((group) => group.name)

/** carl may grant 'secret', alice creates groups, bob edits users. */
async function appoint(world: World) {
  await join(world, 'carl', 'secret', 'bless')
  await join(world, 'alice', 'creategroups')
  await join(world, 'bob', 'editusers')
}

onAnyStore('groups.get', (open) => {
  it('gives groups by id and name, each once [GRP-17] [GRP-18] [DATA-15] [DATA-16]', async () => {
    const world = await open()
    const { groups } = await world
      .as('admin')
      .groups.get({ ids: [await groupId(world, 'secret')], names: ['Secret', ' editusers'] })
    expect(groups).toEqual([
      {
        id: await groupId(world, 'secret'),
        name: 'secret',
        description: 'The secret group',
        is_bug_group: 1,
        user_regexp: '',
        is_active: 1,
      },
      {
        id: await groupId(world, 'editusers'),
        name: 'editusers',
        description: 'Can edit or disable users',
        is_bug_group: 0,
        user_regexp: '',
        is_active: 1,
      },
    ])
  })

  it('gives all groups to members of creategroups and of editusers [GRP-19]', async () => {
    const world = await open()
    await appoint(world)
    const { groups: forCreator } = await world.as('alice').groups.get()
    expect(names(forCreator)).toEqual(expect.arrayContaining(['admin', 'editbugs', 'insiders', 'secret']))
    expect(forCreator).toHaveLength(16)
    expect(names((await world.as('bob').groups.get()).groups)).toEqual(names(forCreator))
  })

  it('gives others the groups that they may grant [GRP-20]', async () => {
    const world = await open()
    await appoint(world)
    expect(names((await world.as('carl').groups.get()).groups)).toEqual(['secret'])
    expect((await world.as('ivan').groups.get()).groups).toEqual([])
    await expect(world.as(null).groups.get()).rejects.toMatchObject({ code: 'login_required', number: 410 })
  })

  it('answers for a group that the caller may not grant as for none', async () => {
    const world = await open()
    await appoint(world)
    const [secret, insiders] = [await groupId(world, 'secret'), await groupId(world, 'insiders')]
    expect(names((await world.as('carl').groups.get({ ids: [secret], names: ['secret'] })).groups)).toEqual(['secret'])
    for (const [ids, value] of [[[insiders], insiders] as const, [[999], 999] as const]) {
      await expect(world.as('carl').groups.get({ ids: [...ids] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'ids', value },
      })
    }
    // ivan is in the group, and may not grant it.
    for (const value of ['insiders', 'nothing']) {
      await expect(world.as('ivan').groups.get({ names: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        message: `names: Group '${value}' does not exist.`,
      })
    }
  })

  it('shows members of creategroups everything of every group [GRP-21]', async () => {
    const world = await open()
    await appoint(world)
    const { groups } = await world.as('alice').groups.get({ names: ['secret', 'admin'] })
    expect(groups).toMatchObject([
      { name: 'secret', is_bug_group: 1, user_regexp: '', is_active: 1 },
      { name: 'admin', is_bug_group: 0, user_regexp: '', is_active: 1 },
    ])
  })

  it('shows those who are also in editusers everything of every group [GRP-21]', async () => {
    const world = await open()
    await appoint(world)
    await join(world, 'alice', 'editusers')
    expect((await world.as('alice').groups.get({ names: ['secret'] })).groups[0]).toHaveProperty('is_active', 1)
  })

  it('shows others nothing of is_active, is_bug_group and user_regexp [GRP-25]', async () => {
    const world = await open()
    await appoint(world)
    for (const who of ['bob', 'carl']) {
      const { groups } = await world.as(who).groups.get({ names: ['secret'], include_fields: ['_all'] })
      expect(groups).toEqual([{ id: await groupId(world, 'secret'), name: 'secret', description: 'The secret group' }])
    }
  })

  it('answers the members as membership, and as users, when asked [GRP-22] [GRP-26] [DATA-18]', async () => {
    const world = await open()
    const id = await userId(world, 'dora')
    await join(world, 'dora', 'secret')
    const { groups } = await world.as('admin').groups.get({ names: ['secret', 'insiders'], membership: true })
    expect(groups[0]?.membership?.map((user) => user.name)).toEqual(['dora@example.com', 'ivan@example.com'])
    expect(groups[0]?.membership?.[0]).toEqual({
      id,
      real_name: 'Dora Example',
      email: 'dora@example.com',
      name: 'dora@example.com',
      can_login: false,
      email_enabled: true,
      login_denied_text: 'Left the company',
      disabled_text: 'Left the company',
    })
    expect(groups.map((group) => group.users)).toEqual(groups.map((group) => group.membership))
    const named = { names: ['secret'], membership: true, include_fields: ['users.name'] as const }
    expect((await world.as('admin').groups.get(named)).groups).toEqual([
      { users: [{ name: 'dora@example.com' }, { name: 'ivan@example.com' }] },
    ])
    expect(groups[1]?.membership?.[0]).toMatchObject({ can_login: true, login_denied_text: '' })
    expect((await world.as('admin').groups.get({ names: ['secret'] })).groups[0]).not.toHaveProperty('membership')
  })

  it('counts members by pattern and inherited ones once, and not who may only grant the group [GRP-22]', async () => {
    const world = await open()
    await join(world, 'eve', 'secret', 'bless')
    await world.as('admin').groups.inherit({ names: ['secret'], membership: { add: ['canconfirm'] } })
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '^(ivan|bob)@' })
    const { groups } = await world.as('admin').groups.get({ names: ['secret'], membership: true })
    expect(groups[0]?.membership?.map((user) => user.name.replace(/@.*/, ''))).toEqual(['admin', 'bob', 'carl', 'ivan'])
    const { groups: ofNobody } = await world.as('admin').groups.get({ names: ['bz_sudoers'], membership: true })
    expect(ofNobody[0]?.membership?.map((user) => user.name)).toEqual(['admin@example.com'])
  })

  it('shows members to editusers for any group, and to others for those they may grant [GRP-23] [GRP-24]', async () => {
    const world = await open()
    await appoint(world)
    const members = async (who: string, group: string) =>
      (await world.as(who).groups.get({ names: [group], membership: true })).groups[0]?.membership?.length
    expect([await members('bob', 'secret'), await members('bob', 'admin')]).toEqual([1, 1])
    expect(await members('carl', 'secret')).toBe(1)
    await expect(members('carl', 'admin')).rejects.toMatchObject({ number: 51 })
  })

  it('shows of the members those that the caller may see', async () => {
    const world = await open()
    await appoint(world)
    await inStore(world.store, (tx) => setParameter(tx, 'usevisibilitygroups', '1'))
    const members = async (who: string) =>
      (await world.as(who).groups.get({ names: ['secret'], membership: true })).groups[0]?.membership?.length
    expect([await members('carl'), await members('bob')]).toEqual([0, 1])
    await world.as('admin').groups.inherit({ names: ['secret'], visible: { add: ['canconfirm'] } })
    expect(await members('carl')).toBe(1)
  })

  it('cuts what field names leave out, of members too', async () => {
    const world = await open()
    const get = (include_fields: GroupField[]) =>
      world.as('admin').groups.get({ names: ['insiders'], membership: true, include_fields })
    expect((await get(['name', 'membership.name'])).groups).toEqual([
      { name: 'insiders', membership: [{ name: 'ivan@example.com' }] },
    ])
    expect((await get(['name', 'icon_url'])).groups).toEqual([{ name: 'insiders', icon_url: '' }])
  })

  it('takes as many selects for all groups as for one', async () => {
    const world = await open()
    const counting = countingStore(world.store)
    const other = (await createTracker({ store: counting.store })).as({ login: 'admin@example.com' })
    const queries = async (input: { names?: string[] }) => {
      await other.groups.get(input)
      counting.queries.length = 0
      await other.groups.get({ ...input, membership: true })
      return counting.queries.length
    }
    expect(await queries({})).toBe(await queries({ names: ['secret'] }))
  })
})
