import { expect, it } from 'vitest'
import { addBugs, inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

const denied = { code: 'auth_failure', number: 304 }
const control = (world: World, who: string, wanted: object) =>
  world.as(who).groupControls.update({ names: ['Widgets'], group: 'secret', ...wanted })

onAnyStore('rights over group controls', (open) => {
  it('keep administrators of a product who are not in a group from lifting its restriction on bugs', async () => {
    const world = await open()
    await join(world, 'carl', 'editcomponents')
    await control(world, 'admin', { member_control: 'default', other_control: 'default' })
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret'] }])
    const before = await rowsOf(world, 'group_controls')
    for (const looser of [
      { member_control: 'na', other_control: 'na' },
      { member_control: 'shown', other_control: 'mandatory' },
      { member_control: 'default', other_control: 'na' },
      { member_control: 'shown', other_control: 'na' },
    ])
      await expect(control(world, 'carl', looser), `${JSON.stringify(looser)} is looser`).rejects.toMatchObject(denied)
    expect(await rowsOf(world, 'group_controls')).toEqual(before)
    await expect(world.as('carl').bugs.get({ ids: [id] })).rejects.toMatchObject({ number: 101 })
    await control(world, 'carl', { member_control: 'default', other_control: 'mandatory', canedit: true })
    await control(world, 'carl', { canedit: false })
  })

  it('let members of a group lift its restriction on bugs', async () => {
    const world = await open()
    await join(world, 'ivan', 'editcomponents')
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret'] }])
    await control(world, 'ivan', { member_control: 'na' })
    expect((await world.as('carl').bugs.get({ ids: [id] })).bugs).toHaveLength(1)
  })

  it('keep creators of groups who are not in a group from deactivating it while it restricts bugs', async () => {
    const world = await open()
    for (const name of ['carl', 'ivan']) await join(world, name, 'creategroups')
    const retire = (who: string, group = 'secret') =>
      world.as(who).groups.update({ names: [group], is_active: false, description: 'Unused' })
    await expect(retire('carl')).rejects.toMatchObject(denied)
    expect((await rowsOf(world, 'groups')).find(({ name }) => name === 'secret')?.is_active).toBe(true)
    expect((await retire('carl', 'insiders')).groups[0]?.changes).toHaveProperty('is_active')
    expect((await retire('ivan')).groups[0]?.changes).toHaveProperty('is_active')
    await world.as('carl').groups.update({ names: ['secret'], is_active: false, description: 'Still unused' })
  })

  it('leave it to members of all groups of a bug to add another where one of them is enough to see it', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret'] }])
    await inStore(world.store, (tx) => setParameter(tx, 'or_groups', '1'))
    for (const name of ['carl', 'ivan']) await join(world, name, 'editcomponents')
    await world.as('admin').groups.create({ name: 'crew', description: 'Some people' })
    await join(world, 'carl', 'crew')
    const mandatory = { member_control: 'mandatory', other_control: 'mandatory' } as const
    const put = (who: string) => control(world, who, { group: 'crew', ...mandatory })
    await expect(put('carl')).rejects.toMatchObject(denied)
    await expect(world.as('carl').bugs.get({ ids: [id] })).rejects.toMatchObject({ number: 101 })
    await put('ivan')
    expect((await world.as('carl').bugs.get({ ids: [id] })).bugs).toHaveLength(1)
  })

  it('hold too when a reactivated group takes up the bugs of products where it is mandatory', async () => {
    const world = await open()
    const [id = 0] = await addBugs(world.store, world.clock.now(), [{ groups: ['secret'] }])
    await world.as('admin').groups.create({ name: 'crew', description: 'Some people' })
    for (const group of ['crew', 'creategroups']) await join(world, 'carl', group)
    const mandatory = { member_control: 'mandatory', other_control: 'mandatory' } as const
    await world.as('admin').groupControls.update({ names: ['Gadgets'], group: 'crew', ...mandatory })
    await world.as('admin').groups.update({ names: ['crew'], is_active: false })
    const again = () => world.as('carl').groups.update({ names: ['crew'], is_active: true })
    await inStore(world.store, async (tx) => {
      const [gadgets] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Gadgets' } })
      await tx.update('bugs', { col: 'id', eq: id }, { product_id: gadgets?.id ?? 0 })
      await setParameter(tx, 'or_groups', '1')
    })
    await control(world, 'admin', { names: ['Gadgets'], member_control: 'shown' })
    await expect(again()).rejects.toMatchObject(denied)
    await expect(world.as('carl').bugs.get({ ids: [id] })).rejects.toMatchObject({ number: 101 })
    await join(world, 'carl', 'secret')
    expect((await again()).groups[0]?.changes).toHaveProperty('is_active')
  })
})
