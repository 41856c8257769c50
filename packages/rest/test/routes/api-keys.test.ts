import { expect, it } from 'vitest'
import { aNumber, aText, onAnySite } from '../harness.js'

onAnySite('/rest/api_key', (open) => {
  it('makes, lists and revokes API keys [AUTH-23]', async () => {
    const site = await open()
    const made = await site.post('/api_key', { description: 'Build', expires: '2027-01-01T00:00:00Z' }, { as: 'bob' })
    expect(made).toMatchObject({ status: 200, body: { id: aNumber, api_key: aText } })
    const { id, api_key } = made.body
    const { body } = await site.get('/api_key', { as: 'bob' })
    expect(body['api_keys']).toMatchObject([
      { user: 'bob@example.com' },
      { id, prefix: api_key.slice(0, 6), expires: '2027-01-01T00:00:00Z', last_used: null, is_revoked: false },
    ])
    const headers = { 'X-Tracker-API-Key': api_key }
    expect(await site.get('/whoami', { headers })).toMatchObject({ status: 200 })
    expect((await site.put(`/api_key/${id}`, { is_revoked: true }, { as: 'bob' })).body).toEqual({
      api_keys: [{ id, changes: { is_revoked: { removed: '0', added: '1' } } }],
    })
    expect(await site.get('/whoami', { headers })).toMatchObject({ status: 401, body: { code: 306 } })
    expect((await site.get(`/api_key/${id}`, { as: 'bob' })).body['api_keys']).toMatchObject([{ is_revoked: true }])
  })

  it('answers for the API keys of others as for absent ones [AUTH-23]', async () => {
    const site = await open()
    const { id } = (await site.post('/api_key', {}, { as: 'bob' })).body
    expect(await site.put(`/api_key/${id}`, { is_revoked: true }, { as: 'eve' })).toMatchObject({
      status: 404,
      body: { code: 51 },
    })
    expect(await site.get('/api_key/9999', { as: 'eve' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.get('/api_key')).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.get('/api_key?user=bob@example.com', { as: 'eve' })).toMatchObject({ status: 401 })
  })
})
