import { expect, it } from 'vitest'
import { onAnySite, type Fields, type Site } from './harness.js'

const blinks = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

async function file(site: Site, more: Fields = {}): Promise<number> {
  const { status, body } = await site.post('/bug', { ...blinks, ...more }, { as: 'alice' })
  expect([status, body]).toEqual([200, { id: expect.any(Number) as unknown }])
  return body.id
}

const later = (site: Site, seconds: number) => (site.clock.now = new Date(site.clock.now.getTime() + seconds * 1000))

onAnySite('bugs over REST', (open) => {
  it('are filed, and are public [GEN-07, GEN-29, DATA-04]', async () => {
    const site = await open()
    const id = await file(site, {
      alias: 'blink',
      cc: 'bob@example.com',
      estimated_time: '2.5',
      deadline: '2026-04-01',
    })
    for (const path of [`/bug/${id}`, '/bug/blink', '/bug/BLINK', `/bug/%23${id}`]) {
      const { status, body } = await site.get(path)
      expect([path, status, body.bugs.length, body['faults']]).toEqual([path, 200, 1, []])
      expect(body.bugs[0]).toMatchObject({
        id,
        summary: 'It blinks',
        alias: ['blink'],
        dupe_of: null,
        creation_time: '2026-03-01T12:00:00Z',
        assigned_to: 'alice',
        is_open: true,
        last_change_time: '2026-03-01T12:00:00Z',
      })
      expect(body.bugs[0]).not.toHaveProperty('estimated_time')
    }
    const { body } = await site.get(`/bug/${id}`, { as: 'alice' })
    expect(body.bugs[0]).toMatchObject({ estimated_time: 2.5, deadline: '2026-04-01', cc: ['bob@example.com'] })
  })

  it('are changed together when path and ids name them [GEN-32]', async () => {
    const site = await open()
    const ids = [await file(site), await file(site), await file(site)]
    later(site, 60)
    const { status, body } = await site.put(
      `/bug/${ids[0]}`,
      { ids: [`${ids[1]}`, ids[0]], priority: 'High' },
      { as: 'alice' },
    )
    expect(status).toBe(200)
    const changed = {
      last_change_time: '2026-03-01T12:01:00Z',
      changes: { priority: { removed: '---', added: 'High' } },
    }
    expect(body.bugs).toEqual(ids.slice(0, 2).map((id) => ({ id, alias: [], ...changed })))
    expect((await site.get(`/bug?priority=High&include_fields=id`)).body.bugs).toEqual(
      ids.slice(0, 2).map((id) => ({ id })),
    )
  })

  it('are changed by query string and body together [GEN-09, GEN-10]', async () => {
    const site = await open()
    const id = await file(site)
    await site.put(`/bug/${id}?priority=High&Bugzilla_api_key=${site.keys.alice}`, {
      priority: 'Low',
      severity: 'major',
    })
    expect((await site.get(`/bug/${id}`)).body.bugs).toMatchObject([{ priority: 'High', severity: 'major' }])
  })

  it.each(['comment', 'attachment'])('can have the alias %s in each path [COM-01] [HIST-02]', async (alias) => {
    const site = await open()
    const { id } = await site.system.bugs.create({ ...blinks, alias })
    for (const part of ['', '/comment', '/attachment', '/history', '/view']) {
      const [byAlias, byId] = [await site.get(`/bug/${alias}${part}`), await site.get(`/bug/${id}${part}`)]
      expect([part, byAlias]).toMatchObject([part, { status: 200, body: byId.body }])
    }
    const tagged = await site.put(`/bug/${alias}/tags`, { add: ['mine'] }, { as: 'admin' })
    expect(tagged.status).toBe(200)
  })

  it('keep private comments from outsiders, in every call [GEN-28, GEN-27]', async () => {
    const site = await open()
    const id = await file(site)
    const secret = { comment: 'The canary is yellow', is_private: 'true' }
    const made = await site.post(`/bug/${id}/comment`, secret, { as: 'admin' })
    expect(made.status).toBe(200)
    expect((await site.get(`/bug/${id}/comment`, { as: 'admin' })).text).toContain('canary')
    const paths = [
      `/bug/${id}`,
      `/bug/${id}/comment`,
      `/bug/${id}/history`,
      `/bug?longdesc=canary`,
      '/bug?include_fields=_all',
    ]
    for (const path of paths) {
      for (const as of [undefined, 'eve', 'alice'] as const) {
        const { status, text } = await site.get(path, { as })
        expect([path, status, text.includes('canary')]).toEqual([path, 200, false])
      }
    }
    const [hidden, absent] = [await site.get(`/bug/comment/${made.body.id}`), await site.get('/bug/comment/999')]
    expect([hidden.status, hidden.text.replaceAll(new RegExp(`\\b${made.body.id}\\b`, 'g'), '999')]).toEqual([
      404,
      absent.text,
    ])
  })

  it('have comments and history, which can be restricted to a time', async () => {
    const site = await open()
    const id = await file(site, { description: 'Zero' })
    later(site, 60)
    const one = await site.post(`/bug/${id}/comment`, { id, comment: 'One' }, { as: 'bob' })
    expect(one.status).toBe(200)
    const since = (path: string) =>
      site.get(`/bug/${id}/${path}?new_since=${encodeURIComponent('2026-03-01 12:00:30')}`)
    expect((await since('comment')).body).toMatchObject({
      bugs: { [id]: { comments: [{ id: one.body.id, text: 'One', creation_time: '2026-03-01T12:01:00Z', count: 1 }] } },
    })
    await site.put(`/bug/${id}`, { summary: 'It glows', cc: { add: 'bob@example.com' } }, { as: 'alice' })
    expect((await since('history')).body.bugs).toMatchObject([
      { id, history: [{ when: '2026-03-01T12:01:00Z', who: 'alice', changes: expect.any(Array) as unknown }] },
    ])
    const other = await file(site)
    const both = (await site.get(`/bug/${id}/comment?ids=${other}&comment_ids=${one.body.id}`)).body
    expect([Object.keys(both.bugs), Object.keys(both['comments'] as Fields)]).toEqual([
      [`${id}`, `${other}`],
      [`${one.body.id}`],
    ])
  })

  it('are answered with faults for those that do not exist when that is asked for', async () => {
    const site = await open()
    const id = await file(site)
    expect((await site.get(`/bug/${id}?ids=99&permissive=1&include_fields=id`)).body).toEqual({
      bugs: [{ id }],
      faults: [{ id: '99', faultCode: 101, faultString: expect.any(String) as unknown }],
    })
    expect((await site.get(`/bug/${id}?ids=99`)).status).toBe(400)
    expect((await site.get(`/bug/99?ids=${id}`)).status).toBe(404)
  })

  it('are cut by a limit, and the response has the cursor of the next page [GEN-33]', async () => {
    const site = await open()
    for (let count = 0; count < 5; count++) await file(site, { summary: `Bug ${count}` })
    const first = await site.get(`/bug?product=Widgets&limit=2&include_fields=id&api_key=${site.keys.alice}`)
    expect(first.body).toMatchObject({ bugs: [{ id: 1 }, { id: 2 }], limit: '2', offset: 0 })
    expect(first.body).not.toHaveProperty('total_matches')
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    expect(next).toBe('/rest/bug?product=Widgets&limit=2&include_fields=id&offset=2')
    const second = await fetch(new URL(next, site.server.url))
    expect(await second.json()).toMatchObject({ bugs: [{ id: 3 }, { id: 4 }], limit: '2', offset: 2 })
    const last = await site.get('/bug?product=Widgets&limit=2&offset=4&include_fields=id')
    expect(last.body).toMatchObject({ bugs: [{ id: 5 }], total_matches: 5 })
    expect([last.headers.get('link'), last.body['limit']]).toEqual([null, undefined])
    expect((await site.get('/bug?limit=2&count_total=1')).body['total_matches']).toBe(5)
    expect((await site.get('/bug')).body['total_matches']).toBe(5)
    expect(await site.get('/bug?offset=2')).toMatchObject({ status: 400, body: { code: 50 } })
  })

  it('are gone on with by a cursor, which the link to the next page has', async () => {
    const site = await open()
    for (let count = 0; count < 3; count++) await file(site, { summary: `Bug ${count}` })
    const first = await site.get('/bug?product=Widgets&order=short_desc%20DESC&limit=2&cursor=*&include_fields=id')
    expect(first.body).toMatchObject({ bugs: [{ id: 3 }, { id: 2 }], limit: '2' })
    const [, next = ''] = /^<(.*)>; rel="next"$/.exec(first.headers.get('link') ?? '') ?? []
    await file(site, { summary: 'Z, before all others' })
    const last = await fetch(new URL(next, site.server.url))
    expect([await last.json(), last.headers.get('link')]).toEqual([{ bugs: [{ id: 1 }], faults: [] }, null])
    const wrong = await site.get('/bug?product=Gadgets&limit=2&cursor=nonsense')
    expect(wrong).toMatchObject({ status: 400, body: { code: 1448 } })
  })

  it('show tags only when extra fields are asked for [GEN-23, GEN-24]', async () => {
    const site = await open()
    const id = await file(site)
    const fields = async (query: string) =>
      Object.keys((await site.get(`/bug/${id}?${query}`, { as: 'alice' })).body.bugs[0] as Fields)
    expect(await fields('')).not.toContain('tags')
    expect(await fields('include_fields=_extra')).toEqual(['tags'])
    expect(await fields('include_fields=_default,tags')).toEqual(expect.arrayContaining(['tags', 'summary']))
  })

  it('have entity tags that stay the same until a bug changes', async () => {
    const site = await open()
    const id = await file(site)
    const tag = async () => (await site.get(`/bug/${id}`, { as: 'alice' })).headers.get('etag')
    const before = await tag()
    later(site, 5)
    expect(await tag()).toBe(before)
    await site.put(`/bug/${id}`, { priority: 'High' }, { as: 'alice' })
    expect(await tag()).not.toBe(before)
  })

  it('are changed with If-Match only as they were seen [ERR-11]', async () => {
    const site = await open()
    const id = await file(site)
    const seen = (await site.get(`/bug/${id}`, { as: 'alice' })).headers.get('etag') as string
    const change = (priority: string, ifMatch: string) =>
      site.put(`/bug/${id}`, { priority }, { as: 'alice', headers: { 'If-Match': ifMatch } })
    later(site, 60)
    expect((await change('High', seen)).status).toBe(200)
    expect(await change('Low', seen)).toMatchObject({ status: 412, body: { error: true, code: 32000 } })
    expect((await site.get(`/bug/${id}`)).body.bugs).toMatchObject([{ priority: 'High' }])
    expect((await change('Low', '*')).status).toBe(200)
    expect((await site.put('/bug/99', {}, { as: 'alice', headers: { 'If-Match': '*' } })).status).toBe(404)
    const created = await site.post('/bug', blinks, { as: 'alice', headers: { 'If-Match': seen } })
    expect(created.status).toBe(400)
    const stale = { priority: 'High', expected_last_change_time: '2026-03-01T12:00:00Z' }
    expect((await site.put(`/bug/${id}`, stale, { as: 'alice' })).status).toBe(400)
  })

  it('are refused with an error that says why [ERR-07]', async () => {
    const site = await open()
    const id = await file(site)
    await site.system.products.create({ name: 'Shut', description: 'x', version: '1.0', is_open: false })
    const refusals: [Fields, number, number][] = [
      [{ ...blinks, product: 'Nothing' }, 400, 51],
      [{ ...blinks, priority: 'Enormous' }, 400, 51],
      [{ ...blinks, summary: '' }, 400, 107],
      [{ ...blinks, colour: 'red' }, 400, 53],
      [{ ...blinks, estimated_time: 'long' }, 400, 52],
      [{ ...blinks, deadline: 'soon' }, 400, 56],
      [{ ...blinks, cc: ['nobody@example.com'] }, 400, 51],
      [{ ...blinks, groups: ['nothing'] }, 400, 51],
      [{ ...blinks, product: 'Shut' }, 400, 32000],
    ]
    for (const [body, status, code] of refusals) {
      const answer = await site.post('/bug', body, { as: 'alice' })
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code])
    }
    const changes: [Fields, number, number][] = [
      [{ status: 'VERIFIED' }, 400, 123],
      [{ resolution: 'FIXED' }, 400, 122],
      [{ status: 'IN_PROGRESS', resolution: 'FIXED' }, 400, 122],
      [{ depends_on: { add: [99] } }, 400, 101],
      [{ dupe_of: id }, 400, 118],
    ]
    for (const [body, status, code] of changes) {
      const answer = await site.put(`/bug/${id}`, body, { as: 'alice' })
      expect([body, answer.status, answer.body.code]).toEqual([body, status, code])
    }
  })
})
