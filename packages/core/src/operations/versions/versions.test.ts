import { expect, it } from 'vitest'
import { addBugs } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'

const first = { product: 'Widgets', names: ['1.0'] }

const namesIn = async (world: World, product: string, who = 'admin') =>
  (await world.as(who).versions.get({ product })).versions.map((version) => version.name)

onAnyStore('versions', (open) => {
  it('can be created, read, changed and removed [PROD-30]', async () => {
    const world = await open()
    const { id } = await world.as('admin').versions.create({ product: 'widgets', name: ' 3.0 ', is_active: false })
    const version = { id, product: 'Widgets', name: '3.0', sort_key: 0, is_active: false }
    expect((await world.as('eve').versions.get({ ids: [id] })).versions).toEqual([version])
    const { versions } = await world
      .as('admin')
      .versions.update({ ids: [id], name: '3.1', is_active: true, sort_key: -1 })
    expect(versions).toEqual([
      {
        id,
        changes: {
          name: { removed: '3.0', added: '3.1' },
          is_active: { removed: '0', added: '1' },
          sort_key: { removed: '0', added: '-1' },
        },
      },
    ])
    expect(await namesIn(world, 'Widgets')).toEqual(['3.1', '1.0', '2.0'])
    expect(await world.as('admin').versions.delete({ product: 'Widgets', names: ['3.1'] })).toEqual({
      versions: [{ id }],
    })
    expect(await namesIn(world, 'Widgets')).toEqual(['1.0', '2.0'])
    expect((await rowsOf(world, 'audit_log')).map((row) => [row.class, row.field])).toEqual([
      ['Version', '__create__'],
      ['Version', 'name'],
      ['Version', 'is_active'],
      ['Version', 'sort_key'],
      ['Version', '__remove__'],
    ])
  })

  it('are sorted by the numbers in their names', async () => {
    const world = await open()
    for (const name of ['1.10', '1.9']) await world.as('admin').versions.create({ product: 'Widgets', name })
    expect(await namesIn(world, 'Widgets')).toEqual(['1.0', '1.9', '1.10', '2.0'])
  })

  it('cannot be chosen any more once inactive, and bugs keep them under their new name [STATE-11]', async () => {
    const world = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    const { id } = await world.as('alice').bugs.create(bug)
    await world.as('admin').versions.update({ ...first, name: '1.0.0', is_active: false })
    await expect(world.as('alice').bugs.create({ ...bug, version: '1.0.0' })).rejects.toMatchObject({
      code: 'value_inactive',
      data: { field: 'version', value: '1.0.0' },
    })
    const { bugs } = await world.as('alice').bugs.get({ ids: [id] })
    expect(bugs[0]?.version).toBe('1.0.0')
  })

  it('cannot be removed while bugs have them, and while they are the last of their product', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{ version: '2.0' }])
    const remove = (names: string[]) => world.as('admin').versions.delete({ product: 'Widgets', names })
    await expect(remove(['1.0', '2.0'])).rejects.toMatchObject({ code: 'still_in_use' })
    await expect(remove(['2.0'])).rejects.toMatchObject({
      code: 'still_in_use',
      data: { kind: 'version', field: 'names', value: '2.0', by: 'bugs' },
    })
    expect(await namesIn(world, 'Widgets')).toEqual(['1.0', '2.0'])
    await expect(
      world.as('admin').versions.delete({ product: 'Gadgets', names: ['unspecified'] }),
    ).rejects.toMatchObject({ code: 'still_in_use' })
  })

  it('are refused without a name, with a long one and with that of another', async () => {
    const world = await open()
    const create = (name: string) => world.as('admin').versions.create({ product: 'Widgets', name })
    const rename = (name: string) => world.as('admin').versions.update({ ...first, name })
    for (const act of [create, rename]) {
      await expect(act('\n')).rejects.toMatchObject({ code: 'name_blank', data: { field: 'name' } })
      await expect(act('x'.repeat(65))).rejects.toMatchObject({ code: 'name_too_long', data: { limit: 64 } })
      await expect(act('2.0')).rejects.toMatchObject({ code: 'name_in_use', data: { kind: 'version', value: '2.0' } })
    }
    await expect(
      world.as('admin').versions.update({ product: 'Widgets', names: ['1.0', '2.0'], name: '3' }),
    ).rejects.toMatchObject({ code: 'param_invalid', data: { field: 'name' } })
    expect(await namesIn(world, 'Widgets')).toEqual(['1.0', '2.0'])
  })

  it('are changed by members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    const acts = (who: string | null, product: string, name: string) => [
      () => world.as(who).versions.create({ product, name: '9' }),
      () => world.as(who).versions.update({ product, names: [name], sort_key: 1 }),
      () => world.as(who).versions.delete({ product, names: [name] }),
    ]
    for (const act of [...acts('alice', 'Widgets', '1.0'), ...acts('eve', 'Widgets', '1.0')])
      await expect(act()).rejects.toMatchObject({ code: 'product_admin_denied', number: 304 })
    for (const act of acts(null, 'Widgets', '1.0')) await expect(act()).rejects.toMatchObject({ number: 410 })
    await grantProducts(world)
    for (const act of acts('ivan', 'Widgets', '1.0')) await act()
    for (const act of acts('ivan', 'Gadgets', 'unspecified')) await expect(act()).rejects.toMatchObject({ number: 304 })
  })

  it('of a hidden product are answered as absent [GEN-28]', async () => {
    const world = await open()
    const { versions } = await world.as('ivan').versions.get({ product: 'Vault' })
    const id = versions[0]?.id as number
    expect((await world.as('alice').versions.get({ ids: [id, 9999], product: 'Vault' })).versions).toEqual([])
    for (const value of [id, 9999])
      await expect(world.as('alice').versions.delete({ ids: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'version', field: 'ids', value },
      })
    for (const value of ['Vault', 'Nothing'])
      await expect(world.as('alice').versions.create({ product: value, name: '2' })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'product', field: 'product', value },
      })
  })
})
