import { expect, it } from 'vitest'
import { addCustomField, inStore } from '../../../test/bug-rows.js'
import { onAnyStore } from '../../../test/harness.js'
import { bumpCatalogueVersion } from '../../setup/catalogue.js'

onAnyStore('fields.values', (open) => {
  it('answers the active values in order, by either name of the field [FLD-03] [FLD-04]', async () => {
    const world = await open()
    await inStore(world.store, async (tx) => {
      await tx.update('legal_values', { col: 'name', eq: 'Low' }, { is_active: false })
      await tx.update('legal_values', { col: 'name', eq: '---' }, { sort_key: 1 })
      await bumpCatalogueVersion(tx)
    })
    const values = async (field: string) => (await world.as(null).fields.values({ field })).values
    expect(await values('priority')).toEqual(['---', 'Highest', 'High', 'Normal', 'Lowest'])
    expect(await values('status')).toEqual(['UNCONFIRMED', 'CONFIRMED', 'IN_PROGRESS', 'RESOLVED', 'VERIFIED'])
    for (const [api, internal] of [
      ['status', 'bug_status'],
      ['severity', 'bug_severity'],
      ['platform', 'rep_platform'],
    ] as const)
      expect(await values(api)).toEqual(await values(internal))
    expect(await values('resolution')).toContain('')
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_colours', type: 3 }, ['red', 'blue']))
    expect(await values('cf_colours')).toEqual(['red', 'blue'])
  })

  it('answers the values of a product, inactive ones too [FLD-05]', async () => {
    const world = await open()
    await world.as('admin').versions.update({ product: 'Widgets', names: ['2.0'], is_active: false })
    const { products } = await world.as('alice').products.get({ names: ['Widgets'] })
    const product_id = products[0]?.id as number
    const values = async (field: string) => (await world.as('alice').fields.values({ field, product_id })).values
    expect(await values('version')).toEqual(['1.0', '2.0'])
    expect(await values('component')).toEqual(['Core', 'UI'])
    expect(await values('target_milestone')).toEqual(['---', 'M1'])
    expect(await values('priority')).toContain('Highest')
  })

  it('asks for the product where values belong to one, and knows no hidden one [FLD-06]', async () => {
    const world = await open()
    for (const field of ['version', 'component', 'target_milestone'])
      await expect(world.as('alice').fields.values({ field })).rejects.toMatchObject({
        code: 'param_required',
        number: 50,
        data: { field: 'product_id' },
      })
    const { products } = await world.as('ivan').products.get({ names: ['Vault'] })
    for (const value of [products[0]?.id as number, 9999])
      await expect(world.as('alice').fields.values({ field: 'version', product_id: value })).rejects.toMatchObject({
        code: 'product_access_denied',
        number: 106,
        data: { field: 'product_id', value },
      })
  })

  it('refuses fields that have no values of this kind', async () => {
    const world = await open()
    await inStore(world.store, (tx) => addCustomField(tx, { name: 'cf_old', type: 2, is_obsolete: true }, ['---']))
    for (const value of ['summary', 'product', 'classification', 'keywords', 'nothing', 'cf_old', ''])
      await expect(world.as('alice').fields.values({ field: value })).rejects.toMatchObject({
        code: 'invalid_field_name',
        number: 108,
        data: { field: 'field', value },
      })
  })
})
