import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/component', (open) => {
  it('creates, lists, reads, changes and removes components [COMP-01]', async () => {
    const site = await open()
    const docs = { product: 'Widgets', name: 'Docs/Help', description: 'x', default_assignee: 'bob@example.com' }
    const { body: made } = await site.post('/component', docs, { as: 'admin' })
    const { id } = made
    const named = `/component/Widgets/${encodeURIComponent('Docs/Help')}`
    for (const path of [named, `/component/${id}`, `/component?ids=${id}`])
      expect((await site.get(path)).body).toMatchObject({ components: [{ id, product: 'Widgets', name: 'Docs/Help' }] })
    for (const path of ['/component/Widgets', '/component', '/component?product=widgets'])
      expect((await site.get(path)).body.components).toHaveLength(2)
    expect(await site.put(named, { is_open: 0 }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { components: [{ id, changes: { is_open: { removed: '1', added: '0' } } }] },
    })
    await site.put(`/component/${id}`, { name: 'Docs' }, { as: 'admin' })
    expect(await site.ask('DELETE', `/component/Widgets/Docs`, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { components: [{ id }] },
    })
    expect((await site.get(`/component/${id}`)).body).toEqual({ components: [] })
  })

  it('answers 404 when the path names what does not exist, 401 for callers without the right', async () => {
    const site = await open()
    for (const path of ['/component/99', '/component/Widgets/None', '/component/None/UI'])
      expect(await site.put(path, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.put('/component/Widgets/UI', {}, { as: 'eve' })).toMatchObject({
      status: 401,
      body: { code: 304 },
    })
    expect(await site.put('/component/Widgets/UI', {})).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
