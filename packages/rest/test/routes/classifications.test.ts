import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/classification and /rest/keyword', (open) => {
  it.each([
    ['[PROD-32]', 'classification', 'classifications'],
    ['[FLD-20]', 'keyword', 'keywords'],
  ])('%s /rest/%s creates, lists, reads, changes and removes', async (_rule, one, many) => {
    const site = await open()
    const { body: made } = await site.post(`/${one}`, { name: 'Hard', description: 'x' }, { as: 'admin' })
    for (const path of [`/${one}/Hard`, `/${one}/${made.id}`, `/${one}?names=hard`])
      expect((await site.get(path, { as: 'admin' })).body).toMatchObject({ [many]: [{ id: made.id, name: 'Hard' }] })
    expect((await site.get(`/${one}/None`, { as: 'admin' })).body).toEqual({ [many]: [] })
    expect(await site.put(`/${one}/Hard`, { name: 'Soft' }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { [many]: [{ id: made.id, changes: { name: { removed: 'Hard', added: 'Soft' } } }] },
    })
    expect(await site.put(`/${one}/Hard`, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.put(`/${one}/Soft`, {}, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.post(`/${one}`, {})).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.ask('DELETE', `/${one}/Soft`, { as: 'admin' })).toMatchObject({ status: 200 })
    expect((await site.get(`/${one}/Soft`, { as: 'admin' })).body).toEqual({ [many]: [] })
  })

  it('answer no classifications while those are not in use', async () => {
    const site = await open()
    expect(await site.get('/classification/1')).toMatchObject({ status: 400, body: { code: 900 } })
  })
})
