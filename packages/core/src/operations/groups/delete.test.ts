import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf } from '../../../test/people.js'

const made = { name: 'temporary', description: 'For a while' }
const remove = (world: World, name = 'temporary', who: string | null = 'admin') =>
  world.as(who).groups.delete({ names: [name] })

onAnyStore('groups.delete', (open) => {
  it('removes a group that nothing needs, and what it inherits', async () => {
    const world = await open()
    const inheritance = await rowsOf(world, 'group_inheritance')
    const { id } = await world.as('admin').groups.create(made)
    await world.as('admin').groups.inherit({ names: ['secret'], membership: { add: ['temporary'] } })
    await join(world, 'alice', 'temporary', 'bless')
    expect(await remove(world)).toEqual({ groups: [{ id }] })
    expect(await rowsOf(world, 'group_inheritance')).toEqual(inheritance)
    expect((await rowsOf(world, 'user_groups')).filter((row) => row.group_id === id)).toEqual([])
    await expect(world.as('admin').groups.get({ ids: [id] })).rejects.toMatchObject({ number: 51 })
    expect((await world.as('alice').groups.get()).groups).toEqual([])
    expect((await world.as('admin').audit.get({ class: ['Group'], limit: 1 })).audit_log[0]).toMatchObject({
      field: '__remove__',
      removed: 'temporary',
      user: 'admin@example.com',
    })
    await world.as('admin').groups.create(made)
  })

  it.each<[by: string, use: (world: World) => Promise<unknown>]>([
    ['its members', (world) => join(world, 'alice', 'temporary')],
    ['its members', (world) => world.as('admin').groups.update({ names: ['temporary'], user_regexp: '^bob@' })],
    ['bugs', (world) => addBugs(world.store, world.clock.now(), [{ groups: ['temporary'] }])],
    [
      'the parameter querysharegroup',
      (world) => world.as('admin').parameters.update({ parameters: { querysharegroup: 'temporary' } }),
    ],
    [
      'products',
      (world) =>
        world.as('admin').groupControls.update({ names: ['Gadgets'], group: 'temporary', member_control: 'shown' }),
    ],
    [
      'flag types',
      (world) => world.as('admin').flagTypes.create({ name: 'ok', description: 'Fine', grant_group: 'temporary' }),
    ],
    [
      'saved searches',
      (world) => world.as('admin').savedSearches.save({ name: 'mine', query: 'x=1', shared_with: 'temporary' }),
    ],
  ])('leaves one that is in use by %s', async (by, use) => {
    const world = await open()
    await world.as('admin').groups.create(made)
    await use(world)
    const groups = await rowsOf(world, 'groups')
    await world.as('admin').groups.create({ ...made, name: 'other' })
    const both = world.as('admin').groups.delete({ names: ['other', 'temporary'] })
    await expect(both).rejects.toMatchObject({ code: 'still_in_use', data: { field: 'names', value: 'temporary', by } })
    expect(await rowsOf(world, 'groups')).toHaveLength(groups.length + 1)
  })

  it('leaves the groups that carry rights', async () => {
    const world = await open()
    const asked = world.as('admin').groups.delete({ ids: [await groupId(world, 'editkeywords')] })
    await expect(asked).rejects.toMatchObject({ code: 'still_in_use', data: { by: 'the right that goes with it' } })
  })

  it('is for members of creategroups, and needs a group', async () => {
    const world = await open()
    await world.as('admin').groups.create(made)
    await expect(remove(world, 'temporary', null)).rejects.toMatchObject({ number: 410 })
    for (const who of ['alice', 'eve'])
      await expect(remove(world, 'temporary', who)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(remove(world, 'nothing')).rejects.toMatchObject({ code: 'object_does_not_exist', number: 51 })
    await expect(world.as('admin').groups.delete({})).rejects.toMatchObject({ code: 'params_required', number: 50 })
  })
})
