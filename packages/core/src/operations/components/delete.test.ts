import { expect, it } from 'vitest'
import { addBugs, addFlagType, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { rowsOf } from '../../../test/people.js'
import { grantProducts } from '../../../test/rights.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

const ui = { product: 'Widgets', names: ['UI'] }

const namesIn = async (world: World, product: string) =>
  (await world.as('admin').components.get({ product })).components.map((component) => component.name)

onAnyStore('components.delete', (open) => {
  it('removes a component and what belongs to it', async () => {
    const world = await open()
    const typeId = await inStore(world.store, (tx) => addFlagType(tx, { name: 'review' }))
    const [component] = (await world.as('admin').components.get(ui)).components
    const id = component?.id as number
    await inStore(world.store, (tx) =>
      tx.insert('flag_type_scopes', [{ flag_type_id: typeId, is_exclusion: true, component_id: id }]),
    )
    expect(await world.as('admin').components.delete(ui)).toEqual({ components: [{ id }] })
    expect(await namesIn(world, 'Widgets')).toEqual(['Core'])
    expect(await rowsOf(world, 'component_cc')).toEqual([])
    expect(await rowsOf(world, 'flag_type_scopes')).toMatchObject([{ is_exclusion: false }])
    expect(await rowsOf(world, 'audit_log')).toMatchObject([
      { class: 'Component', object_id: id, field: '__remove__', removed: 'UI', added: null },
    ])
  })

  it('keeps components with bugs, and the last one of a product', async () => {
    const world = await open()
    await addBugs(world.store, world.clock.now(), [{ component: 'UI' }])
    const both = { product: 'Widgets', names: ['Core', 'UI'] }
    await expect(world.as('admin').components.delete(ui)).rejects.toMatchObject({
      code: 'component_has_bugs',
      number: 1202,
      data: { value: 'UI' },
    })
    await expect(world.as('admin').components.delete(both)).rejects.toMatchObject({
      code: 'component_is_last',
      number: 1201,
    })
    expect(await namesIn(world, 'Widgets')).toEqual(['Core', 'UI'])
    await world.as('admin').components.delete({ product: 'Closed', names: ['Old'] })
    expect(await namesIn(world, 'Closed')).toEqual([])
  })

  it('keeps a component that a field is shown for', async () => {
    const world = await open()
    const [component] = (await world.as('admin').components.get(ui)).components
    await inStore(world.store, async (tx) => {
      const [controller] = await tx.select({ from: 'fields', where: { col: 'name', eq: 'component' } })
      await tx.update('fields', { col: 'name', eq: 'alias' }, { visibility_field_id: controller?.id ?? 0 })
      await tx.insert('field_visibility_values', [{ field_id: 38, value_id: component?.id ?? 0 }])
      await bumpCatalogueVersion(tx)
    })
    await expect(world.as('admin').components.delete(ui)).rejects.toMatchObject({ code: 'still_in_use' })
  })

  it('is for members of editcomponents, and of groups with that right in the product', async () => {
    const world = await open()
    for (const who of ['alice', 'eve', 'ivan'])
      await expect(world.as(who).components.delete(ui)).rejects.toMatchObject({ code: 'product_admin_denied' })
    await expect(world.as(null).components.delete(ui)).rejects.toMatchObject({ number: 410 })
    await expect(world.as('admin').components.delete({})).rejects.toMatchObject({ code: 'params_required' })
    await grantProducts(world)
    await world.as('ivan').components.delete(ui)
    expect(await namesIn(world, 'Widgets')).toEqual(['Core'])
  })
})
