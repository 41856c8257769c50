import { expect, it } from 'vitest'
import { inStore, setParameter } from '../../../test/bug-rows.js'
import { onAnyStore, type World } from '../../../test/harness.js'
import { join, rowsOf } from '../../../test/people.js'

async function openClassified(open: () => Promise<World>): Promise<World> {
  const world = await open()
  await inStore(world.store, (tx) => setParameter(tx, 'useclassification', '1'))
  return world
}

/** Each classification with its products. */
const productsByClassification = async (world: World, who: string | null) => {
  const { classifications } = await world.as(who).classifications.get()
  return Object.fromEntries(classifications.map((one) => [one.name, one.products.map((product) => product.name)]))
}

onAnyStore('classifications', (open) => {
  it('can be created, read, changed and removed [PROD-32]', async () => {
    const world = await openClassified(open)
    const admin = world.as('admin').classifications
    const { id } = await admin.create({ name: 'Hardware', description: 'Things', sort_key: 3 })
    const made = { id, name: 'Hardware', description: 'Things', sort_key: 3, products: [] }
    expect((await admin.get({ ids: [id] })).classifications).toEqual([made])
    const change = { name: 'Metal', description: 'Hard things', sort_key: 0, products: ['widgets'] }
    expect((await admin.update({ names: ['hardware'], ...change })).classifications).toEqual([
      {
        id,
        changes: {
          name: { removed: 'Hardware', added: 'Metal' },
          description: { removed: 'Things', added: 'Hard things' },
          sort_key: { removed: '3', added: '0' },
          products: { removed: '', added: 'Widgets' },
        },
      },
    ])
    expect((await admin.update({ ids: [id], products: ['Widgets'] })).classifications).toEqual([{ id, changes: {} }])
    expect(await productsByClassification(world, 'alice')).toEqual({
      Metal: ['Widgets'],
      Unclassified: ['Closed', 'Gadgets'],
    })
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    expect(products[0]?.classification).toBe('Metal')
    expect(await admin.delete({ names: ['Metal'] })).toEqual({ classifications: [{ id }] })
    expect(await productsByClassification(world, 'alice')).toEqual({ Unclassified: ['Closed', 'Gadgets', 'Widgets'] })
    expect(
      (await rowsOf(world, 'audit_log')).map((row) => `${row.class} ${row.field} ${row.removed} ${row.added}`),
    ).toEqual([
      'Classification __create__ null Hardware',
      'Product classification Unclassified Hardware',
      'Classification name Hardware Metal',
      'Classification description Things Hard things',
      'Classification sort_key 3 0',
      'Product classification Metal Unclassified',
      'Classification __remove__ Metal null',
    ])
  })

  it('are shown while they are in use, and to administrators always', async () => {
    const world = await open()
    for (const who of ['alice', null])
      await expect(world.as(who).classifications.get()).rejects.toMatchObject({
        code: 'auth_classification_not_enabled',
        number: 900,
      })
    expect(Object.keys(await productsByClassification(world, 'admin'))).toEqual(['Unclassified'])
    await inStore(world.store, (tx) => setParameter(tx, 'useclassification', '1'))
    for (const who of ['alice', null])
      expect(Object.keys(await productsByClassification(world, who))).toEqual(['Unclassified'])
  })

  it('that hold no product for the caller are answered as absent [GEN-28]', async () => {
    const world = await openClassified(open)
    const { id } = await world.as('admin').classifications.create({ name: 'Treasure' })
    await world.tracker.asSystem().classifications.update({ ids: [id], products: ['Vault'] })
    for (const who of ['alice', null]) {
      expect(await productsByClassification(world, who)).toEqual({ Unclassified: ['Closed', 'Gadgets', 'Widgets'] })
      const asked = await world.as(who).classifications.get({ ids: [id, 999], names: ['Treasure', 'None'] })
      expect(asked.classifications).toEqual([])
    }
    expect(await productsByClassification(world, 'ivan')).toMatchObject({ Treasure: ['Vault'] })
    await join(world, 'carl', 'editclassifications')
    expect(await productsByClassification(world, 'carl')).toMatchObject({ Treasure: [] })
    for (const value of ['Vault', 'Nothing'])
      await expect(world.as('carl').classifications.update({ ids: [1], products: [value] })).rejects.toMatchObject({
        code: 'object_does_not_exist',
        data: { kind: 'product', field: 'products', value },
      })
  })

  it('always include the first one, which cannot be removed', async () => {
    const world = await open()
    await expect(world.as('admin').classifications.delete({ ids: [1] })).rejects.toMatchObject({
      code: 'still_in_use',
      data: { kind: 'classification', value: 'Unclassified' },
    })
    await world.as('admin').classifications.update({ ids: [1], name: 'All' })
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    expect(products[0]?.classification).toBe('All')
  })

  it('are refused with blank, long and taken names and with sort keys out of range', async () => {
    const world = await open()
    const admin = world.as('admin').classifications
    await admin.create({ name: 'Hardware' })
    for (const [input, code, field] of [
      [{ name: ' ' }, 'name_blank', 'name'],
      [{ name: 'x'.repeat(65) }, 'name_too_long', 'name'],
      [{ name: 'unclassified' }, 'name_in_use', 'name'],
      [{ name: 'x', sort_key: -1 }, 'sort_key_invalid', 'sort_key'],
      [{ name: 'x', sort_key: 32_768 }, 'sort_key_invalid', 'sort_key'],
    ] as const) {
      await expect(admin.create(input)).rejects.toMatchObject({ code, data: { field } })
      await expect(admin.update({ names: ['Hardware'], ...input })).rejects.toMatchObject({ code, data: { field } })
    }
    const both = { names: ['Hardware', 'Unclassified'] }
    await expect(admin.update({ ...both, name: 'One' })).rejects.toMatchObject({ code: 'param_invalid' })
    await expect(admin.update({ ...both, products: ['Widgets'] })).rejects.toMatchObject({ code: 'param_invalid' })
    await expect(admin.update({})).rejects.toMatchObject({ code: 'params_required' })
    expect((await admin.get()).classifications.map((one) => one.name)).toEqual(['Hardware', 'Unclassified'])
  })

  it('are administered by members of editclassifications', async () => {
    const world = await open()
    const acts = (who: string | null) => [
      () => world.as(who).classifications.create({ name: 'Hardware' }),
      () => world.as(who).classifications.update({ names: ['Hardware'], sort_key: 1 }),
      () => world.as(who).classifications.delete({ names: ['Hardware'] }),
    ]
    for (const act of acts('alice')) await expect(act()).rejects.toMatchObject({ code: 'auth_failure', number: 304 })
    for (const act of acts(null)) await expect(act()).rejects.toMatchObject({ number: 410 })
    await join(world, 'carl', 'editclassifications')
    for (const act of acts('carl')) await act()
  })
})
