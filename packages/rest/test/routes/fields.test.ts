import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('/rest/field/bug', (open) => {
  it('lists and reads fields [FLD-01] [FLD-02]', async () => {
    const site = await open()
    const { body } = await site.get('/field/bug')
    expect(body.fields[8]).toMatchObject({ id: 9, name: 'bug_status' })
    for (const path of ['/field/bug/9', '/field/bug/bug_status', '/field/bug?names=bug_status'])
      expect((await site.get(path)).body).toEqual({ fields: [body.fields[8]] })
    expect((await site.get('/field/bug/9?names=priority')).body.fields).toHaveLength(2)
    for (const path of ['/field/bug/status', '/field/bug/99'])
      expect(await site.get(path)).toMatchObject({ status: 404, body: { error: true, code: 51 } })
  })

  it('answers legal values [FLD-03] [FLD-05] [FLD-06]', async () => {
    const site = await open()
    expect((await site.get('/field/bug/op_sys/values')).body).toEqual({
      values: ['All', 'Windows', 'Mac OS', 'Linux', 'Other'],
    })
    expect((await site.get('/field/bug/version/1/values')).body).toEqual({ values: ['1.0'] })
    expect(await site.get('/field/bug/version/values')).toMatchObject({ status: 400, body: { code: 50 } })
    expect(await site.get('/field/bug/version/99/values')).toMatchObject({ status: 401, body: { code: 106 } })
    expect(await site.get('/field/bug/summary/values')).toMatchObject({ status: 404, body: { code: 108 } })
  })

  it('creates, changes and removes custom fields [FLD-21]', async () => {
    const site = await open()
    const colour = { name: 'colour', display_name: 'Colour', type: '2', is_on_bug_entry: 1 }
    const { body } = await site.post('/field/bug', colour, { as: 'admin' })
    const { id } = body
    expect(body).toEqual({ id, name: 'cf_colour' })
    expect((await site.get('/field/bug/cf_colour')).body).toMatchObject({ fields: [{ id, is_on_bug_entry: true }] })
    const path = '/field/bug/cf_colour'
    expect(await site.put(path, { is_obsolete: true }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { fields: [{ id, changes: { is_obsolete: { removed: '0', added: '1' } } }] },
    })
    expect(await site.put(path, {}, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.post('/field/bug', colour)).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put('/field/bug/cf_none', {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.ask('DELETE', `/field/bug/${id}`, { as: 'admin' })).toMatchObject({ status: 200 })
    expect(await site.get(path)).toMatchObject({ status: 404 })
  })

  it('adds, renames and removes legal values [FLD-03] [FLD-04]', async () => {
    const site = await open()
    const values = async () => (await site.get('/field/bug/priority/values')).body['values']
    const urgent = { name: 'Urgent', sort_key: '50' }
    expect(await site.post('/field/bug/priority/values', urgent, { as: 'admin' })).toMatchObject({ status: 200 })
    const path = '/field/bug/priority/values/Urgent'
    expect(await site.put(path, { name: 'Now/Then' }, { as: 'admin' })).toMatchObject({
      status: 200,
      body: { values: [{ changes: { name: { removed: 'Urgent', added: 'Now/Then' } } }] },
    })
    expect(await values()).toEqual(['Now/Then', 'Highest', 'High', 'Normal', 'Low', 'Lowest', '---'])
    expect(await site.put(path, {}, { as: 'admin' })).toMatchObject({ status: 404, body: { code: 51 } })
    expect(await site.put(path, {}, { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.post('/field/bug/priority/values', urgent)).toMatchObject({ status: 401, body: { code: 410 } })
    const renamed = `/field/bug/priority/values/${encodeURIComponent('Now/Then')}`
    expect(await site.ask('DELETE', renamed, { as: 'admin' })).toMatchObject({ status: 200 })
    expect(await values()).not.toContain('Now/Then')
  })
})
