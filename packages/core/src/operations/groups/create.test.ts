import { expect, it } from 'vitest'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf, userId } from '../../../test/people.js'

const description = 'The security team'

async function groupRow(world: World, name: string) {
  return (await rowsOf(world, 'groups')).find((group) => group.name === name)
}

async function membersOf(world: World, name: string) {
  const { groups } = await world.as('admin').groups.get({ names: [name], membership: true })
  return groups[0]?.membership?.map((user) => user.name)
}

onAnyStore('groups.create', (open) => {
  it('creates a group that bugs can be restricted to [GRP-01] [GRP-05]', async () => {
    const world = await open()
    const { id } = await world.as('admin').groups.create({ name: ' security ', description })
    expect((await world.as('admin').groups.get({ ids: [id] })).groups).toEqual([
      { id, name: 'security', description, is_bug_group: 1, user_regexp: '', is_active: 1 },
    ])
  })

  it('is for members of creategroups [GRP-02] [GRP-03]', async () => {
    const world = await open()
    const input = { name: 'security', description }
    await expect(world.as(null).groups.create(input)).rejects.toMatchObject({ code: 'login_required', number: 410 })
    for (const who of ['alice', 'eve']) {
      await expect(world.as(who).groups.create(input)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    }
    expect(await groupRow(world, 'security')).toBeUndefined()
    await join(world, 'alice', 'creategroups')
    expect(await world.as('alice').groups.create(input)).toEqual({ id: await groupId(world, 'security') })
  })

  it('refuses a name that another group has, in whatever case [GRP-04]', async () => {
    const world = await open()
    const before = await rowsOf(world, 'groups')
    for (const name of ['secret', 'SECRET', 'Admin ']) {
      await expect(world.as('admin').groups.create({ name, description })).rejects.toMatchObject({
        code: 'group_exists',
        number: 801,
        data: { field: 'name', value: name.trim() },
      })
    }
    expect(await rowsOf(world, 'groups')).toEqual(before)
  })

  it('has those for members whose login name matches its pattern, in whatever case [GRP-06]', async () => {
    const world = await open()
    await world.as('admin').groups.create({ name: 'security', description, user_regexp: '^(ALICE|b.b|dora)@' })
    expect(await membersOf(world, 'security')).toEqual(
      expect.arrayContaining(['alice@example.com', 'bob@example.com', 'dora@example.com']),
    )
    expect(await membersOf(world, 'security')).not.toContain('eve@example.com')
    await world.as('admin').users.create({ email: 'bub@example.com' })
    expect(await membersOf(world, 'security')).toContain('bub@example.com')
  })

  it('takes bugs, or does not when it is not active [GRP-07]', async () => {
    const world = await open()
    const made = await world.as('admin').groups.create({ name: 'security', description, is_active: true })
    const closed = await world.as('admin').groups.create({ name: 'former', description, is_active: false })
    const { groups } = await world.as('admin').groups.get({ ids: [made.id, closed.id] })
    expect(groups.map((group) => [group.name, group.is_active])).toEqual([
      ['security', 1],
      ['former', 0],
    ])
  })

  it('takes the address of an icon [GRP-08]', async () => {
    const world = await open()
    const icon_url = 'https://example.com/icons/lock.png'
    await world.as('admin').groups.create({ name: 'security', description, icon_url })
    expect(await groupRow(world, 'security')).toMatchObject({ icon_url })
    await world.as('admin').groups.create({ name: 'local', description, icon_url: '/icons/lock.png' })
    expect(await groupRow(world, 'local')).toMatchObject({ icon_url: '/icons/lock.png' })
    await world.as('admin').groups.create({ name: 'plain', description })
    expect(await groupRow(world, 'plain')).toMatchObject({ icon_url: null })
  })

  it('makes admin a member, which may grant it', async () => {
    const world = await open()
    await world.as('admin').groups.create({ name: 'security', description })
    expect(await membersOf(world, 'security')).toEqual(['admin@example.com'])
    const { groups } = await world.as('admin').groups.inheritance({ names: ['security'] })
    const admin = [{ id: await groupId(world, 'admin'), name: 'admin' }]
    expect(groups).toMatchObject([{ membership: admin, bless: admin, visible: admin }])
  })

  it.each<[what: string, input: object, code: string, number: number, field: string]>([
    ['no name', { description }, 'empty_group_name', 800, 'name'],
    ['a blank name', { name: ' \n', description }, 'empty_group_name', 800, 'name'],
    ['a long name', { name: 'x'.repeat(256), description }, 'text_too_long', 104, 'name'],
    ['no description', { name: 'x' }, 'empty_group_description', 802, 'description'],
    ['a blank description', { name: 'x', description: ' ' }, 'empty_group_description', 802, 'description'],
    [
      'a pattern that does not compile',
      { name: 'x', description, user_regexp: '(' },
      'invalid_regexp',
      803,
      'user_regexp',
    ],
    [
      'a script for an icon',
      { name: 'x', description, icon_url: 'javascript:alert(1)' },
      'param_invalid',
      53,
      'icon_url',
    ],
    ['an unknown input', { name: 'x', description, is_bug_group: false }, 'unknown_parameter', 53, 'is_bug_group'],
  ])('refuses %s', async (_what, input, code, number, field) => {
    const world = await open()
    await expect(world.as('admin').groups.create(input as never)).rejects.toMatchObject({
      code,
      number,
      data: { field },
    })
    expect(await groupRow(world, 'x')).toBeUndefined()
  })

  it('leaves an entry in the audit log', async () => {
    const world = await open()
    const { id } = await world.as('admin').groups.create({ name: 'security', description })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      {
        class: 'Group',
        object_id: id,
        field: '__create__',
        added: 'security',
        user_id: await userId(world, 'admin'),
        at: world.clock.now(),
      },
    ])
  })
})
