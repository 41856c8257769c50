import { expect, it } from 'vitest'
import { onAnySite } from '../harness.js'

onAnySite('parameters and the audit log', (open) => {
  it('can be changed by those with the right [SRV-13]', async () => {
    const site = await open()
    const parameters = { requirelogin: true, maxattachmentsize: 2000, urlbase: 'https://bugs.example.com/' }
    expect(await site.put('/parameters', { parameters })).toMatchObject({ status: 401, body: { code: 410 } })
    expect(await site.put('/parameters', { parameters }, { as: 'eve' })).toMatchObject({
      status: 401,
      body: { code: 304 },
    })
    const changed = await site.put('/parameters', { parameters }, { as: 'admin' })
    expect(changed).toMatchObject({
      status: 200,
      body: { changes: { requirelogin: { removed: '0', added: '1' } } },
    })
    expect((await site.get('/parameters', { as: 'admin' })).body.parameters).toMatchObject({
      requirelogin: '1',
      maxattachmentsize: '2000',
      urlbase: 'https://bugs.example.com/',
    })
    expect(await site.get('/product')).toMatchObject({ status: 401, body: { code: 410 } })
    const wrong = { parameters: { nonsense: 1 } }
    expect(await site.put('/parameters', wrong, { as: 'admin' })).toMatchObject({ status: 400, body: { code: 53 } })
  })

  it('can be read by administrators, page by page', async () => {
    const site = await open()
    for (const mailfrom of ['a', 'b', 'c']) {
      await site.put('/parameters', { parameters: { mailfrom } }, { as: 'admin' })
    }
    const path = '/audit_log?class=Parameter&since=2026-01-01T00:00:00Z&limit=2'
    const { body, headers } = await site.get(path, { as: 'admin' })
    expect(body['audit_log']).toMatchObject([
      { added: 'c', user: 'admin@example.com', at: '2026-03-01T12:00:00Z' },
      { added: 'b' },
    ])
    expect(headers.get('Link')).toContain('offset=2')
    expect(await site.get('/audit_log', { as: 'eve' })).toMatchObject({ status: 401, body: { code: 304 } })
    expect(await site.get('/audit_log')).toMatchObject({ status: 401, body: { code: 410 } })
  })
})
