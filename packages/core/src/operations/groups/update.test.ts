import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf, userId } from '../../../test/people.js'
import { createTracker } from '../../tracker/tracker.js'

async function groupNamed(world: World, name: string) {
  const { groups } = await world.as('admin').groups.get({ include_fields: ['_all'] })
  return groups.find((group) => group.name === name)
}

/** The logins in the group, without what follows the @. */
async function membersOf(world: World, name: string) {
  const { groups } = await world.as('admin').groups.get({ names: [name], membership: true })
  return groups[0]?.membership?.map((user) => user.name.replace(/@.*/, ''))
}

onAnyStore('groups.update', (open) => {
  it('changes a group and returns the changes [GRP-09] [GRP-11] [GRP-13] [GRP-16] [DATA-17]', async () => {
    const world = await open()
    const id = await groupId(world, 'secret')
    const icon_url = 'https://example.com/lock.png'
    const answer = await world.as('admin').groups.update({
      names: ['SECRET'],
      name: 'hidden',
      description: 'Not for all',
      user_regexp: '^carl@',
      is_active: false,
      icon_url,
    })
    expect(answer).toEqual({
      groups: [
        {
          id,
          changes: {
            name: { removed: 'secret', added: 'hidden' },
            description: { removed: 'The secret group', added: 'Not for all' },
            user_regexp: { removed: '', added: '^carl@' },
            is_active: { removed: '1', added: '0' },
            icon_url: { removed: '', added: icon_url },
          },
        },
      ],
    })
    expect(await groupNamed(world, 'hidden')).toEqual({
      id,
      name: 'hidden',
      description: 'Not for all',
      is_bug_group: 1,
      user_regexp: '^carl@',
      is_active: 0,
      icon_url,
    })
    expect(await groupNamed(world, 'secret')).toBeUndefined()
    const again = await world.as('admin').groups.update({ ids: [id], name: 'hidden', is_active: false, icon_url: '' })
    expect(again).toEqual({ groups: [{ id, changes: { icon_url: { removed: icon_url, added: '' } } }] })
  })

  it('is for members of creategroups [GRP-02] [GRP-03]', async () => {
    const world = await open()
    const input = { names: ['secret'], description: 'Taken over' }
    await expect(world.as(null).groups.update(input)).rejects.toMatchObject({ code: 'login_required', number: 410 })
    for (const who of ['alice', 'ivan']) {
      await expect(world.as(who).groups.update(input)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    }
    expect(await groupNamed(world, 'secret')).toMatchObject({ description: 'The secret group' })
    await join(world, 'alice', 'creategroups')
    expect((await world.as('alice').groups.update(input)).groups).toHaveLength(1)
  })

  it('changes all groups that ids and names name, each once [GRP-10]', async () => {
    const world = await open()
    const [secret, insiders] = [await groupId(world, 'secret'), await groupId(world, 'insiders')]
    const { groups } = await world
      .as('admin')
      .groups.update({ ids: [secret, secret], names: ['insiders', 'secret'], is_active: false })
    const changes = { is_active: { removed: '1', added: '0' } }
    expect(groups).toEqual([
      { id: secret, changes },
      { id: insiders, changes },
    ])
  })

  it('refuses a name for several groups, and renames none [GRP-12]', async () => {
    const world = await open()
    const attempt = world
      .as('admin')
      .groups.update({ names: ['secret', 'insiders'], name: 'hidden', description: 'Changed' })
    await expect(attempt).rejects.toMatchObject({ code: 'param_invalid', number: 53, data: { field: 'name' } })
    expect(await groupNamed(world, 'secret')).toMatchObject({ description: 'The secret group' })
    expect(await groupNamed(world, 'insiders')).toBeDefined()
  })

  it('has those for members whose login name matches the pattern, as of now [GRP-14]', async () => {
    const world = await open()
    expect(await membersOf(world, 'secret')).toEqual(['ivan'])
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '^(alice|bob|ivan)@' })
    expect(await membersOf(world, 'secret')).toEqual(['alice', 'bob', 'ivan'])
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: 'B@|^eve' })
    expect(await membersOf(world, 'secret')).toEqual(['bob', 'eve', 'ivan'])
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: ' ' })
    expect(await membersOf(world, 'secret')).toEqual(['ivan'])
  })

  it('gives members by pattern what the group gives, in every process [GRP-14]', async () => {
    const world = await open()
    const other = await createTracker({ store: world.store, testing: { clock: world.clock.now } })
    const vault = async () =>
      (await other.as({ login: 'carl@example.com' }).products.get({ names: ['Vault'] })).products.length
    expect(await vault()).toBe(0)
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '^carl@' })
    expect(await vault()).toBe(1)
    await world.as('admin').groups.update({ names: ['secret'], user_regexp: '' })
    expect(await vault()).toBe(0)
  })

  it('makes a group one that takes no new bugs, and one that does again [GRP-15]', async () => {
    const world = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x', groups: ['secret'] }
    await world.as('ivan').bugs.create(bug)
    await world.as('admin').groups.update({ names: ['secret'], is_active: false })
    await expect(world.as('ivan').bugs.create(bug)).rejects.toMatchObject({ number: 120 })
    await world.as('admin').groups.update({ names: ['secret'], is_active: true })
    expect(await world.as('ivan').bugs.create(bug)).toMatchObject({ id: expect.any(Number) as number })
  })

  it('takes up the bugs that were made in the meantime, where it is mandatory [GRP-15]', async () => {
    const world = await open()
    const bug = { product: 'Vault', component: 'Safe', version: '1', summary: 'x' }
    await world.as('admin').groups.update({ names: ['secret'], is_active: false })
    const { id } = await world.as('ivan').bugs.create(bug)
    const other = await world.as('ivan').bugs.create({ ...bug, product: 'Widgets', component: 'UI', version: '1.0' })
    const groupsOf = async () =>
      (await world.as('ivan').bugs.get({ ids: [id, other.id] })).bugs.map((one) => one.groups)
    expect(await groupsOf()).toEqual([[], []])
    await world.as('admin').groups.update({ names: ['secret'], is_active: true })
    expect(await groupsOf()).toEqual([['secret'], []])
  })

  it('changes the parameters that name a group with its name', async () => {
    const world = await open()
    await world.as('admin').groups.update({ names: ['insiders'], name: 'staff' })
    const { parameters } = await world.as('admin').parameters.get()
    expect(parameters).toMatchObject({ insidergroup: 'staff', timetrackinggroup: 'editbugs' })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'Group', field: 'name', removed: 'insiders', added: 'staff' },
      { class: 'Parameter', field: 'insidergroup', removed: 'insiders', added: 'staff' },
    ])
  })

  it('refuses to rename a group that goes with a right', async () => {
    const world = await open()
    for (const name of ['users', 'EditUsers']) {
      await expect(world.as('admin').groups.update({ names: ['editusers'], name })).rejects.toMatchObject({
        code: 'param_invalid',
        number: 53,
        data: { field: 'name', value: name },
      })
    }
    await world.as('admin').groups.update({ names: ['editusers'], name: 'editusers', description: 'Human resources' })
    expect(await groupNamed(world, 'editusers')).toMatchObject({ description: 'Human resources' })
  })

  it('leaves groups that carry rights to those who may grant them, and admin to administrators', async () => {
    const world = await open()
    await join(world, 'alice', 'creategroups')
    const grab = (group: string) => world.as('alice').groups.update({ names: [group], user_regexp: '^alice@' })
    const denied = { code: 'auth_failure', number: 304 }
    for (const group of ['editusers', 'tweakparams', 'admin']) await expect(grab(group)).rejects.toMatchObject(denied)
    await join(world, 'alice', 'tweakparams', 'bless')
    await join(world, 'alice', 'admin', 'bless')
    expect((await grab('tweakparams')).groups).toHaveLength(1)
    await expect(grab('admin')).rejects.toMatchObject(denied)
    expect(await membersOf(world, 'admin')).toEqual(['admin'])
    await world.as('admin').groups.inherit({ names: ['editusers'], membership: { add: ['secret'] } })
    await expect(grab('secret')).rejects.toMatchObject(denied)
    expect((await world.as('alice').groups.update({ names: ['secret'], description: 'Harmless' })).groups).toHaveLength(
      1,
    )
  })

  it('can change only the case of a name', async () => {
    const world = await open()
    await world.as('admin').groups.update({ names: ['secret'], name: 'Secret' })
    expect(await groupNamed(world, 'Secret')).toBeDefined()
  })

  it.each<[what: string, input: object, code: string, number: number, field: string | undefined]>([
    ['no group', { description: 'x' }, 'params_required', 50, undefined],
    ['an unknown group', { names: ['secret', 'nothing'] }, 'object_does_not_exist', 51, 'names'],
    ['an unknown id', { ids: [999] }, 'object_does_not_exist', 51, 'ids'],
    ['a blank name', { names: ['secret'], name: ' ' }, 'empty_group_name', 800, 'name'],
    ['a name in use', { names: ['secret'], name: 'Insiders' }, 'group_exists', 801, 'name'],
    ['a blank description', { names: ['secret'], description: '' }, 'empty_group_description', 802, 'description'],
    ['a bad pattern', { names: ['secret'], user_regexp: '[z-a]' }, 'invalid_regexp', 803, 'user_regexp'],
    ['a bad icon', { names: ['secret'], icon_url: 'data:text/html,x' }, 'param_invalid', 53, 'icon_url'],
    ['an unknown input', { names: ['secret'], members: [] }, 'unknown_parameter', 53, 'members'],
  ])('refuses %s, and changes nothing', async (_what, input, code, number, field) => {
    const world = await open()
    const before = await rowsOf(world, 'groups')
    const attempt = world.as('admin').groups.update({ ...input, is_active: false })
    await expect(attempt).rejects.toMatchObject({ code, number, data: field === undefined ? {} : { field } })
    expect(await rowsOf(world, 'groups')).toEqual(before)
  })

  it('leaves an entry in the audit log about what changed, and none when nothing did', async () => {
    const world = await open()
    const heard: unknown[] = []
    world.tracker.on('administration.changed', (event) => void heard.push(event))
    await world.as('admin').groups.update({ names: ['secret'], is_active: true, description: 'The secret group' })
    expect([heard, await rowsOf(world, 'audit_log')]).toEqual([[], []])
    await world.as('admin').groups.update({ names: ['secret'], is_active: false })
    const change = { field: 'is_active', removed: '1', added: '0' }
    const user_id = await userId(world, 'admin')
    expect(await rowsOf(world, 'audit_log')).toMatchObject([{ class: 'Group', user_id, ...change }])
    expect(heard).toMatchObject([{ class: 'Group', user_id, changes: [change] }])
  })
})
