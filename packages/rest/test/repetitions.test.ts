import { expect, it } from 'vitest'
import { onAnySite, type Fields, type Site } from './harness.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
const attachment = { data: 'eA==', file_name: 'x.txt', summary: 'x', content_type: 'text/plain' }

/** Bug 1, with the alias `blink` and attachment 1; bug 2; and a group. */
async function addThings(site: Site): Promise<Site> {
  const { system } = site
  await system.bugs.create({ ...bug, alias: 'blink' })
  await system.bugs.create(bug)
  await system.attachments.create({ ...attachment, data: new Uint8Array([120]), ids: [1] })
  await system.groups.create({ name: 'crew', description: 'x' })
  return site
}

onAnySite('a body that repeats what the path says', (open) => {
  it.each<[method: 'POST' | 'PUT', path: string, Fields, repeated: Fields]>([
    ['PUT', '/bug/1', { whiteboard: 'y' }, { id_or_alias: 1, ids: [1], id: 1 }],
    ['PUT', '/bug/1', { whiteboard: 'z' }, { id_or_alias: ['1'], comment: { body: 'x', is_markdown: false } }],
    ['PUT', '/bug/blink', { whiteboard: 'w' }, { id_or_alias: 'blink', id: 1, bug_id: 1 }],
    ['POST', '/bug/1/comment', { comment: 'x' }, { id: '1', ids: [1], bug_id: 1, is_markdown: false }],
    ['POST', '/bug/1/attachment', attachment, { id_or_alias: 1, bug_id: '1', ids: ['1'] }],
    ['PUT', '/bug/attachment/1', { summary: 'y' }, { attachment_id: 1, ids: [1], id: 1 }],
    ['PUT', '/bug/comment/1/tags', { add: ['tag'] }, { comment_id: 1, id: 1 }],
    ['PUT', '/product/Widgets', { description: 'y' }, { id_or_name: 'Widgets', names: ['Widgets'] }],
    ['PUT', '/group/crew', { description: 'y' }, { id_or_name: 'crew' }],
    ['PUT', '/user/eve@example.com', { full_name: 'Eve' }, { id_or_name: 'eve@example.com' }],
    ['PUT', '/component/Widgets/UI', { description: 'y' }, { product: 'Widgets' }],
    ['POST', '/bug_user_last_visit/1', {}, { id: 1, ids: [1] }],
    ['POST', '/bug', bug, { is_markdown: '0' }],
  ])('is accepted by %s %s %j with %j', async (method, path, input, repeated) => {
    const site = await addThings(await open())
    const { status, body } = await site.ask(method, path, { body: { ...input, ...repeated }, as: 'admin' })
    expect([status, body.message]).toEqual([200, undefined])
  })

  it.each<[method: 'POST' | 'PUT', path: string, Fields, field: string]>([
    ['PUT', '/bug/1', { id_or_alias: 2 }, 'id_or_alias'],
    ['PUT', '/bug/1', { id_or_alias: [1, 2] }, 'id_or_alias'],
    ['PUT', '/bug/blink', { id_or_alias: 'other' }, 'id_or_alias'],
    ['POST', '/bug/1/comment', { comment: 'x', id: 2 }, 'id'],
    ['POST', '/bug/1/comment', { comment: 'x', ids: [1, 2] }, 'ids'],
    ['POST', '/bug/1/comment', { comment: 'x', private: true, is_private: false }, 'private'],
    ['PUT', '/bug/attachment/1', { summary: 'y', attachment_id: 2 }, 'attachment_id'],
    ['PUT', '/bug/attachment/1', { summary: 'y', bug_id: 1 }, 'bug_id'],
    ['PUT', '/product/Widgets', { description: 'y', id_or_name: 'Gadgets' }, 'id_or_name'],
    ['PUT', '/component/Widgets/UI', { description: 'y', product: 'Gadgets' }, 'product'],
  ])('is refused by %s %s %j where %s contradicts the path', async (method, path, input, field) => {
    const site = await addThings(await open())
    const { status, body } = await site.ask(method, path, { body: input, as: 'admin' })
    expect([status, body.code, body['field']]).toEqual([400, 53, field])
  })

  it('may call is_private of a comment private [COM-11]', async () => {
    const site = await addThings(await open())
    const { id } = (await site.post('/bug/1/comment', { comment: 'x', private: true }, { as: 'admin' })).body
    const { body } = await site.get(`/bug/comment/${id}`, { as: 'admin' })
    expect(body['comments']).toMatchObject({ [id]: { is_private: true } })
  })
})
