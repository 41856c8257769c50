import { expect, it } from 'vitest'
import { inStore } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { grantProducts } from '../../../test/rights.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

async function productNamed(world: World, name: string) {
  return (await world.as('admin').products.get({ names: [name] })).products[0]
}

onAnyStore('products.update', (open) => {
  it('changes a product and returns the changes [PROD-21] [PROD-23] [PROD-25] [PROD-27] [PROD-28] [PROD-29]', async () => {
    const world = await open()
    const { id = 0 } = (await productNamed(world, 'Widgets')) ?? {}
    const answer = await world.as('admin').products.update({
      names: ['widgets'],
      name: 'Gizmos',
      description: 'Now <i>smaller</i>',
      default_milestone: 'm1',
      has_unconfirmed: false,
      is_open: false,
    })
    expect(answer).toEqual({
      products: [
        {
          id,
          changes: {
            name: { removed: 'Widgets', added: 'Gizmos' },
            description: { removed: 'All about Widgets', added: 'Now <i>smaller</i>' },
            default_milestone: { removed: '---', added: 'M1' },
            has_unconfirmed: { removed: '1', added: '0' },
            is_open: { removed: '1', added: '0' },
          },
        },
      ],
    })
    expect(await productNamed(world, 'Gizmos')).toMatchObject({
      id,
      description: 'Now <i>smaller</i>',
      default_milestone: 'M1',
      has_unconfirmed: false,
      is_active: false,
    })
    expect(await productNamed(world, 'Widgets')).toBeUndefined()
    expect((await world.as('admin').products.enterable()).ids).not.toContain(id)
  })

  it('changes all products that ids and names name, each once [PROD-22]', async () => {
    const world = await open()
    const { id: widgets = 0 } = (await productNamed(world, 'Widgets')) ?? {}
    const { id: gadgets = 0 } = (await productNamed(world, 'Gadgets')) ?? {}
    const { products } = await world
      .as('admin')
      .products.update({ ids: [widgets, widgets], names: ['Gadgets', 'Widgets'], is_open: false })
    const changes = { is_open: { removed: '1', added: '0' } }
    expect(products).toEqual([
      { id: widgets, changes },
      { id: gadgets, changes },
    ])
  })

  it('answers no change of a field set to the value it had, and then writes nothing [PROD-28]', async () => {
    const world = await open()
    const { id = 0 } = (await productNamed(world, 'Widgets')) ?? {}
    const heard: unknown[] = []
    world.tracker.on('administration.changed', (event) => void heard.push(event))
    const same = { name: 'Widgets', description: 'All about Widgets', default_milestone: '---', is_open: true }
    expect(await world.as('admin').products.update({ ids: [id], ...same })).toEqual({ products: [{ id, changes: {} }] })
    expect(heard).toEqual([])
    expect(await inStore(world.store, (tx) => tx.count('audit_log'))).toBe(0)
  })

  it('can change only the case of a name [PROD-23]', async () => {
    const world = await open()
    await world.as('admin').products.update({ names: ['Widgets'], name: 'WIDGETS' })
    expect((await productNamed(world, 'widgets'))?.name).toBe('WIDGETS')
  })

  it('refuses a name for several products, and renames none [PROD-24]', async () => {
    const world = await open()
    await expect(
      world.as('admin').products.update({ names: ['Widgets', 'Gadgets'], name: 'Gizmos', is_open: false }),
    ).rejects.toMatchObject({ code: 'param_invalid', number: 53, data: { field: 'name', value: 'Gizmos' } })
    expect((await world.as('admin').products.get()).products.map((one) => [one.name, one.is_active])).toEqual([
      ['Closed', false],
      ['Gadgets', true],
      ['Widgets', true],
    ])
  })

  it('refuses a default milestone that the product does not have [PROD-26]', async () => {
    const world = await open()
    await expect(
      world.as('admin').products.update({ names: ['Widgets', 'Gadgets'], default_milestone: 'M1' }),
    ).rejects.toMatchObject({
      code: 'product_must_define_defaultmilestone',
      number: 705,
      data: { field: 'default_milestone', value: 'M1', accepted: ['---'] },
    })
    expect((await productNamed(world, 'Widgets'))?.default_milestone).toBe('---')
  })

  it.each<[what: string, input: object, code: string, number: number, field: string | undefined]>([
    ['[ERR-02] no product', { name: 'x' }, 'params_required', 50, undefined],
    ['an unknown product', { names: ['Widgets', 'Nothing'] }, 'object_does_not_exist', 51, 'names'],
    ['an unknown id', { ids: [999] }, 'object_does_not_exist', 51, 'ids'],
    ['a blank name', { names: ['Widgets'], name: ' ' }, 'product_blank_name', 700, 'name'],
    ['a long name', { names: ['Widgets'], name: 'x'.repeat(65) }, 'product_name_too_long', 701, 'name'],
    ['a name in use', { names: ['Widgets'], name: 'gadgets' }, 'product_name_already_in_use', 702, 'name'],
    [
      'a blank description',
      { names: ['Widgets'], description: '' },
      'product_must_have_description',
      703,
      'description',
    ],
    ['an unknown input', { names: ['Widgets'], version: '2' }, 'unknown_parameter', 53, 'version'],
  ])('refuses %s', async (_what, input, code, number, field) => {
    const world = await open()
    await expect(world.as('admin').products.update(input)).rejects.toMatchObject({
      code,
      number,
      data: field === undefined ? {} : { field },
    })
  })

  it('is for members of editcomponents', async () => {
    const world = await open()
    const input = { names: ['Widgets'], is_open: false }
    await expect(world.as('alice').products.update(input)).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    await expect(world.as(null).products.update(input)).rejects.toMatchObject({ number: 410 })
  })

  it('is permitted to members of groups with that right in the product, only there', async () => {
    const world = await open()
    await grantProducts(world)
    const close = (names: string[], who = 'ivan') => world.as(who).products.update({ names, is_open: false })
    const denied = { code: 'product_admin_denied', number: 304, data: { field: 'names', value: 'Gadgets' } }
    await expect(close(['Widgets', 'Gadgets'])).rejects.toMatchObject(denied)
    expect((await productNamed(world, 'Widgets'))?.is_active).toBe(true)
    expect((await close(['Widgets'])).products[0]?.changes).toEqual({ is_open: { removed: '1', added: '0' } })
    await expect(close(['Widgets'], 'alice')).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    const product = { name: 'New', description: 'x', version: '1' }
    await expect(world.as('ivan').products.create(product)).rejects.toMatchObject({ number: 304 })
  })

  it('answers for a product that is hidden from the administrator as for none [GEN-28]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      const [right] = await tx.select({ from: 'groups', where: { col: 'name', eq: 'editcomponents' } })
      const [alice] = await tx.select({ from: 'users', where: { col: 'login', eq: 'alice@example.com' } })
      await tx.insert('user_groups', [{ user_id: alice?.id ?? 0, group_id: right?.id ?? 0, kind: 'direct' }])
      await bumpCatalogueVersion(tx)
    })
    for (const value of ['Vault', 'Nothing']) {
      await expect(world.as('alice').products.update({ names: [value], is_open: false })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        number: 51,
        data: { field: 'names', value },
      })
    }
  })

  it('leaves an entry in the audit log, and fires an event after the commit', async () => {
    const world = await open()
    const heard: unknown[] = []
    world.tracker.on('administration.changed', (event) => void heard.push(event))
    await world.as('admin').products.update({ names: ['Widgets'], name: 'Gizmos', is_open: false })
    const rows = await inStore(world.store, (tx) => tx.select({ from: 'audit_log' }))
    expect(rows.map(({ class: kind, field, removed, added }) => [kind, field, removed, added])).toEqual([
      ['Product', 'name', 'Widgets', 'Gizmos'],
      ['Product', 'is_open', '1', '0'],
    ])
    expect(heard).toMatchObject([
      {
        class: 'Product',
        object_id: rows[0]?.object_id,
        user_id: rows[0]?.user_id,
        at: world.clock.now(),
        changes: [
          { field: 'name', removed: 'Widgets', added: 'Gizmos' },
          { field: 'is_open', removed: '1', added: '0' },
        ],
      },
    ])
  })
})
