// Limits of a request: excess is rejected, not attempted.
import { expect, it } from 'vitest'
import { onAnySite } from './harness.js'

const many = (count: number, name = 'x') => Array.from({ length: count }, (_, index) => `${name}${index}`)

/** A body with this many keys. */
const keys = (count: number) => Object.fromEntries(many(count).map((name) => [name, 1]))

/** Response to an invalid credential, if it is checked first. */
const wrongKey = { 'X-TRACKER-API-KEY': 'no such key' }

onAnySite('a request to the API', (open) => {
  it('may have a limited number of parameter names, in query and body together', async () => {
    const site = await open()
    const allowed = await site.post('/bug/search', keys(1000))
    expect([allowed.status, allowed.body['ignored']]).toEqual([200, many(100)])
    for (const headers of [{}, wrongKey]) {
      expect(await site.post('/bug/search?y=1', keys(1000), { headers })).toMatchObject({
        status: 400,
        body: { message: 'A request must have at most 1000 different parameters, not 1001.' },
      })
    }
  })

  it('may have a limited number of parameters in its query', async () => {
    const site = await open()
    expect((await site.get(`/version?${'a&'.repeat(1999)}a`)).status).toBe(200)
    expect(await site.get(`/version?${'a&'.repeat(2000)}a`)).toMatchObject({
      status: 400,
      body: { message: 'The query must have at most 2000 parameters, not 2001.' },
    })
  })

  it('may have a limited number of values in its body, to a limited depth', async () => {
    const site = await open()
    const headers = wrongKey
    expect(await site.post('/bug', { ids: Array(20_000).fill(1) }, { headers })).toMatchObject({
      status: 400,
      body: { message: 'The body has more than 20000 values.' },
    })
    const deep = `{"a": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await site.post('/bug', deep, { headers })).toMatchObject({
      status: 400,
      body: { message: 'The body is nested deeper than 32 levels.' },
    })
  })

  it('may have a large body only with credentials, wherever these are', async () => {
    const site = await open()
    const large = { ids: [1], filler: 'x'.repeat(65_536) }
    expect(await site.post('/bug_user_last_visit', large)).toMatchObject({ status: 413 })
    const unknown = { status: 400, body: { code: 53 } }
    expect(await site.post('/bug_user_last_visit', large, { as: 'alice' })).toMatchObject(unknown)
    const { alice } = site.keys
    expect(await site.post('/bug_user_last_visit', { ...large, api_key: alice })).toMatchObject(unknown)
    expect(await site.post(`/bug_user_last_visit?api_key=${alice}`, large)).toMatchObject(unknown)
  })

  it('may have a body of more than 4 MB only where there can be an attachment', async () => {
    const site = await open()
    await site.put('/parameters', { parameters: { maxattachmentsize: 10_000 } }, { as: 'admin' })
    const large = { data: 'AAAA'.repeat(1_050_000) }
    expect(await site.post('/product', large, { as: 'admin' })).toMatchObject({
      status: 413,
      body: { message: 'The request body must be at most 4194304 bytes.' },
    })
    expect(await site.post('/bug/1/attachment', large, { as: 'admin' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('file_name is required') as string },
    })
  })

  it('may have no body of more than 4 MB without an attachment, whatever is configured', async () => {
    const large = { data: 'AAAA'.repeat(1_050_000) }
    const generous = await open({ limits: { bodyBytes: 64 * 1024 ** 2 } })
    expect(await generous.post('/product', large, { as: 'admin' })).toMatchObject({ status: 413 })
    expect(await generous.post('/bug/1/attachment', large, { as: 'admin' })).toMatchObject({ status: 400 })
    const strict = await open({ limits: { bodyBytes: 2 * 1024 ** 2 } })
    for (const path of ['/product', '/bug/1/attachment'])
      expect(await strict.post(path, large, { as: 'admin' })).toMatchObject({ status: 413 })
  })

  it('rejects a long value that is not base64, as a short one', async () => {
    const site = await open({ limits: { bodyBytes: 64 * 1024 ** 2 } })
    const about = { summary: 'A file', file_name: 'a', content_type: 'text/plain' }
    const responses = await Promise.all(
      ['?', '?'.repeat(5_000_000)].map((data) => site.post('/bug/1/attachment', { ...about, data }, { as: 'alice' })),
    )
    expect(responses[0]).toMatchObject({ status: 400, body: { message: expect.stringContaining('data') as string } })
    expect(responses[1]?.body).toEqual(responses[0]?.body)
  })

  it('may have a limited number of names in its body', async () => {
    const site = await open()
    const names = Object.fromEntries(Array.from({ length: 2001 }, (_, n) => [`x${n}`, 1]))
    expect(await site.post('/bug', names, { as: 'alice' })).toMatchObject({
      status: 400,
      body: { message: 'The body has more than 2000 names.' },
    })
  })

  it('with a list that is too long is answered with its name, its length and the limit', async () => {
    const site = await open()
    expect(await site.post('/bug_user_last_visit', { ids: Array(1001).fill(1) }, { as: 'alice' })).toMatchObject({
      status: 400,
      body: { code: 53, message: 'ids accepts at most 1000 entries; 1001 were given.' },
    })
    const body = { see_also: { add: many(1001, 'https://example.com/') } }
    expect(await site.put('/bug/1', body, { as: 'alice' })).toMatchObject({ status: 400, body: { code: 53 } })
    expect(await site.get(`/user?${many(101, 'match=').join('&')}`, { as: 'alice' })).toMatchObject({
      status: 400,
      body: { code: 53, message: 'match accepts at most 100 entries; 101 were given.' },
    })
  })

  it('with a list as one text that is too long is refused before the text is split', async () => {
    const site = await open()
    const names = 'a,'.repeat(1001)
    for (const asked of [
      site.post('/bug/search', { product: 'Widgets', include_fields: names }),
      site.put('/bug/1', { keywords: { add: names } }, { as: 'alice' }),
      site.put('/bug/1', { see_also: { add: ['x'.repeat(140_000)] } }, { as: 'alice' }),
    ])
      expect((await asked).status).toBe(400)
    const { body } = await site.post('/bug/search', { product: 'Widgets', include_fields: names })
    expect(body).toMatchObject({ message: 'include_fields accepts at most 1000 entries; 1001 were given.' })
  })

  it('with 60,000 zeros as a number is refused', async () => {
    const site = await open()
    const zeros = '0'.repeat(60_000)
    for (const name of ['estimated_time', 'is_cc_accessible', 'deadline', 'product'])
      expect((await site.put('/bug/1', { [name]: zeros }, { as: 'alice' })).status).toBe(400)
    for (const name of ['limit', 'count_only', 'creation_time', 'v1'])
      expect((await site.post('/bug/search', { f1: 'bug_id', o1: 'lessthan', [name]: zeros })).status).toBe(400)
  })

  it('with a place in the change feed above 512 characters is refused', async () => {
    const site = await open()
    const asked = await site.get(`/changes?since=${'1'.repeat(513)}`, { as: 'alice' })
    expect(asked).toMatchObject({ status: 400, body: { code: 53 } })
  })

  it('that asks for too much of a search, or takes too long, is never an internal fault', async () => {
    const site = await open()
    const charts = many(15_000, '').map((number) => [`f${number}`, 'bug_status'])
    const asked = [
      { quicksearch: many(3000).join(' ') },
      { content: many(3000).join(' ') },
      { order: Array(5000).fill('product').join(), product: 'Widgets' },
      Object.fromEntries(charts) as object,
    ]
    for (const body of asked) expect((await site.post('/bug/search', body)).status).toBe(400)
  })

  it('is repeated in errors only by the beginning of what was sent', async () => {
    const site = await open()
    const long = 'x'.repeat(10_000)
    for (const body of [
      { f1: 'short_desc', o1: long, v1: 'a' },
      { quicksearch: `${long}:a` },
      { f1: long, o1: 'equals', v1: 'a' },
    ]) {
      const { text } = await site.post('/bug/search', body)
      expect(text.length).toBeLessThan(2000)
      expect(text).not.toContain('x'.repeat(100))
    }
    // It also lists the valid names, in the message and for programs.
    const { text } = await site.put('/bug/1', { [long]: 1 }, { as: 'alice' })
    expect(text.length).toBeLessThan(4000)
    expect(text).not.toContain('x'.repeat(100))
  })

  it('is answered with 503 and Retry-After when it takes longer than it may', async () => {
    let [milliseconds, step] = [0, 0]
    const stopwatch = () => (milliseconds += step)
    const site = await open({ testing: { stopwatch }, timeoutSeconds: 3 })
    step = 1000
    const searched = await site.get('/bug?product=Widgets')
    expect([searched.status, searched.headers.get('retry-after')]).toEqual([503, '10'])
  })
})

onAnySite('a limit below zero', (open) => {
  it.each([
    '/user?match=alice&limit=-1',
    '/bug?product=Widgets&limit=-1',
    '/bug/comment/tags/a?limit=-1',
    '/audit_log?offset=-1',
  ])('is refused: %s', async (path) => {
    const site = await open()
    expect(await site.get(path, { as: 'admin' })).toMatchObject({ status: 400, body: { code: 52 } })
  })
})

onAnySite('Prefer: handling=strict', (open) => {
  const headers = { Prefer: 'respond-async, handling=strict' }

  it('makes parameters an error that a search would ignore', async () => {
    const site = await open()
    for (const query of ['prodct=Widgets', 'f1=longdesc&o1=isnotempy', 'product=Widgets&order=colour']) {
      expect((await site.get(`/bug?${query}`)).status).toBe(200)
      expect(await site.get(`/bug?${query}`, { headers })).toMatchObject({ status: 400, body: { code: 53 } })
    }
    const known = await site.get('/bug?product=Widgets', { headers })
    expect([known.status, known.headers.get('preference-applied')]).toEqual([200, 'handling=strict'])
  })

  it('makes parameters an error that any GET would ignore', async () => {
    const site = await open()
    expect((await site.get('/product/Widgets?colour=red')).status).toBe(200)
    expect(await site.get('/product/Widgets?colour=red', { headers })).toMatchObject({
      status: 400,
      body: { code: 53 },
    })
  })
})
