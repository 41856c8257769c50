import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/flag_type', (open) => {
  it('creates, lists, reads and changes flag types [FLAG-01]', async () => {
    const site = await open()
    const input = { name: 'review', description: 'x', inclusions: [{ Widgets: ['UI'] }], is_multiplicable: 0 }
    const { body: made } = await site.post('/flag_type', input, { as: 'admin' })
    for (const path of ['/flag_type', '/flag_type/Widgets', '/flag_type/Widgets/UI', `/flag_type/${made.id}`])
      expect((await site.get(path)).body).toMatchObject({
        bug: [{ id: made.id, name: 'review', is_multiplicable: false }],
        attachment: [],
      })
    for (const path of ['/flag_type/review', `/flag_type/${made.id}`])
      expect(await site.put(path, { sortkey: '5', is_active: 1 }, { as: 'admin' })).toMatchObject({ status: 200 })
    expect((await site.put('/flag_type/review', { sortkey: 6 }, { as: 'admin' })).body).toEqual({
      flagtypes: [{ id: made.id, name: 'review', changes: { sort_key: { removed: '5', added: '6' } } }],
    })
  })

  it('answers 404 when the path names what does not exist, 401 for callers without the right', async () => {
    const site = await open()
    expect(await site.put('/flag_type/none', {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.get('/flag_type/Widgets/Nothing')).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.get('/flag_type/Nothing')).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.get('/flag_type/Nothing/UI')).toMatchObject({ status: 404, body: { code: 51 } })
    const input = { name: 'review', description: 'x' }
    expect(await site.post('/flag_type', input, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.post('/flag_type', input)).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
