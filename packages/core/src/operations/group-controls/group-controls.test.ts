import { expect, it } from 'vitest'
import { addBugs, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { groupId, join, rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const off = { entry: false, canedit: false, editcomponents: false, editbugs: false, canconfirm: false }
const widgets = { names: ['Widgets'], group: 'secret' }

const controlsOf = async (world: World, product: string, who = 'admin') =>
  (await world.as(who).groupControls.get({ names: [product] })).group_controls

const groupsOf = async (world: World, ids: number[]) =>
  (await world.tracker.asSystem().bugs.get({ ids })).bugs.map((bug) => bug.groups)

onAnyStore('groupControls', (open) => {
  it('are read and changed, group by group [GRP-27]', async () => {
    const world = await open()
    const [before] = await controlsOf(world, 'Widgets')
    expect(before).toEqual({
      product_id: 1,
      product: 'Widgets',
      group_id: await groupId(world, 'secret'),
      group: 'secret',
      ...off,
      member_control: 'shown',
      other_control: 'na',
    })
    const insiders = await groupId(world, 'insiders')
    const { group_controls } = await world.as('admin').groupControls.update({
      ids: [1],
      names: ['widgets', 'Gadgets'],
      group: 'Insiders',
      member_control: 'default',
      other_control: 'mandatory',
      editbugs: true,
      canconfirm: true,
    })
    expect(group_controls.map((one) => one.product_id)).toEqual([1, 2])
    expect(group_controls[0]).toEqual({
      product_id: 1,
      group_id: insiders,
      changes: {
        member_control: { removed: 'na', added: 'default' },
        other_control: { removed: 'na', added: 'mandatory' },
        editbugs: { removed: '0', added: '1' },
        canconfirm: { removed: '0', added: '1' },
      },
    })
    const after = await controlsOf(world, 'Widgets')
    expect(after.map((one) => one.group)).toEqual(['insiders', 'secret'])
    expect(after[0]).toMatchObject({ member_control: 'default', editbugs: true, entry: false })
    const nothing = { ...off, member_control: 'na', other_control: 'na' } as const
    await world.as('admin').groupControls.update({ ids: [1], group: insiders, ...nothing })
    expect(await controlsOf(world, 'Widgets')).toEqual([before])
    expect((await controlsOf(world, 'Gadgets')).map((one) => one.group)).toEqual(['insiders'])
  })

  it('hold for the bugs that are filed from then on [GRP-27]', async () => {
    const world = await open()
    const control = { member_control: 'default', other_control: 'mandatory' } as const
    await world.as('admin').groupControls.update({ names: ['Gadgets'], group: 'secret', ...control })
    const bug = { product: 'Gadgets', component: 'Main', version: 'unspecified', summary: 'It blinks' }
    const { id } = await world.as('alice').bugs.create(bug)
    expect(await groupsOf(world, [id])).toEqual([['secret']])
    await world.as('admin').groupControls.update({ names: ['Gadgets'], group: 'secret', entry: true })
    await expect(world.as('alice').bugs.create(bug)).rejects.toMatchObject({ code: 'entry_access_denied' })
  })

  it('put all bugs in a group that becomes mandatory, as history shows', async () => {
    const world = await open()
    const ids = await addBugs(world.store, world.clock.now(), [
      {},
      { groups: ['insiders'] },
      { groups: ['secret'] },
      { product: 'Gadgets' },
    ])
    world.clock.advance(60)
    const heard: unknown[] = []
    world.tracker.on('bug.changed', (event) => void heard.push(event))
    const mandatory = { member_control: 'mandatory', other_control: 'mandatory' } as const
    await world.as('admin').groupControls.update({ ...widgets, ...mandatory })
    expect(await groupsOf(world, ids)).toEqual([['secret'], ['insiders', 'secret'], ['secret'], []])
    await expect(world.as('carl').bugs.get({ ids: [ids[1] as number] })).rejects.toMatchObject({ number: 101 })
    const { bugs } = await world.tracker.asSystem().bugs.history({ ids })
    const change = { field_name: 'groups', removed: '', added: 'secret' }
    const entry = { when: world.clock.now(), who: 'admin@example.com', changes: [change] }
    expect(bugs.map((bug) => bug.history)).toEqual([[entry], [entry], [], []])
    expect(heard).toMatchObject([{ bug_id: ids[0] }, { bug_id: ids[1] }])
    const counts = (await rowsOf(world, 'bugs')).map((bug) => bug.group_count)
    expect(counts).toEqual([1, 2, 1, 0])
    await world.as('admin').groupControls.update({ ...widgets, ...mandatory, canedit: true })
    expect(heard).toHaveLength(2)
  })

  it('take all bugs out of a group that does not apply any more', async () => {
    const world = await open()
    const plans = [{}, { groups: ['insiders', 'secret'] }, { groups: ['secret'] }]
    const ids = await addBugs(world.store, world.clock.now(), plans)
    await world.as('admin').groupControls.update({ ...widgets, member_control: 'na' })
    expect(await groupsOf(world, ids)).toEqual([[], ['insiders'], []])
    expect((await rowsOf(world, 'bugs')).map((bug) => bug.group_count)).toEqual([0, 1, 0])
    const { bugs } = await world.tracker.asSystem().bugs.history({ ids })
    expect(bugs.map((bug) => bug.history.flatMap((one) => one.changes))).toEqual([
      [],
      [{ field_name: 'groups', removed: 'secret', added: '' }],
      [{ field_name: 'groups', removed: 'secret', added: '' }],
    ])
  })

  it('are changed, and groups taken up again, by the embedding program in the name of the first administrator', async () => {
    const world = await open()
    const ids = await addBugs(world.store, world.clock.now(), [{}])
    const system = world.tracker.asSystem()
    const mandatory = { member_control: 'mandatory', other_control: 'mandatory' } as const
    await system.groups.update({ names: ['secret'], is_active: false })
    await system.groupControls.update({ ...widgets, ...mandatory })
    expect(await groupsOf(world, ids)).toEqual([[]])
    await system.groups.update({ names: ['secret'], is_active: true })
    expect(await groupsOf(world, ids)).toEqual([['secret']])
    await system.groupControls.update({ ...widgets, member_control: 'na', other_control: 'na' })
    const { bugs } = await system.bugs.history({ ids })
    expect(bugs[0]?.history.map((entry) => entry.who)).toEqual(['admin@example.com', 'admin@example.com'])
  })

  it('are refused in combinations that make no sense', async () => {
    const world = await open()
    const kinds = ['na', 'shown', 'default', 'mandatory'] as const
    const allowed: string[] = []
    const refused: Error[] = []
    for (const member_control of kinds) {
      for (const other_control of kinds) {
        const change = { names: ['Gadgets'], group: 'secret', member_control, other_control }
        const done = await world
          .as('admin')
          .groupControls.update(change)
          .catch((error: unknown) => error)
        if (done instanceof Error) refused.push(done)
        else allowed.push(`${member_control}/${other_control}`)
      }
    }
    expect(refused).toHaveLength(7)
    for (const one of refused) expect(one).toMatchObject({ code: 'illegal_value', data: { field: 'other_control' } })
    expect(allowed).toEqual([
      'na/na',
      'shown/na',
      'shown/shown',
      'shown/default',
      'shown/mandatory',
      'default/na',
      'default/default',
      'default/mandatory',
      'mandatory/mandatory',
    ])
  })

  it('are refused for groups that bugs cannot be in, and for groups and products that do not exist', async () => {
    const world = await open()
    const update = world.as('admin').groupControls.update
    for (const [input, code] of [
      [{ ...widgets, group: 'editbugs', canedit: true }, 'illegal_value'],
      [{ ...widgets, group: 'nobody' }, 'object_does_not_exist'],
      [{ group: 'secret', entry: true }, 'params_required'],
      [{ names: ['Widgets', 'Nothing'], group: 'secret', entry: true }, 'object_does_not_exist'],
      [{ ...widgets, member_control: 'maybe' }, 'param_invalid'],
      [{ names: ['Widgets'] }, 'param_required'],
    ] as const)
      await expect(update(input as Parameters<typeof update>[0])).rejects.toMatchObject({ code })
    await inStore(world.store, async (tx) => {
      await tx.update('groups', { col: 'name', eq: 'secret' }, { is_active: false })
      await bumpCatalogueVersion(tx)
    })
    await expect(update({ names: ['Gadgets'], group: 'secret', entry: true })).rejects.toMatchObject({
      code: 'illegal_value',
      data: { field: 'group', value: 'secret' },
    })
    await update({ ...widgets, entry: true })
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'GroupControl', object_id: 1, field: 'secret.entry', removed: '0', added: '1' },
    ])
  })

  it('are for members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    const acts = (who: string | null) => [
      () => world.as(who).groupControls.get({ names: ['Widgets'] }),
      () => world.as(who).groupControls.update({ ...widgets, canedit: true }),
    ]
    for (const act of [...acts('alice'), ...acts('ivan')])
      await expect(act()).rejects.toMatchObject({ code: 'product_admin_denied', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ number: 410 })
    expect((await world.as('alice').groupControls.get()).group_controls).toEqual([])
    await grantProducts(world)
    for (const act of acts('ivan')) await act()
    const { group_controls } = await world.as('ivan').groupControls.get()
    expect(group_controls.map((one) => one.product)).toEqual(['Vault', 'Widgets'])
    await join(world, 'carl', 'editcomponents')
    await world.as('carl').groupControls.update({ ...widgets, canedit: false })
  })

  it('name no hidden product and no hidden group [GEN-28]', async () => {
    const world = await open()
    await join(world, 'carl', 'editcomponents')
    for (const value of ['Vault', 'Nothing'])
      await expect(world.as('carl').groupControls.get({ names: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'product', field: 'names', value },
      })
    await grantProducts(world)
    await inStore(world.store, async (tx) => {
      const columns = { name: 'cabal', name_folded: 'cabal', description: '', is_bug_group: true, is_active: true }
      await tx.insert('groups', [{ ...columns, user_regexp: '' }])
      await bumpCatalogueVersion(tx)
    })
    for (const value of ['cabal', 'nothing'])
      await expect(
        world.as('ivan').groupControls.update({ names: ['Widgets'], group: value, canedit: true }),
      ).rejects.toMatchObject({ code: 'object_does_not_exist', data: { kind: 'group', field: 'group', value } })
  })
})
