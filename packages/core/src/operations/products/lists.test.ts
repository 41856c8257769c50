import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'
import type { NewRow } from '../../schema/index.js'

type Control = Partial<NewRow<'group_controls'>>

/** Gives a product group controls of 'secret' (ivan is in it) and 'insiders' (ivan too), or of 'canconfirm' (carl is in it). */
async function control(world: World, product: string, controls: Readonly<Record<string, Control>>): Promise<void> {
  await inStore(world.store, async (tx) => {
    const [row] = await tx.select({ from: 'products', where: { col: 'name', eq: product } })
    const groups = await tx.select({ from: 'groups' })
    await tx.delete('group_controls', { col: 'product_id', eq: row?.id ?? 0 })
    await tx.insert(
      'group_controls',
      Object.entries(controls).map(([name, given]) => ({
        product_id: row?.id ?? 0,
        group_id: groups.find((group) => group.name === name)?.id ?? 0,
        entry: false,
        member_control: 'na',
        other_control: 'na',
        canedit: false,
        editcomponents: false,
        editbugs: false,
        canconfirm: false,
        ...given,
      })),
    )
    await bumpCatalogueVersion(tx)
  })
}

type List = 'selectable' | 'enterable' | 'accessible'

async function namesOn(world: World, list: List, who: string | null): Promise<string[]> {
  const { ids } = await world.as(who).products[list]()
  const { products } = await world.tracker.asSystem().products.get({ type: ['selectable', 'enterable'] })
  return ids.map((id) => products.find((product) => product.id === id)?.name ?? `unknown ${id}`)
}

onAnyStore('the lists of products', (open) => {
  it('have as selectable those whose every bug the caller could see [PROD-01]', async () => {
    const world = await open()
    expect(await namesOn(world, 'selectable', 'alice')).toEqual(['Closed', 'Gadgets', 'Widgets'])
    expect(await namesOn(world, 'selectable', null)).toEqual(['Closed', 'Gadgets', 'Widgets'])
    expect(await namesOn(world, 'selectable', 'ivan')).toEqual(['Closed', 'Gadgets', 'Vault', 'Widgets'])
  })

  it('have as enterable those that take new bugs from this caller [PROD-02]', async () => {
    const world = await open()
    expect(await namesOn(world, 'enterable', 'alice')).toEqual(['Gadgets', 'Widgets'])
    expect(await namesOn(world, 'enterable', 'ivan')).toEqual(['Gadgets', 'Vault', 'Widgets'])
  })

  it('have as enterable none without an active component or version [PROD-02]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await tx.update('components', { col: 'name', eq: 'Main' }, { is_active: false })
      await bumpCatalogueVersion(tx)
    })
    expect(await namesOn(world, 'enterable', 'alice')).toEqual(['Widgets'])
    await inStore(world.store, async (tx) => {
      await tx.update('versions', { col: 'name', in: ['1.0', '2.0'] }, { is_active: false })
      await bumpCatalogueVersion(tx)
    })
    expect(await namesOn(world, 'enterable', 'alice')).toEqual([])
  })

  it('have as accessible those that are selectable or enterable [PROD-03]', async () => {
    const world = await open()
    await control(world, 'Gadgets', { secret: { member_control: 'mandatory', other_control: 'mandatory' } })
    expect(await namesOn(world, 'selectable', 'alice')).toEqual(['Closed', 'Widgets'])
    expect(await namesOn(world, 'enterable', 'alice')).toEqual(['Gadgets', 'Widgets'])
    expect(await namesOn(world, 'accessible', 'alice')).toEqual(['Closed', 'Gadgets', 'Widgets'])
  })

  it('ask for membership in all groups of a product, or with or_groups in one', async () => {
    const world = await open()
    await control(world, 'Gadgets', {
      secret: { entry: true, member_control: 'mandatory', other_control: 'mandatory' },
      canconfirm: { entry: true, member_control: 'mandatory', other_control: 'mandatory' },
      editbugs: { entry: false, member_control: 'default', other_control: 'na' },
    })
    for (const who of ['carl', 'ivan', 'eve']) expect(await namesOn(world, 'accessible', who)).not.toContain('Gadgets')
    await inStore(world.store, (tx) => setParameter(tx, 'or_groups', '1'))
    expect(await namesOn(world, 'selectable', 'carl')).toContain('Gadgets')
    expect(await namesOn(world, 'enterable', 'ivan')).toContain('Gadgets')
    expect(await namesOn(world, 'accessible', 'eve')).not.toContain('Gadgets')
  })

  it('hold everything for the embedding program', async () => {
    const world = await open()
    expect((await world.tracker.asSystem().products.accessible()).ids).toHaveLength(4)
  })

  it('answer logged-out callers, unless the installation wants a login [GEN-29]', async () => {
    const world = await open()
    expect(await namesOn(world, 'accessible', null)).toEqual(['Closed', 'Gadgets', 'Widgets'])
    await inStore(world.store, (tx) => setParameter(tx, 'requirelogin', '1'))
    await expect(world.as(null).products.accessible()).rejects.toMatchObject({ number: 410 })
  })
})
