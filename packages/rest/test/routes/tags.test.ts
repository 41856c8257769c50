import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

onAnySite('/rest/bug/{id}/tags', (open) => {
  it('puts the caller’s own tags on a bug and takes them off [BUG-G-31] [BUG-G-32]', async () => {
    const site = await open()
    const { id } = (await site.post('/bug', { ...bug, alias: 'blink' }, { as: 'bob' })).body
    expect(await site.put('/bug/blink/tags', { add: ['Soon', 'to do'] }, { as: 'alice' })).toMatchObject({
      status: 200,
      body: { bugs: [{ id, tags: ['soon', 'to do'] }] },
    })
    expect((await site.put(`/bug/${id}/tags`, { add: 'new', remove: ['soon'] }, { as: 'alice' })).body).toEqual({
      bugs: [{ id, tags: ['new', 'to do'] }],
    })
    const seen = async (as: 'alice' | 'bob', query = '') => (await site.get(`/bug/${id}${query}`, { as })).body.bugs[0]
    expect((await seen('alice', '?include_fields=tags'))?.['tags']).toEqual(['new', 'to do'])
    expect((await seen('bob', '?include_fields=_extra'))?.['tags']).toEqual([])
    expect(await seen('alice')).not.toHaveProperty('tags')
  })

  it('changes several bugs at once', async () => {
    const site = await open()
    const [a, b] = [await site.post('/bug', bug, { as: 'bob' }), await site.post('/bug', bug, { as: 'bob' })]
    const { body } = await site.put(`/bug/${b.body.id}/tags`, { ids: [a.body.id], add: ['x'] }, { as: 'alice' })
    expect(body).toEqual({ bugs: [b, a].map((made) => ({ id: made.body.id, tags: ['x'] })) })
    expect((await site.get('/bug?tags=x', { as: 'alice' })).body.bugs).toHaveLength(2)
    expect((await site.get('/bug?tags=x', { as: 'eve' })).body.bugs).toHaveLength(0)
  })

  it('answers 404 for a bug that does not exist, 401 for the logged-out, 400 for what cannot be a tag', async () => {
    const site = await open()
    const { id } = (await site.post('/bug', bug, { as: 'bob' })).body
    expect(await site.put('/bug/99/tags', { add: ['x'] }, { as: 'alice' })).toMatchObject({
      status: 404,
      body: { code: 101 },
    })
    expect(await site.put(`/bug/${id}/tags`, { add: ['x'] })).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put(`/bug/${id}/tags`, { add: [''] }, { as: 'alice' })).toMatchObject({
      status: 400,
      body: { code: 50 },
    })
  })
})
