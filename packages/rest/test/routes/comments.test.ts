import { expect, it } from 'vitest'
import { onAnySite, type Site } from '../harness.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

/** A bug with a comment of bob's. */
async function discuss(site: Site, text = 'Buy watches') {
  const { id } = (await site.post('/bug', bug, { as: 'bob' })).body
  const comment = (await site.post(`/bug/${id}/comment`, { comment: text }, { as: 'bob' })).body.id
  return { id, comment }
}

onAnySite('/rest/bug/comment', (open) => {
  it('answers a comment by its id, its text as it was written [COM-07] [COM-05]', async () => {
    const site = await open()
    const text = '# *Bold* <b>&amp;</b>\n\n> `quoted` \\*'
    const { id, comment } = await discuss(site, text)
    const view = { id: comment, bug_id: id, count: 1, text, attachment_id: null, is_private: false, tags: [] }
    expect(await site.get(`/bug/comment/${comment}`)).toMatchObject({
      status: 200,
      body: { bugs: {}, comments: { [comment]: view } },
    })
    const { body } = await site.get(`/bug/${id}/comment?comment_ids=${comment}&new_since=2030-01-01T00:00:00Z`)
    expect(body).toMatchObject({ bugs: { [id]: { comments: [] } }, comments: { [comment]: view } })
    expect(await site.get('/bug/comment/999')).toMatchObject({ status: 404, body: { code: 111 } })
    expect(await site.get('/bug/comment/none')).toMatchObject({ status: 400, body: { code: 52 } })
  })

  it('changes the tags of a comment [COM-16] [COM-17] [COM-18] [COM-19]', async () => {
    const site = await open()
    const { comment } = await discuss(site)
    const path = `/bug/comment/${comment}/tags`
    expect(await site.put(path, { add: ['spam', 'Old'] }, { as: 'alice' })).toMatchObject({
      status: 200,
      body: ['Old', 'spam'],
    })
    expect((await site.put(path, { add: 'new', remove: ['SPAM'] }, { as: 'alice' })).body).toEqual(['new', 'Old'])
    expect((await site.get(`/bug/comment/${comment}`)).body).toMatchObject({
      comments: { [comment]: { tags: ['new', 'Old'] } },
    })
    expect(await site.put(path, { add: ['x'] }, { as: 'alice' })).toMatchObject({ status: 400, body: { code: 128 } })
    expect(await site.put(path, { add: ['spam'] })).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put('/bug/comment/999/tags', { add: ['spam'] }, { as: 'alice' })).toMatchObject({
      status: 404,
      body: { code: 111 },
    })
  })

  it('finds tags by a part of their name [COM-15] [LIM-06] [LIM-07]', async () => {
    const site = await open()
    const { comment } = await discuss(site)
    const add = ['part-0', 'part-1', ...Array.from({ length: 10 }, (_, n) => `more-${n}`)]
    await site.put(`/bug/comment/${comment}/tags`, { add }, { as: 'alice' })
    const found = async (query: string) => (await site.get(`/bug/comment/tags${query}`, { as: 'alice' })).body
    expect(await found('/PART')).toEqual(['part-0', 'part-1'])
    expect(await found('?query=part&limit=1')).toEqual(['part-0'])
    expect(await found('?query=')).toHaveLength(10)
    expect(await found('/e-?limit=99')).toHaveLength(10)
    expect(await site.get('/bug/comment/tags', { as: 'alice' })).toMatchObject({ status: 400, body: { code: 50 } })
    expect(await site.get('/bug/comment/tags/part')).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
