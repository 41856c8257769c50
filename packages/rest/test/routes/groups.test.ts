import { expect, it } from 'vitest'
import { aNumber, onAnySite } from '../harness.js'

const group = { name: 'security', description: 'The security team' }

onAnySite('groups over REST', (open) => {
  it('are created and read by id and by name [GRP-01] [GRP-17] [GRP-18]', async () => {
    const site = await open()
    const { status, body } = await site.post('/group', { ...group, is_active: 1 }, { as: 'admin' })
    expect([status, body]).toEqual([200, { id: aNumber }])
    const view = { id: body.id, ...group, is_bug_group: 1, user_regexp: '', is_active: 1 }
    for (const path of [`${body.id}`, 'security']) {
      expect((await site.get(`/group/${path}`, { as: 'admin' })).body).toEqual({ groups: [view] })
    }
    const query = `ids=${body.id}&names=SECURITY&names=admin&include_fields=name`
    expect((await site.get(`/group?${query}`, { as: 'admin' })).body).toEqual({
      groups: [{ name: 'security' }, { name: 'admin' }],
    })
  })

  it('are changed by path, ids and names together [GRP-09] [GRP-10] [GRP-16]', async () => {
    const site = await open()
    const ids: number[] = []
    for (const name of ['one', 'two', 'three']) {
      ids.push((await site.post('/group', { ...group, name }, { as: 'admin' })).body.id)
    }
    const input = { ids: [String(ids[1])], names: ['three'], is_active: false }
    const changes = { is_active: { removed: '1', added: '0' } }
    for (const path of ['one', String(ids[0])]) {
      const { status, body } = await site.put(`/group/${path}`, input, { as: 'admin' })
      expect(status).toBe(200)
      const changed = body.groups.toSorted((a, b) => Number(a['id']) - Number(b['id']))
      expect(changed).toEqual(ids.map((id) => ({ id, changes: path === 'one' ? changes : {} })))
    }
    expect(await site.put('/group/one', { names: ['two'], name: 'x' }, { as: 'admin' })).toMatchObject({
      status: 400,
      body: { code: 53 },
    })
  })

  it('come with their members when asked [GRP-22]', async () => {
    const site = await open()
    const { body } = await site.get('/group/admin?membership=1', { as: 'admin' })
    expect(body.groups).toMatchObject([{ membership: [{ name: 'admin@example.com', can_login: true }] }])
    expect((await site.get('/group/admin', { as: 'admin' })).body.groups[0]).not.toHaveProperty('membership')
  })

  it('are shown and changed as the rights of the caller say [GRP-02] [GRP-03] [GRP-20]', async () => {
    const site = await open()
    for (const [method, path] of [['POST', '/group'] as const, ['PUT', '/group/admin'] as const]) {
      expect(await site.ask(method, path, { body: group })).toMatchObject({ status: 401, body: { code: 410 } })
      expect(await site.ask(method, path, { body: group, as: 'eve' })).toMatchObject({
        status: 401,
        body: { code: 304 },
      })
    }
    expect(await site.get('/group')).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.get('/group', { as: 'eve' })).toMatchObject({ status: 200, body: { groups: [] } })
    const texts = ['admin', 'nothing'].map(async (name) => {
      const { status, body } = await site.get(`/group/${name}`, { as: 'eve' })
      return [status, body.code, body.message.replace(name, '')]
    })
    const [hidden, absent] = await Promise.all(texts)
    expect(hidden).toEqual(absent)
    expect(hidden?.slice(0, 2)).toEqual([404, 51])
  })

  it('have routes for what they inherit', async () => {
    const site = await open()
    await site.post('/group', group, { as: 'admin' })
    const changed = await site.put(
      '/group/security/inheritance',
      { membership: { add: ['canconfirm'] } },
      { as: 'admin' },
    )
    expect(changed.body.groups).toMatchObject([{ changes: { membership: { removed: '', added: 'canconfirm' } } }])
    const { body } = await site.get('/group/security/inheritance', { as: 'admin' })
    expect(body.groups).toMatchObject([{ membership: [{ name: 'admin' }, { name: 'canconfirm' }] }])
    expect(await site.get('/group/security/inheritance', { as: 'eve' })).toMatchObject({ status: 401 })
  })
})
