import { expect, it } from 'vitest'
import { aNumber, onAnySite } from '../harness.js'

onAnySite('saved searches over REST', (open) => {
  it('are saved, listed and removed by their owner [USR-52]', async () => {
    const site = await open()
    const search = { name: 'Mine', query: 'product=Widgets' }
    const { body } = await site.post('/saved_search', search, { as: 'bob' })
    expect(body).toEqual({ id: aNumber })
    const view = { id: body.id, ...search, kind: 'search', user: 'bob@example.com', shared_with: null }
    for (const path of ['/saved_search', `/saved_search/${body.id}`]) {
      expect((await site.get(path, { as: 'bob' })).body).toEqual({ saved_searches: [view] })
    }
    expect((await site.get('/user/bob@example.com', { as: 'bob' })).body.users).toMatchObject([
      { saved_searches: [{ id: body.id, ...search }], saved_reports: [] },
    ])
    const path = `/saved_search/${body.id}`
    expect(await site.get(path, { as: 'eve' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.ask('DELETE', path, { as: 'eve', body: {} })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.ask('DELETE', path, { body: {} })).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.ask('DELETE', path, { as: 'bob', body: {} })).toMatchObject({ status: 200 })
    expect((await site.get('/saved_search', { as: 'bob' })).body).toEqual({ saved_searches: [] })
  })
})
