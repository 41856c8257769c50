import { expect, it } from 'vitest'
import { countingStore } from '../../../test/counting-store.js'
import { addFlagType, inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { grantProducts } from '../../../test/rights.js'
import { createTracker } from '../../tracker/tracker.js'

type Input = NonNullable<Parameters<ReturnType<World['as']>['components']['get']>[0]>

const namesOf = async (world: World, who: string | null, input: Input = {}) => {
  const { components } = await world.as(who).components.get({ ...input, include_fields: ['product', 'name'] })
  return components.map(({ product, name }) => `${product}:${name}`)
}

onAnyStore('components.get', (open) => {
  it('lists the components of a product, and of all [COMP-01]', async () => {
    const world = await open()
    expect(await namesOf(world, 'alice', { product: 'widgets' })).toEqual(['Widgets:Core', 'Widgets:UI'])
    expect(await namesOf(world, null)).toEqual(['Closed:Old', 'Gadgets:Main', 'Widgets:Core', 'Widgets:UI'])
    expect(await namesOf(world, 'ivan')).toContain('Vault:Safe')
  })

  it('reads components by id and by name [COMP-01]', async () => {
    const world = await open()
    const { components } = await world.as('alice').components.get({ product: 'Widgets', names: ['ui'] })
    expect(components).toEqual([
      {
        id: expect.any(Number) as number,
        product: 'Widgets',
        name: 'UI',
        description: 'The UI component',
        default_assigned_to: 'alice@example.com',
        default_qa_contact: 'bob@example.com',
        sort_key: 0,
        is_active: true,
        bug_description_template: '',
        flag_types: { bug: [], attachment: [] },
      },
    ])
    const id = components[0]?.id as number
    expect(await namesOf(world, 'alice', { ids: [id] })).toEqual(['Widgets:UI'])
    expect(await namesOf(world, 'alice', { ids: [id], product: 'Gadgets' })).toEqual(['Gadgets:Main', 'Widgets:UI'])
  })

  it('leaves out what does not exist and what the caller may not see', async () => {
    const world = await open()
    const { components } = await world.as('ivan').components.get({ product: 'Vault' })
    const id = components[0]?.id as number
    for (const input of [
      { ids: [id] },
      { ids: [9999] },
      { product: 'Vault' },
      { product: 'Nothing' },
      { names: ['UI'] },
    ])
      expect(await namesOf(world, 'alice', input)).toEqual([])
    expect(await namesOf(world, 'alice', { ids: [id], product: 'Gadgets', names: ['Main', 'None'] })).toEqual([
      'Gadgets:Main',
    ])
  })

  it('shows the CC list of new bugs to those who may change it', async () => {
    const world = await open()
    await grantProducts(world)
    const ccOf = async (who: string | null) => {
      const { components } = await world.as(who).components.get({ product: 'Widgets', names: ['UI'] })
      return components[0]?.default_cc
    }
    expect(await ccOf('admin')).toEqual(['ivan@example.com'])
    expect(await ccOf('ivan')).toEqual(['ivan@example.com'])
    expect(await ccOf('alice')).toBeUndefined()
    expect(await ccOf(null)).toBeUndefined()
  })

  it('sends whole logins to the logged-in only, and only the fields asked for', async () => {
    const world = await open()
    const [first] = (await world.as(null).components.get({ product: 'Gadgets' })).components
    expect(first?.default_assigned_to).toBe('alice')
    const { components } = await world
      .as('alice')
      .components.get({ product: 'Gadgets', include_fields: ['id', 'default_cc'], exclude_fields: ['id'] })
    expect(components).toEqual([{}])
  })

  it('asks the store as often for many components as for one', async () => {
    const world = await open()
    const counting = countingStore(world.store)
    const tracker = await createTracker({ store: counting.store })
    const admin = tracker.as({ login: 'admin@example.com' })
    const costOf = async (input: Input) => {
      await admin.components.get(input)
      counting.queries.length = 0
      await admin.components.get(input)
      return counting.queries.length
    }
    expect(await costOf({})).toBe(await costOf({ product: 'Widgets', names: ['UI'] }))
  })

  it('refuses more than 16 MB, of which hidden components take nothing, and answers what is asked for', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      for (const name of ['Vault', 'Widgets']) {
        const [product] = await tx.select({ from: 'products', where: { col: 'name', eq: name } })
        const [component] = await tx.select({ from: 'components', where: { col: 'product_id', eq: product?.id ?? 0 } })
        if (!component) throw new Error(`${name} has no component`)
        const { id: _, ...row } = component
        const rows = Array.from({ length: 200 }, (_, n) => ({ ...row, name: `Part ${n}`, name_folded: `part ${n}` }))
        await tx.insert(
          'components',
          rows.map((one) => ({ ...one, description: 'd'.repeat(65_000) })),
        )
      }
    })
    const [alice, ivan] = [world.as('alice'), world.as('ivan')]
    expect((await alice.components.get()).components).toHaveLength(204)
    const tooLarge = { code: 'answer_too_large', data: { field: 'include_fields' } }
    await expect(ivan.components.get()).rejects.toMatchObject(tooLarge)
    await expect(ivan.products.get()).rejects.toMatchObject(tooLarge)
    expect((await ivan.components.get({ exclude_fields: ['description'] })).components).toHaveLength(405)
    expect((await ivan.products.get({ exclude_fields: ['components.description'] })).products.length).toBeGreaterThan(3)
    await inStore(world.store, (tx) => addFlagType(tx, { name: 'long', description: 'd'.repeat(65_000) }))
    await expect(ivan.components.get({ exclude_fields: ['description'] })).rejects.toMatchObject(tooLarge)
    await expect(ivan.products.get({ exclude_fields: ['components.description'] })).rejects.toMatchObject(tooLarge)
    const { components } = await ivan.components.get({ exclude_fields: ['description', 'flag_types'] })
    expect(components).toHaveLength(405)
  })

  it('counts what components and their flag types take as JSON', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [product] = await tx.select({ from: 'products', where: { col: 'name', eq: 'Vault' } })
      const [component] = await tx.select({ from: 'components', where: { col: 'product_id', eq: product?.id ?? 0 } })
      if (!component) throw new Error('Vault has no component')
      const { id: _, ...row } = component
      const rows = Array.from({ length: 100 }, (_, n) => ({ ...row, name: `Part ${n}`, name_folded: `part ${n}` }))
      await tx.insert('components', rows)
      // Six bytes of JSON for each character.
      await addFlagType(tx, { name: 'long', description: '\u0001'.repeat(28_000) })
    })
    const ivan = world.as('ivan')
    const tooLarge = { code: 'answer_too_large', data: { field: 'include_fields' } }
    await expect(ivan.components.get()).rejects.toMatchObject(tooLarge)
    await expect(ivan.products.get()).rejects.toMatchObject(tooLarge)
    const { components } = await ivan.components.get({ exclude_fields: ['flag_types'] })
    expect(components.length).toBeGreaterThan(100)
  })
})
