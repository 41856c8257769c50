import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/product/…/group_control', (open) => {
  it('reads and changes how groups apply to a product [GRP-27]', async () => {
    const site = await open()
    const { id: group_id } = await site.system.groups.create({ name: 'secret', description: 'Secret' })
    const change = { member_control: 'shown', other_control: 'na', canedit: '1' }
    expect(await site.put('/product/Widgets/group_control/secret', change, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { group_controls: [{ product_id: 1, group_id, changes: { canedit: { removed: '0', added: '1' } } }] },
    })
    await site.put(`/product/1/group_control/${group_id}`, { canedit: 0 }, { as: 'admin' })
    await site.put('/product/1/group_control', { group: 'secret', entry: true }, { as: 'admin' })
    for (const path of ['/product/Widgets/group_control', '/product/1/group_control', '/group_control'])
      expect((await site.get(path, { as: 'admin' })).body).toMatchObject({
        group_controls: [{ product: 'Widgets', group: 'secret', member_control: 'shown', canedit: false, entry: true }],
      })
    const path = '/product/Widgets/group_control/secret'
    expect(await site.put(path, {}, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.put(path, {})).toMatchObject({ status: 401, body: { code: 410 } })
    for (const none of ['/product/Widgets/group_control/none', '/product/None/group_control/secret'])
      expect(await site.put(none, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
  })
})
