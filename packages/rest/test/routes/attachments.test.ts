import { expect, it } from 'vitest'
import { onAnySite, type Ask, type Fields, type Site } from '../harness.js'

const html = '<script>alert(1)</script>'
const note = {
  data: Buffer.from(html).toString('base64'),
  file_name: 'Zürich "1".html',
  summary: 'What it says',
  content_type: 'text/html',
}

async function file(site: Site, more: object = {}): Promise<number> {
  const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks', ...more }
  return (await site.post('/bug', bug, { as: 'bob' })).body.id
}

async function attach(site: Site, bug: number | string, more: object = {}, as: Ask['as'] = 'bob'): Promise<number> {
  const { status, body } = await site.post(`/bug/${bug}/attachment`, { ...note, ...more }, { as })
  expect([status, body.message]).toEqual([200, undefined])
  return (body.ids as number[])[0] as number
}

const attachmentsIn = (body: Fields) => body.attachments as Record<string, Fields>
const bugsIn = (body: Fields) => body.bugs as Record<string, Fields[]>

onAnySite('attachments over REST', (open) => {
  it('have their content as base64 [ATT-01] [ATT-02] [ATT-03] [DATA-05] [DATA-25]', async () => {
    const site = await open()
    const bug = await file(site, { alias: 'blink' })
    const id = await attach(site, 'blink')
    const time = '2026-03-01T12:00:00Z'
    const view = {
      id,
      bug_id: bug,
      ...note,
      size: html.length,
      creation_time: time,
      last_change_time: time,
      is_private: false,
      is_obsolete: false,
      is_patch: false,
      creator: 'bob@example.com',
      flags: [],
    }
    const one = await site.get(`/bug/attachment/${id}`, { as: 'bob' })
    expect(one.body).toEqual({ bugs: {}, attachments: { [id]: view } })
    for (const ref of [bug, 'blink'])
      expect((await site.get(`/bug/${ref}/attachment`, { as: 'bob' })).body).toEqual({
        bugs: { [bug]: [view] },
        attachments: {},
      })
    const { body } = await site.get(`/bug/${bug}/attachment?exclude_fields=data,flags`)
    expect(Object.keys(bugsIn(body)[bug]?.[0] ?? {})).not.toContain('data')
  })

  it('are made by the example of the documentation of Bugzilla 5.0, and by the keys of newer clients', async () => {
    const site = await open()
    const bug = await file(site)
    const old = await attach(site, bug)
    const input = { ids: [bug], is_patch: true, comment: 'This is a new attachment comment', ...note, flags: [] }
    expect((await site.post(`/bug/${bug}/attachment`, { ...input, obsoletes: [] }, { as: 'bob' })).status).toBe(200)
    await attach(site, bug, { obsoletes: [String(old)], bug_flags: [] })
    const { body } = await site.get(`/bug/attachment/${old}`)
    expect(body.attachments).toMatchObject({ [old]: { is_obsolete: true } })
  })

  it.each(['c2Vjc%%V0', 'c2VjcmV', 'c2Vj_mV0', 'c2VjcmV0 and more', 7, { 0: 115 }])(
    'are refused with content %j, which is not base64 [DATA-05]',
    async (data) => {
      const site = await open()
      const bug = await file(site)
      const { status, body } = await site.post(`/bug/${bug}/attachment`, { ...note, data }, { as: 'bob' })
      expect([status, body.code]).toEqual([400, 53])
      expect(body.message).toMatch(/^data is not valid: .*base64/)
    },
  )

  it('may have base64 with line breaks', async () => {
    const site = await open()
    const bug = await file(site)
    const data = note.data.replace(/.{8}/g, '$&\r\n')
    expect((await site.get(`/bug/attachment/${await attach(site, bug, { data })}`)).body).toMatchObject({
      attachments: expect.any(Object) as unknown,
    })
    const [only] = bugsIn((await site.get(`/bug/${bug}/attachment`)).body)[bug] ?? []
    expect(only?.data).toBe(note.data)
  })

  it('are added only to the bug in the path, unless ids names it too [ATT-08] [ATT-09]', async () => {
    const site = await open()
    const [named, other] = [await file(site), await file(site)]
    const id = await attach(site, named, { ids: [other] })
    expect(attachmentsIn((await site.get(`/bug/attachment/${id}`)).body)[id]?.bug_id).toBe(named)
    expect(bugsIn((await site.get(`/bug/${other}/attachment`)).body)[other]).toEqual([])
    const both = await site.post(`/bug/${named}/attachment`, { ...note, ids: [named, other] }, { as: 'bob' })
    expect([both.status, (both.body['ids'] as number[]).length]).toEqual([200, 2])
    expect(bugsIn((await site.get(`/bug/${other}/attachment`)).body)[other]).toHaveLength(1)
  })

  it('are changed as the path and ids name them [ATT-04] [ATT-16]', async () => {
    const site = await open()
    const bug = await file(site)
    const [a, b] = [await attach(site, bug), await attach(site, bug)]
    const { status, body } = await site.put(
      `/bug/attachment/${a}`,
      { ids: [b], is_obsolete: 1, summary: 'Old' },
      { as: 'bob' },
    )
    const changes = { is_obsolete: { removed: '0', added: '1' }, summary: { removed: 'What it says', added: 'Old' } }
    expect(status).toBe(200)
    expect(body).toEqual({
      attachments: [a, b].map((id) => ({ id, last_change_time: '2026-03-01T12:00:00Z', changes })),
    })
  })

  it('take flags in the spellings of clients [ATT-15] [ATT-21]', async () => {
    const site = await open()
    const type = { target_type: 'attachment', name: 'review', description: 'Looked at' }
    expect(await site.post('/flag_type', type, { as: 'admin' })).toMatchObject({ status: 200 })
    const bug = await file(site)
    const flags = [{ name: 'review', status: '?', requestee: 'alice@example.com' }]
    const id = await attach(site, bug, { flags })
    const flagsOf = async () => attachmentsIn((await site.get(`/bug/attachment/${id}`, { as: 'bob' })).body)[id]?.flags
    expect(await flagsOf()).toMatchObject([{ ...flags[0], setter: 'bob@example.com' }])
    const asRead = await site.ask('PUT', `/bug/attachment/${id}`, { body: { flags: await flagsOf() }, as: 'bob' })
    expect([asRead.status, asRead.body.message]).toEqual([200, undefined])
    const [flag] = (await flagsOf()) as { id: number }[]
    const changed = await site.put(
      `/bug/attachment/${id}`,
      {
        flags: [
          { id: String(flag?.id), status: '+' },
          { name: 'review', status: '-', new: '1' },
        ],
      },
      { as: 'alice' },
    )
    const change = { removed: 'review?(alice@example.com)', added: 'review+, review-' }
    expect(changed.body).toMatchObject({ attachments: [{ id, changes: { 'flagtypes.name': change } }] })
    expect(await flagsOf()).toMatchObject([{ status: '+' }, { status: '-' }])
    const wrong = await site.put(`/bug/attachment/${id}`, { flags: [{ id: flag?.id, status: '!' }] }, { as: 'bob' })
    expect(wrong).toMatchObject({ status: 400, body: { code: 129 } })
  })

  it('are downloaded as files that no browser runs', async () => {
    const site = await open()
    const id = await attach(site, await file(site))
    const { status, headers, text } = await site.get(`/bug/attachment/${id}/data?callback=f`, {
      headers: { Accept: 'text/html' },
    })
    expect([status, text]).toEqual([200, html])
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-disposition': `attachment; filename="Z_rich _1_.html"; filename*=UTF-8''Z%C3%BCrich%20%221%22.html`,
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-length': String(html.length),
    })
    const etag = headers.get('etag') ?? ''
    expect((await site.get(`/bug/attachment/${id}/data`, { headers: { 'If-None-Match': etag } })).status).toBe(304)
    expect(await site.ask('HEAD', `/bug/attachment/${id}/data`)).toMatchObject({ status: 200, text: '' })
  })

  it('are downloaded with every byte as it is', async () => {
    const site = await open()
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256))
    const id = await attach(site, await file(site), { data: bytes.toString('base64'), content_type: 'image/png' })
    const response = await fetch(`${site.server.url}/bug/attachment/${id}/data`)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('are downloaded piece by piece when large, and in any range', async () => {
    const site = await open()
    await site.setParameter('maxlocalattachment', '4')
    const bytes = Buffer.from(Uint8Array.from({ length: 2_500_000 }, (_, index) => (index >> 8) ^ index))
    const id = await attach(site, await file(site), { data: bytes.toString('base64'), content_type: 'application/zip' })
    const get = async (headers: Record<string, string> = {}, method = 'GET') => {
      const response = await fetch(`${site.server.url}/bug/attachment/${id}/data`, { method, headers })
      return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const whole = await get()
    expect([whole.status, whole.bytes.equals(bytes)]).toEqual([200, true])
    const etag = whole.headers.get('etag') ?? ''
    expect(Object.fromEntries(whole.headers)).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': '2500000' })
    const head = await get({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '2500000', 0])
    for (const [range, start, end] of [
      ['bytes=0-0', 0, 1],
      ['bytes=1048575-1048576', 1_048_575, 1_048_577],
      ['bytes=2400000-', 2_400_000, 2_500_000],
      ['bytes=-10', 2_499_990, 2_500_000],
      ['bytes=5-99999999', 5, 2_500_000],
    ] as const) {
      const part = await get({ Range: range, 'If-Range': etag, 'Accept-Encoding': 'gzip' })
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/2500000`])
      expect(part.bytes.equals(bytes.subarray(start, end))).toBe(true)
    }
    for (const headers of [
      { Range: 'bytes=0-1,5-6' },
      { Range: 'lines=1-2' },
      { Range: `bytes=${'\t'.repeat(20_000)}-${'\t'.repeat(20_000)}` },
      { Range: 'bytes=5-2' },
      { Range: 'bytes=-' },
    ])
      expect((await get(headers)).status).toBe(200)
    expect((await get({ Range: 'bytes=0-1', 'If-Range': '"other"' })).status).toBe(200)
    const beyond = await get({ Range: 'bytes=2500000-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */2500000'])
    expect(JSON.parse(beyond.bytes.toString())).toMatchObject({ error: true, code: 32000 })
    expect((await get({ 'If-None-Match': etag })).status).toBe(304)
    site.clock.now = new Date('2026-03-01T12:01:00Z')
    await site.put(`/bug/attachment/${id}`, { file_name: 'other.zip' }, { as: 'bob' })
    const renamed = await get({ Range: 'bytes=0-1', 'If-Range': etag, 'If-None-Match': etag })
    expect([renamed.status, renamed.bytes.length]).toEqual([200, 2_500_000])
  })

  it('stop downloading to a reader who loses access during the download', async () => {
    const site = await open()
    await site.setParameter('maxlocalattachment', '40')
    const id = await attach(site, await file(site), { data: Buffer.alloc(12_000_000).toString('base64') })
    const response = await fetch(`${site.server.url}/bug/attachment/${id}/data`)
    const reader = response.body?.getReader()
    await reader?.read()
    const hidden = await site.put(`/bug/attachment/${id}`, { is_private: true }, { as: 'admin' })
    expect(hidden.status).toBe(200)
    const drain = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(drain()).rejects.toThrow('terminated')
    expect(site.log.map(({ status }) => status)).toContain(200)
    expect((await site.get('/version')).status).toBe(200)
  })

  it('that are hidden are answered like absent ones: 404 [ATT-07] [GEN-28]', async () => {
    const site = await open()
    const id = await attach(site, await file(site), { is_private: true }, 'admin')
    for (const value of [id, 999]) {
      const message = expect.stringContaining(`Attachment '${value}' does not exist.`) as string
      const missing = { status: 404, body: { error: true, code: 51, message } }
      for (const path of [`/bug/attachment/${value}`, `/bug/attachment/${value}/data`])
        expect(await site.get(path, { as: 'bob' })).toMatchObject(missing)
      expect(await site.put(`/bug/attachment/${value}`, { summary: 'x' }, { as: 'bob' })).toMatchObject(missing)
    }
    const named = await site.put(
      `/bug/attachment/${await attach(site, await file(site))}`,
      { ids: [999] },
      { as: 'bob' },
    )
    expect(named).toMatchObject({ status: 400, body: { code: 51 } })
    expect((await site.get(`/bug/attachment/${id}/data`, { as: 'admin' })).text).toBe(html)
  })

  it('are answered with 401 for the logged-out and for those who may not make them private, with 600 for too much content', async () => {
    const site = await open()
    const bug = await file(site)
    expect(await site.post(`/bug/${bug}/attachment`, note)).toMatchObject({ status: 401, body: { code: 410 } })
    const secret = await site.post(`/bug/${bug}/attachment`, { ...note, is_private: true }, { as: 'bob' })
    expect(secret).toMatchObject({ status: 401, body: { code: 113 } })
    const data = Buffer.alloc(1000 * 1024 + 1).toString('base64')
    expect(await site.post(`/bug/${bug}/attachment`, { ...note, data }, { as: 'bob' })).toMatchObject({
      status: 400,
      body: { code: 600 },
    })
  })
})
