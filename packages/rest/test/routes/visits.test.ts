import { expect, it } from 'vitest'
import { onAnySite, type Ask, type Site } from '../harness.js'

const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

async function file(site: Site, more: object = {}): Promise<number> {
  return (await site.post('/bug', { ...bug, ...more }, { as: 'bob' })).body.id
}

const path = '/bug_user_last_visit'
const last_visit_ts = '2026-03-01T12:00:00Z'

onAnySite('/rest/bug_user_last_visit', (open) => {
  it('records and answers the last visit of the bug in the path [VIS-01] [VIS-03] [VIS-07]', async () => {
    const site = await open()
    const id = await file(site, { alias: 'blink' })
    for (const ref of [id, 'blink'])
      expect(await site.post(`${path}/${ref}`, {}, { as: 'alice' })).toMatchObject({
        status: 200,
        body: [{ id, last_visit_ts }],
      })
    expect((await site.get(`${path}/${id}`, { as: 'alice' })).body).toEqual([{ id, last_visit_ts }])
    expect((await site.get(`${path}/${id}`, { as: 'eve' })).body).toEqual([])
  })

  it('restricts records to the fields asked for [GEN-12] [GEN-15]', async () => {
    const site = await open()
    const id = await file(site)
    await site.post(`${path}/${id}`, {}, { as: 'alice' })
    for (const at of [path, `${path}/${id}`]) {
      expect((await site.get(`${at}?include_fields=id`, { as: 'alice' })).body).toEqual([{ id }])
      expect((await site.get(`${at}?exclude_fields=id`, { as: 'alice' })).body).toEqual([{ last_visit_ts }])
    }
  })

  it('restricts the records that a POST answers to the fields asked for, in the query and in the body', async () => {
    const site = await open()
    const id = await file(site)
    for (const at of [path, `${path}/${id}`]) {
      const body = { ids: [id] }
      expect((await site.post(`${at}?include_fields=id`, body, { as: 'alice' })).body).toEqual([{ id }])
      const cut = { ...body, exclude_fields: ['id'] }
      expect((await site.post(at, cut, { as: 'alice' })).body).toEqual([{ last_visit_ts }])
    }
  })

  it('records and answers several [VIS-02] [VIS-04] [VIS-05]', async () => {
    const site = await open()
    const [a, b] = [await file(site), await file(site)]
    expect((await site.post(path, { ids: [a, String(b)] }, { as: 'alice' })).body).toEqual([
      { id: a, last_visit_ts },
      { id: b, last_visit_ts },
    ])
    expect((await site.get(`${path}/${b}?ids=${a}`, { as: 'alice' })).body).toMatchObject([{ id: b }, { id: a }])
    expect((await site.get(`${path}/${b}?ids=${a}&ids=${b}`, { as: 'alice' })).body).toHaveLength(2)
    expect((await site.get(path, { as: 'alice' })).body).toHaveLength(2)
  })

  it('accepts a list of numbers and aliases [DATA-06]', async () => {
    const site = await open()
    const [a, b, c] = [await file(site, { alias: 'blink' }), await file(site), await file(site)]
    const { body } = await site.post(path, { ids: ['blink', b, String(c), a] }, { as: 'alice' })
    expect(body).toEqual([a, b, c].map((id) => ({ id, last_visit_ts })))
    expect(await site.post(path, { ids: [a, [b]] }, { as: 'alice' })).toMatchObject({
      status: 400,
      body: { error: true },
    })
  })

  it('answers 404 when the path names a bug that does not exist, 400 for other mistakes, 401 for the logged-out', async () => {
    const site = await open()
    const id = await file(site)
    for (const ask of [site.get, (to: string, options?: Ask) => site.post(to, {}, options)]) {
      expect(await ask(`${path}/99`, { as: 'alice' })).toMatchObject({ status: 404, body: { code: 101 } })
      expect(await ask(`${path}/nothing`, { as: 'alice' })).toMatchObject({ status: 404, body: { code: 100 } })
      expect(await ask(`${path}/${id}`)).toMatchObject({ status: 401, body: { code: 410 } })
    }
    expect(await site.post(path, { ids: [99] }, { as: 'alice' })).toMatchObject({ status: 400, body: { code: 101 } })
    expect(await site.post(path, {}, { as: 'alice' })).toMatchObject({ status: 400, body: { code: 50 } })
    expect(await site.get(path)).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
