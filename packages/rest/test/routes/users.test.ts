import { expect, it } from 'vitest'
import { onAnySite, password } from '../harness.js'

onAnySite('users over REST', (open) => {
  it('are changed by path, ids and names together [USR-18] [USR-19]', async () => {
    const site = await open()
    const { users } = (await site.get('/user?match=example&include_fields=id,name', { as: 'admin' })).body
    const idOf = (name: string) => users.find((user) => user['name'] === `${name}@example.com`)?.['id']
    const [alice, bob, eve] = [idOf('alice'), idOf('bob'), idOf('eve')]
    for (const [path, full_name] of [[String(bob), 'One'] as const, ['bob@example.com', 'Two'] as const]) {
      const input = { ids: [String(eve)], names: ['alice@example.com'], full_name }
      const { status, body } = await site.put(`/user/${path}`, input, { as: 'admin' })
      expect(status).toBe(200)
      expect(new Set(body.users.map((user) => user['id']))).toEqual(new Set([alice, bob, eve]))
      expect(body.users[0]).toMatchObject({ changes: { full_name: { added: full_name } } })
    }
  })

  it('log in with a changed password, and not with a disabled account [USR-23] [USR-25] [USR-26]', async () => {
    const site = await open()
    const set = (input: object) => site.put('/user/bob@example.com', input, { as: 'admin' })
    const logIn = (secret: string) => site.get(`/login?login=bob@example.com&password=${encodeURIComponent(secret)}`)
    expect(await set({ password })).toMatchObject({ status: 200, body: { users: [{ changes: { password: {} } }] } })
    expect(await logIn(password)).toMatchObject({ status: 200 })
    await set({ password: 'another one' })
    expect(await logIn(password)).toMatchObject({ status: 401, body: { code: 300 } })
    await set({ login_denied_text: 'Gone fishing' })
    expect(await logIn('another one')).toMatchObject({ status: 401, body: { code: 301 } })
    const { body } = await set({ login_denied_text: '', groups: { add: ['editusers'] }, bless_groups: { set: [] } })
    expect(body.users).toMatchObject([{ changes: { groups: { removed: '', added: 'editusers' } } }])
    // His key went when his password was replaced.
    expect(await site.get('/user/eve@example.com', { as: 'bob' })).toMatchObject({ status: 401, body: { code: 306 } })
    const asBob = `login=bob@example.com&password=${encodeURIComponent('another one')}`
    expect(await site.get(`/user/eve@example.com?${asBob}`)).toMatchObject({
      body: { users: [{ login_denied_text: '' }] },
    })
  })

  it('are changed by those with the right only [USR-11] [USR-12] [USR-22]', async () => {
    const site = await open()
    const input = { full_name: 'Mallory' }
    expect(await site.put('/user/bob@example.com', input)).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put('/user/bob@example.com', input, { as: 'eve' })).toMatchObject({
      status: 401,
      body: { code: 304 },
    })
    expect(await site.put('/user/nobody', input, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    const two = { names: ['eve@example.com'], email: 'new@example.com' }
    expect(await site.put('/user/bob@example.com', two, { as: 'admin' })).toMatchObject({
      status: 400,
      body: { code: 53 },
    })
  })

  it('read and change their mail preferences', async () => {
    const site = await open()
    const changed = await site.put('/preferences', { email: { cc: { comment: 0 } } }, { as: 'bob' })
    expect(changed).toMatchObject({
      status: 200,
      body: { changes: { 'email.cc.comment': { removed: '1', added: '0' } } },
    })
    expect((await site.get('/preferences', { as: 'bob' })).body['email']).toMatchObject({ cc: { comment: false } })
    expect((await site.get('/preferences', { as: 'eve' })).body['email']).toMatchObject({ cc: { comment: true } })
    expect(await site.get('/preferences')).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
