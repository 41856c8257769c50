import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/version and /rest/milestone', (open) => {
  it.each([
    ['[PROD-30]', 'version', 'versions'],
    ['[PROD-31]', 'milestone', 'milestones'],
  ])('%s /rest/%s creates, lists, reads, changes and removes', async (_rule, one, many) => {
    const site = await open()
    const { body: made } = await site.post(
      `/${one}`,
      { product: 'Widgets', name: '2.0', sort_key: '7' },
      { as: 'admin' },
    )
    const { id } = made
    const dates = one === 'milestone' ? { start_date: null, due_date: null } : {}
    const view = { id, product: 'Widgets', name: '2.0', sort_key: 7, is_active: true, ...dates }
    for (const path of [`/${one}/${id}`, `/${one}/Widgets/2.0`])
      expect((await site.get(path)).body).toEqual({ [many]: [view] })
    expect((await site.get(`/${one}/Widgets`)).body[many]).toHaveLength(2)
    expect((await site.get(`/${one}/${id}?ids=1`)).body[many]).toHaveLength(2)
    expect(await site.put(`/${one}/Widgets/2.0`, { is_active: 'false' }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { [many]: [{ id, changes: { is_active: { removed: '1', added: '0' } } }] },
    })
    expect(await site.put(`/${one}/Widgets/2.0`, {}, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.put(`/${one}/Widgets/2.0`, {})).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put(`/${one}/Widgets/9`, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect((await site.ask('DELETE', `/${one}/${id}`, { as: 'admin' })).body).toEqual({ [many]: [{ id }] })
    expect((await site.get(`/${one}/${id}`)).body).toEqual({ [many]: [] })
  })

  it('leave GET /rest/version to the version of the server', async () => {
    const site = await open()
    expect((await site.get('/version')).body).toEqual({ version: expect.any(String) as string })
  })
})
