import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf } from '../../../test/people.js'

async function relations(world: World, group: string) {
  const { groups } = await world.as('admin').groups.inheritance({ names: [group] })
  const names = (related: readonly { name: string }[] = []) => related.map(({ name }) => name)
  const [found] = groups
  return { membership: names(found?.membership), bless: names(found?.bless), visible: names(found?.visible) }
}

const canSeeVault = async (world: World, who: string) =>
  (await world.as(who).products.get({ names: ['Vault'] })).products.length === 1

onAnyStore('groups.inherit', (open) => {
  it('makes the members of one group members of another, along a chain and in circles [GRP-16]', async () => {
    const world = await open()
    const id = await groupId(world, 'secret')
    expect(await canSeeVault(world, 'carl')).toBe(false)
    const answer = await world
      .as('admin')
      .groups.inherit({ ids: [id], membership: { add: ['insiders', await groupId(world, 'editkeywords')] } })
    expect(answer).toEqual({
      groups: [{ id, changes: { membership: { removed: '', added: 'editkeywords, insiders' } } }],
    })
    await world.as('admin').groups.inherit({ names: ['editkeywords'], membership: { add: ['canconfirm'] } })
    expect(await canSeeVault(world, 'carl')).toBe(true)
    await world.as('admin').groups.inherit({ names: ['canconfirm'], membership: { add: ['secret'] } })
    expect(await canSeeVault(world, 'carl')).toBe(true)
    await world.as('admin').groups.inherit({ names: ['secret'], membership: { remove: ['editkeywords'] } })
    expect(await canSeeVault(world, 'carl')).toBe(false)
    expect(await relations(world, 'secret')).toMatchObject({ membership: ['insiders'] })
  })

  it('lets the members of one group grant another, and see its members', async () => {
    const world = await open()
    const granted = async () => (await world.as('carl').groups.get()).groups.map(({ name }) => name)
    expect(await granted()).toEqual([])
    await world
      .as('admin')
      .groups.inherit({ names: ['secret'], bless: { add: ['canconfirm'] }, visible: { set: ['canconfirm'] } })
    expect(await granted()).toEqual(['secret'])
    expect(await relations(world, 'secret')).toEqual({
      membership: [],
      bless: ['canconfirm'],
      visible: ['canconfirm'],
    })
  })

  it('with set keeps admin and those named, and ignores add and remove', async () => {
    const world = await open()
    await world.as('admin').groups.create({ name: 'security', description: 'Security' })
    await world.as('admin').groups.inherit({ names: ['security'], membership: { add: ['insiders', 'canconfirm'] } })
    const { groups } = await world
      .as('admin')
      .groups.inherit({ names: ['security'], membership: { set: ['insiders', 'editbugs'], add: ['nothing'] } })
    expect(groups[0]?.changes).toEqual({ membership: { removed: 'canconfirm', added: 'editbugs' } })
    await world.as('admin').groups.inherit({ names: ['security'], membership: { set: [] } })
    expect(await relations(world, 'security')).toMatchObject({ membership: ['admin'] })
  })

  it('is for members of creategroups, also to read', async () => {
    const world = await open()
    await world.as('admin').groups.create({ name: 'crew', description: 'Some people' })
    const input = { names: ['crew'], membership: { add: ['canconfirm'] } }
    await expect(world.as(null).groups.inherit(input)).rejects.toMatchObject({ number: 410 })
    await expect(world.as(null).groups.inheritance()).rejects.toMatchObject({ number: 410 })
    for (const who of ['carl', 'ivan']) {
      await expect(world.as(who).groups.inherit(input)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
      await expect(world.as(who).groups.inheritance()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    }
    await join(world, 'carl', 'creategroups')
    expect((await world.as('carl').groups.inherit(input)).groups[0]?.changes).toHaveProperty('membership')
  })

  it('leaves groups that carry rights to those who may grant them, and admin to administrators', async () => {
    const world = await open()
    await join(world, 'carl', 'creategroups')
    await join(world, 'carl', 'tweakparams', 'bless')
    await join(world, 'carl', 'admin', 'bless')
    const inherit = (group: string, lists: object) => world.as('carl').groups.inherit({ names: [group], ...lists })
    for (const kind of ['membership', 'bless']) {
      const lists = { [kind]: { add: ['canconfirm'] } }
      for (const group of ['editusers', 'admin'])
        await expect(inherit(group, lists)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
      expect((await inherit('tweakparams', lists)).groups).toHaveLength(1)
    }
    expect(await relations(world, 'admin')).toEqual({ membership: [], bless: ['admin'], visible: ['admin'] })
    await inherit('admin', { membership: { add: [] }, visible: { add: ['canconfirm'] } })
  })

  it.each<[what: string, input: object, code: string, number: number, field: string | undefined]>([
    ['no group', { bless: { set: [] } }, 'params_required', 50, undefined],
    ['an unknown group', { names: ['nothing'] }, 'object_does_not_exist', 51, 'names'],
    ['one in a list', { names: ['secret'], bless: { add: ['nothing'] } }, 'object_does_not_exist', 51, 'bless.add'],
    ['removing admin', { names: ['secret'], bless: { remove: ['admin'] } }, 'param_invalid', 53, 'bless.remove'],
    ['itself', { names: ['secret'], membership: { set: ['secret'] } }, 'param_invalid', 53, 'membership.set'],
    ['no list', { names: ['secret'], bless: { add: 'admin' } }, 'param_invalid', 53, 'bless.add'],
    ['another relation', { names: ['secret'], member: { add: [] } }, 'unknown_parameter', 53, 'member'],
  ])('refuses %s, and changes nothing', async (_what, input, code, number, field) => {
    const world = await open()
    const before = await rowsOf(world, 'group_inheritance')
    const attempt = world.as('admin').groups.inherit({ visible: { add: ['canconfirm'] }, ...input })
    await expect(attempt).rejects.toMatchObject({ code, number, data: field === undefined ? {} : { field } })
    expect(await rowsOf(world, 'group_inheritance')).toEqual(before)
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    await world.as('admin').groups.inherit({ names: ['secret'], membership: { add: ['canconfirm'] } })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      {
        class: 'Group',
        object_id: await groupId(world, 'secret'),
        field: 'membership',
        removed: '',
        added: 'canconfirm',
      },
    ])
  })
})
