import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker } from '@trackerkit/core'
import { afterEach, describe, expect, it } from 'vitest'
import { createNodeHandler } from '@trackerkit/http-node'
import { aText, onAnySite, type Fields, type Site } from './harness.js'

/** The first product, as the query asks for it. */
async function product(site: Site, query: string): Promise<Fields> {
  const { body } = await site.get(`/product/Widgets?${query}`)
  return body.products[0] as Fields
}

onAnySite('requests to the API', (open) => {
  it('reach the API at /rest and /rest.cgi, below any base path [GEN-01, GEN-31]', async () => {
    const site = await open()
    const { origin } = new URL(site.server.url)
    for (const base of ['/rest', '/rest.cgi', '/folder/rest', '/a/b/rest.cgi']) {
      const response = await fetch(`${origin}${base}/version`)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual({ version: aText })
    }
    for (const path of ['/version', '/', '/restaurant/version', '/rest', '/rest.cgi/']) {
      const response = await fetch(`${origin}${path}`)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ error: true, code: 32614 })
    }
  })

  it('may have superfluous slashes, which never stand for an empty id or name', async () => {
    const site = await open()
    expect((await site.get('//version/')).status).toBe(200)
    expect((await site.get('/product/Widgets/')).body.products).toHaveLength(1)
    const { id } = await site.system.bugs.create({ product: 'Widgets', component: 'UI', version: '1.0', summary: 'x' })
    for (const path of [`/bug/?ids=${id}`, '/bug/?product=Widgets', `/bug//${id}/`])
      expect((await site.get(path)).body.bugs.map((bug) => bug['id'])).toEqual([id])
    expect((await site.get('/product/?names=Widgets')).body.products).toHaveLength(1)
    const value = { name: 'Urgent' }
    expect((await site.post('/field/bug/priority/values/', value, { as: 'admin' })).status).toBe(200)
    expect((await site.get('/field/bug/priority/values/')).body['values']).toContain('Urgent')
    expect((await site.put('/bug//', { summary: 'y' }, { as: 'alice' })).status).toBe(405)
  })

  it('can name things whose name has a slash, a percent sign or any other character', async () => {
    const site = await open()
    for (const name of ['In/Out', '100%', 'Grüße & more?', 'a+b']) {
      await site.system.products.create({ name, description: 'Odd', version: '1' })
      const { body } = await site.get(`/product/${encodeURIComponent(name)}`)
      expect(body.products.map((one) => one['name'])).toEqual([name])
    }
    for (const [path, problem] of [
      ['/product/%zz', '% must be followed by two hexadecimal digits'],
      ['/product/100%', '% must be followed by two hexadecimal digits'],
      ['/product/%ff%fe', 'the decoded bytes must be UTF-8'],
    ] as const) {
      const body = { error: true, code: 32000, message: `Malformed URL encoding: ${problem}.` }
      expect(await site.get(path)).toMatchObject({ status: 400, body })
    }
  })

  it('are refused when the body is not JSON, or no object [GEN-02]', async () => {
    const site = await open()
    for (const body of ['{"name": "x"', 'name=x', '{"a": undefined}', '\u0000', '{"a": 1} trailing']) {
      expect(await site.ask('POST', '/product', { body, as: 'admin' })).toMatchObject({
        status: 400,
        body: { error: true, code: 32000 },
      })
    }
    for (const body of ['[]', '"text"', '1', 'true']) {
      expect(await site.ask('POST', '/product', { body, as: 'admin' })).toMatchObject({
        status: 400,
        body: { code: 53 },
      })
    }
    const deep = `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(await site.ask('POST', '/product', { body: deep, as: 'admin' })).toMatchObject({ status: 400 })
  })

  it('need the content type application/json, except GET [GEN-03]', async () => {
    const site = await open()
    const body = JSON.stringify({ name: 'New', description: 'New', version: '1' })
    const url = `${site.server.url}/product`
    const send = (headers: Record<string, string>, method = 'POST') =>
      fetch(url, { method, headers: { 'X-Tracker-API-Key': site.keys.admin, ...headers }, body: Buffer.from(body) })
    const refused = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'text/json',
      '',
    ]
    for (const type of refused) {
      const response = await send(type === '' ? {} : { 'Content-Type': type })
      expect(response.status).toBe(415)
      expect(await response.json()).toMatchObject({ error: true, code: 32613 })
    }
    const empty = await fetch(url, { method: 'POST', headers: { 'X-Tracker-API-Key': site.keys.admin } })
    expect(empty.status).toBe(415)
    expect((await fetch(`${url}/Widgets`, { method: 'PUT' })).status).toBe(415)
    expect((await send({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status).toBe(415)
    expect((await send({ 'Content-Type': 'Application/JSON ; charset="UTF-8"' })).status).toBe(200)
    expect((await site.get('/product', { headers: { 'Content-Type': 'text/plain' } })).status).toBe(200)
  })

  it('may have an empty body, and one that begins with a byte order mark', async () => {
    const site = await open()
    expect(await site.ask('POST', '/product', { body: '', as: 'admin' })).toMatchObject({ body: { code: 700 } })
    expect(await site.ask('POST', '/product', { body: 'null', as: 'admin' })).toMatchObject({ body: { code: 700 } })
    const marked = '\uFEFF{"name": "New", "description": "New", "version": "1"}'
    expect(await site.ask('POST', '/product', { body: marked, as: 'admin' })).toMatchObject({ status: 200 })
  })

  it('accept input in the query string beside the body [GEN-09]', async () => {
    const site = await open()
    const made = await site.post(
      '/product?description=From%20the%20query',
      { name: 'New', version: '1' },
      { as: 'admin' },
    )
    expect(made.status).toBe(200)
    const { body } = await site.get('/product/New?include_fields=description')
    expect(body.products).toEqual([{ description: 'From the query' }])
  })

  it('with a name in query string and body mean the one in the query string [GEN-10]', async () => {
    const site = await open()
    await site.post('/product?name=Query', { name: 'Body', description: 'x', version: '1' }, { as: 'admin' })
    expect((await site.get('/product?names=Query&names=Body&include_fields=name')).body.products).toEqual([
      { name: 'Query' },
    ])
    expect(
      (await site.post('/product?api_key=', {}, { headers: { 'X-Tracker-API-Key': site.keys.admin } })).status,
    ).toBe(400)
  })

  it('repeat a name to give a list [GEN-11]', async () => {
    const site = await open()
    for (const name of ['Second', 'Third']) await site.system.products.create({ name, description: name, version: '1' })
    const ids = async (query: string) =>
      (await site.get(`/product?${query}`)).body.products.map((one) => Number(one['id'])).toSorted((a, b) => a - b)
    expect(await ids('ids=1&ids=2')).toEqual([1, 2])
    expect(await ids('ids=1')).toEqual([1])
    expect(await ids('ids=1&names=Third')).toEqual([1, 3])
  })

  it('with PUT change what path, ids and names name together [GEN-32]', async () => {
    const site = await open()
    for (const name of ['Second', 'Third', 'Fourth']) {
      await site.system.products.create({ name, description: name, version: '1' })
    }
    const changed = await site.put('/product/1', { ids: ['2', 1], names: ['Third'], is_open: false }, { as: 'admin' })
    expect(changed.body.products.map((one) => one['id'])).toEqual([1, 2, 3])
    const fromQuery = await site.put(
      '/product/Second?names=Third',
      { names: ['Fourth'], is_open: true },
      { as: 'admin' },
    )
    expect(fromQuery.body.products.map((one) => one['id'])).toEqual([2, 3])
  })

  it('may write booleans and numbers in any spelling', async () => {
    const site = await open()
    const isOpen = async () => (await product(site, 'include_fields=is_active'))['is_active']
    for (const [value, expected] of [
      [0, false],
      ['1', true],
      ['false', false],
      ['True', true],
      ['0', false],
    ] as const) {
      expect(await site.put('/product/Widgets', { is_open: value }, { as: 'admin' })).toMatchObject({ status: 200 })
      expect(await isOpen()).toBe(expected)
    }
    expect(await site.put('/product/Widgets', { is_open: 'perhaps' }, { as: 'admin' })).toMatchObject({ status: 400 })
  })

  it('may have unknown parameters with GET, and with no other method', async () => {
    const site = await open()
    expect((await site.get('/product?_=123&unknown=x&__proto__=y')).status).toBe(200)
    const strange = await site.post(
      '/product',
      { name: 'a', description: 'b', version: '1', colour: 'red' },
      { as: 'admin' },
    )
    expect(strange).toMatchObject({ status: 400, body: { code: 53 } })
    expect(strange.body.message).toContain('colour')
    const hostile = '{"name": "New", "description": "x", "version": "1", "__proto__": {"is_open": false}}'
    expect((await site.ask('POST', '/product', { body: hostile, as: 'admin' })).status).toBe(200)
    expect((await site.get('/product/New')).body.products[0]?.['is_active']).toBe(true)
    expect(({} as { is_open?: unknown }).is_open).toBeUndefined()
  })
})

onAnySite('answers of the API', (open) => {
  it('are JSON with status 200, and vary by Accept [GEN-04, GEN-07, GEN-08]', async () => {
    const site = await open()
    for (const accept of ['application/json', '*/*', 'application/xml', 'application/json;q=0.1, text/csv']) {
      const { status, headers, body } = await site.get('/version', { headers: { Accept: accept } })
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
      expect(headers.get('vary')).toBe('Accept')
      expect(body).toEqual({ version: aText })
    }
    const product = { name: 'New', description: 'New', version: '1' }
    const made = await site.post('/product', product, { as: 'admin', headers: { Accept: 'application/json' } })
    expect(made.status).toBe(200)
    expect(made.headers.get('vary')).toBe('Accept')
    expect(made.headers.get('content-type')).toBe('application/json; charset=UTF-8')
    expect((await site.get('/version?callback=f', { headers: { Accept: 'application/json' } })).text).not.toContain(
      'f(',
    )
  })

  it('are JSONP when a callback is named [GEN-05]', async () => {
    const site = await open()
    const asked = { headers: { Accept: 'application/javascript' } }
    const { text, headers } = await site.get('/product/Widgets?callback=app.show&include_fields=name', asked)
    expect(text).toBe('/**/app.show({"products":[{"name":"Widgets"}]})')
    expect(headers.get('content-type')).toBe('application/javascript; charset=UTF-8')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const failed = await site.get('/nothing?callback=f', asked)
    expect(failed.status).toBe(404)
    expect((await site.get('/bug/99?callback=f', asked)).text).toMatch(/^\/\*\*\/f\(\{"error":true,"code":101,/)
    for (const callback of ['alert(1)//', 'a b', 'f;g', 'x'.repeat(200), '<script>']) {
      const refused = await site.get(`/version?callback=${encodeURIComponent(callback)}`, asked)
      expect(refused).toMatchObject({ status: 400, body: { error: true, code: 32611 } })
    }
    const separators = { name: 'A\u2028B', description: 'x', version: '1' }
    await site.system.products.create({ ...separators, name: 'Odd', description: 'a\u2028b' })
    expect((await site.get('/product/Odd?callback=f', asked)).text).toContain('a\\u2028b')
    expect((await site.get('/version?callback=f')).text).toMatch(/^\/\*\*\/f\(/)
    expect((await site.get('/version?callback=', asked)).body).toEqual({ version: aText })
  })

  it('are a page when a browser asks [GEN-06]', async () => {
    const site = await open()
    const hostile = '</pre><script>alert("x" + \'y\')</script>&amp;'
    await site.system.products.create({ name: 'Hostile', description: hostile, version: '1' })
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const { status, text, headers } = await site.get('/product/Hostile', { headers: { Accept: accept } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).not.toContain('<script')
    const [, inside = ''] = /<pre>([\s\S]*)<\/pre>/.exec(text) ?? []
    const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
    const json = inside
      .replace(/<[^>]*>/g, '')
      .replace(/&(lt|gt|amp|quot|#39);/g, (_all, name: string) => entities[name] as string)
    expect(JSON.parse(json)).toEqual((await site.get('/product/Hostile')).body)
    const failed = await site.get('/product_nothing', { headers: { Accept: 'text/html' } })
    expect([failed.status, failed.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    const put = await site.put(
      '/product/Hostile',
      { is_open: false },
      { as: 'admin', headers: { Accept: 'text/html' } },
    )
    expect(put.headers.get('content-type')).toContain('application/json')
    expect(
      (await site.get('/version', { headers: { Accept: 'text/html;q=0.3, application/json;q=0.7' } })).body,
    ).toBeDefined()
  })

  it('are not sent again when they have not changed', async () => {
    const site = await open()
    const first = await site.get('/product/Widgets')
    const tag = first.headers.get('etag') as string
    expect(tag).toMatch(/^"[\w-]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', tag.slice(1, -1)]) {
      const again = await site.get('/product/Widgets', { headers: { 'If-None-Match': known } })
      const held = known.startsWith('W/') ? known : tag
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', held])
    }
    await site.put('/product/Widgets', { description: 'Changed' }, { as: 'admin' })
    expect((await site.get('/product/Widgets', { headers: { 'If-None-Match': tag } })).status).toBe(200)
    expect((await site.get('/nothing', { headers: { 'If-None-Match': '*' } })).status).toBe(404)
  })

  it('come without body to HEAD, with the same status and headers [GEN-30]', async () => {
    const site = await open()
    for (const path of ['/version', '/product', '/product/Widgets', '/whoami', '/parameters', '/nothing', '/bug/99']) {
      const [get, head] = [await site.get(path), await site.ask('HEAD', path)]
      expect([head.status, head.text]).toEqual([get.status, ''])
      for (const name of ['content-type', 'content-length', 'etag', 'vary', 'www-authenticate', 'cache-control']) {
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
      }
    }
  })

  it('to OPTIONS name the methods of a path', async () => {
    const site = await open()
    const options = await site.ask('OPTIONS', '/bug/1')
    expect(options).toMatchObject({ status: 200, body: {} })
    expect(options.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE, OPTIONS')
    expect((await site.ask('OPTIONS', '/nothing')).status).toBe(404)
    expect(options.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('may be read by pages of other origins where that is set', async () => {
    const site = await open({ cors: ['https://app.example'] })
    const from = (origin: string, method = 'GET') => site.ask(method, '/version', { headers: { Origin: origin } })
    const allowed = await from('https://app.example')
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull()
    expect(allowed.headers.get('vary')).toBe('Accept, Origin')
    expect((await from('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull()
    const preflight = await from('https://app.example', 'OPTIONS')
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-BUGZILLA-API-KEY')
    const open2 = await open({ cors: '*' })
    expect((await open2.get('/nothing')).headers.get('access-control-allow-origin')).toBe('*')
  })
})

onAnySite('include_fields and exclude_fields', (open) => {
  it('restrict answers to the fields that include_fields names, exactly and as far as they exist [GEN-12, GEN-13, GEN-14]', async () => {
    const site = await open()
    expect(await product(site, 'include_fields=id,name')).toEqual({ id: 1, name: 'Widgets' })
    expect(await product(site, 'include_fields=id,Name')).toEqual({ id: 1 })
    expect(await product(site, 'include_fields=id,nonsense,name')).toEqual({ id: 1, name: 'Widgets' })
  })

  it('may be separated by commas, spaces or plus signs, or repeat the parameter', async () => {
    const site = await open()
    for (const query of ['id+name', 'id%20name', 'id%2Bname', 'id,%20name', 'id&include_fields=name']) {
      expect(await product(site, `include_fields=${query}`)).toEqual({ id: 1, name: 'Widgets' })
    }
  })

  it('leave out the fields that exclude_fields names [GEN-15, GEN-16, GEN-17]', async () => {
    const site = await open()
    const all = await product(site, '')
    const without = (name: string) => Object.fromEntries(Object.entries(all).filter(([key]) => key !== name))
    expect(Object.keys(all).length).toBeGreaterThan(5)
    expect(await product(site, 'exclude_fields=name')).toEqual(without('name'))
    expect(await product(site, 'exclude_fields=Name')).toEqual(all)
    expect(await product(site, 'exclude_fields=nonsense')).toEqual(all)
  })

  it('omit fields that are in both [GEN-18]', async () => {
    const site = await open()
    expect(await product(site, 'include_fields=id,name&exclude_fields=name')).toEqual({ id: 1 })
  })

  it('name parts of fields by dotted names [GEN-19, GEN-20]', async () => {
    const site = await open()
    expect(await product(site, 'include_fields=components.name')).toEqual({ components: [{ name: 'UI' }] })
    const { components } = await product(site, 'include_fields=components&exclude_fields=components.description')
    const [first] = components as Fields[]
    expect(first).toMatchObject({ name: 'UI', is_active: true })
    expect(first).not.toHaveProperty('description')
  })

  it('give the default fields, unless shortcuts say otherwise [GEN-21, GEN-22, GEN-23]', async () => {
    const site = await open()
    const all = await product(site, '')
    for (const query of [
      'include_fields=',
      'include_fields=_default',
      'include_fields=_all',
      'include_fields=_default,name',
    ]) {
      expect(await product(site, query)).toEqual(all)
    }
  })

  it('are rejected by name where an answer has no fields to choose, and ignored by a GET', async () => {
    const site = await open()
    const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }
    for (const field of ['include_fields', 'exclude_fields']) {
      const { status, body } = await site.post(`/bug?${field}=id`, bug, { as: 'alice' })
      expect([status, body.code, body['field']]).toEqual([400, 53, field])
      const inBody = await site.ask('PUT', '/whoami', { body: { full_name: 'A', [field]: ['id'] }, as: 'alice' })
      expect([inBody.status, inBody.body.code, inBody.body['field']]).toEqual([400, 53, field])
      expect((await site.get(`/version?${field}=id`)).status).toBe(200)
      const strict = await site.get(`/version?${field}=id`, { headers: { Prefer: 'handling=strict' } })
      expect([strict.status, strict.body.code]).toEqual([400, 53])
    }
    expect((await site.get('/bug?summary=blinks')).body.bugs).toEqual([])
  })
})

describe('createNodeHandler', () => {
  const closings: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of closings.splice(0)) await close()
  })

  it('answers below its base path inside another program [GEN-31]', async () => {
    const tracker = await createTracker({ store: memoryStore() })
    const handler = createNodeHandler(tracker, { basePath: '/tracker/' })
    const server = createServer((request, response) => void handler(request, response))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closings.push(
      () => new Promise((resolve) => server.close(resolve)),
      () => tracker.close(),
    )
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await fetch(`${base}/tracker/rest/version`)).status).toBe(200)
    expect((await fetch(`${base}/tracker/rest.cgi/version`)).status).toBe(200)
    for (const path of [
      '/rest/version',
      '/other/rest/version',
      '/tracker/other/rest/version',
      '/tracker2/rest/version',
    ]) {
      expect((await fetch(`${base}${path}`)).status).toBe(404)
    }
  })
})
