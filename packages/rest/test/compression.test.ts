// Compressed responses, over raw requests because fetch decodes them.
import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { onAnySite, type Site } from './harness.js'

const prose = 'It blinks in the dark, and nobody knows why. '

interface Bytes {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Buffer
}

function fetchBytes(site: Site, path: string, headers: Record<string, string>, method = 'GET'): Promise<Bytes> {
  return new Promise((resolve, reject) => {
    const asked = request(`${site.server.url}${path}`, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function openWithProse(open: () => Promise<Site>): Promise<Site> {
  const site = await open()
  await site.system.products.create({ name: 'Prose', description: prose.repeat(400), version: '1' })
  return site
}

const undo = { br: brotliDecompressSync, gzip: gunzipSync }

onAnySite('the compression of large answers', (open) => {
  it('is the one that the client prefers', async () => {
    const site = await openWithProse(open)
    const { text } = await site.get('/product/Prose')
    const cases = [
      ['gzip, deflate, br', 'br'],
      ['br;q=0.5, gzip;q=0.8', 'gzip'],
      ['GZIP', 'gzip'],
      ['x-gzip', 'gzip'],
      ['*', 'br'],
      ['*;q=0.3, br;q=0', 'gzip'],
      ['identity;q=0.2, gzip;q=0.3', 'gzip'],
    ] as const
    for (const [accepted, encoding] of cases) {
      const { status, headers, body } = await fetchBytes(site, '/product/Prose', { 'Accept-Encoding': accepted })
      expect([accepted, status, headers['content-encoding']]).toEqual([accepted, 200, encoding])
      expect(headers['vary']).toBe('Accept, Accept-Encoding')
      expect(Number(headers['content-length'])).toBe(body.length)
      expect(body.length).toBeLessThan(text.length / 5)
      expect(undo[encoding](body).toString()).toBe(text)
    }
    for (const accepted of ['', 'identity', 'deflate', 'gzip;q=0', '*;q=0', 'gzip;q=0.5, identity', 'gzip;q=x']) {
      const { headers, body } = await fetchBytes(site, '/product/Prose', { 'Accept-Encoding': accepted })
      expect([accepted, headers['content-encoding'], headers['vary']]).toEqual([
        accepted,
        undefined,
        'Accept, Accept-Encoding',
      ])
      expect(body.toString()).toBe(text)
    }
  })

  it('leaves small answers as they are', async () => {
    const site = await open()
    const { headers, body } = await fetchBytes(site, '/product/Widgets', { 'Accept-Encoding': 'gzip, br' })
    expect([headers['content-encoding'], headers['vary']]).toEqual([undefined, 'Accept'])
    expect(JSON.parse(body.toString())).toMatchObject({ products: [{ name: 'Widgets' }] })
  })

  it('keeps their entity tag, weakened, and answers 304 when nothing has changed', async () => {
    const site = await openWithProse(open)
    const plain = (await site.get('/product/Prose', { headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag')
    for (const encoding of ['br', 'gzip']) {
      const asked = { 'Accept-Encoding': encoding }
      const first = await fetchBytes(site, '/product/Prose', asked)
      expect(first.headers['etag']).toBe(`W/${plain}`)
      const held = String(first.headers['etag'])
      const again = await fetchBytes(site, '/product/Prose', { ...asked, 'If-None-Match': held })
      expect([again.status, again.body.length, again.headers['etag']]).toEqual([304, 0, held])
      expect(again.headers['vary']).toBe('Accept, Accept-Encoding')
      expect(again.headers['content-encoding']).toBeUndefined()
    }
    const unencoded = await fetchBytes(site, '/product/Prose', { 'If-None-Match': String(plain) })
    expect([unencoded.status, unencoded.headers['etag']]).toEqual([304, plain])
    const guarded = { as: 'admin', headers: { 'If-Match': `W/${plain}` } } as const
    expect((await site.put('/product/Prose', { description: 'Short' }, guarded)).status).toBe(200)
    expect((await site.put('/product/Prose', { description: 'Lost' }, guarded)).status).toBe(412)
  })

  it('gives HEAD the same headers', async () => {
    const site = await openWithProse(open)
    const headersOf = async (method: string) => {
      const { headers } = await fetchBytes(site, '/product/Prose', { 'Accept-Encoding': 'br' }, method)
      return ['content-encoding', 'content-length', 'content-type', 'etag', 'vary'].map((name) => headers[name])
    }
    expect(await headersOf('HEAD')).toEqual(await headersOf('GET'))
    expect((await fetchBytes(site, '/product/Prose', { 'Accept-Encoding': 'br' }, 'HEAD')).body.length).toBe(0)
  })

  it('includes pages, JSONP and answers to POST, and varies by origin where that matters', async () => {
    const site = await openWithProse(() => open({ cors: ['https://app.example'] }))
    const asked = { 'Accept-Encoding': 'gzip', Origin: 'https://app.example' }
    const page = await fetchBytes(site, '/product/Prose', { ...asked, Accept: 'text/html' })
    expect([page.headers['content-encoding'], page.headers['vary']]).toEqual([
      'gzip',
      'Accept, Origin, Accept-Encoding',
    ])
    expect(gunzipSync(page.body).toString()).toMatch(/^<!doctype html>/)
    const script = await fetchBytes(site, '/product/Prose?callback=show', asked)
    expect(gunzipSync(script.body).toString()).toMatch(/^\/\*\*\/show\(/)
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x', whiteboard: prose.repeat(400) }
    await site.post('/bug', bug, { as: 'alice' })
    const found = await site.post('/bug/search', { summary: 'x' }, { headers: { 'Accept-Encoding': 'br' } })
    expect([found.headers.get('content-encoding'), found.headers.get('etag')]).toEqual(['br', null])
    expect(found.body.bugs).toMatchObject([{ whiteboard: bug.whiteboard }])
  })
})

onAnySite('the compression of files', (open) => {
  it('applies to text, and sends everything else as it is', async () => {
    const site = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' }
    const { id } = (await site.post('/bug', bug, { as: 'alice' })).body
    const attach = async (content_type: string) => {
      const data = Buffer.from(prose.repeat(400)).toString('base64')
      const file = { data, file_name: 'f', summary: 'f', content_type }
      return ((await site.post(`/bug/${id}/attachment`, file, { as: 'alice' })).body['ids'] as number[])[0]
    }
    const types = { 'text/plain': 'gzip', 'application/json': 'gzip', 'image/svg+xml': 'gzip', 'image/png': undefined }
    for (const [type, encoding] of Object.entries({ ...types, 'application/zip': undefined })) {
      const path = `/bug/attachment/${await attach(type)}/data`
      const { headers, body } = await fetchBytes(site, path, { 'Accept-Encoding': 'gzip' })
      expect([type, headers['content-encoding']]).toEqual([type, encoding])
      expect((encoding === 'gzip' ? gunzipSync(body) : body).toString()).toBe(prose.repeat(400))
    }
  })
})
