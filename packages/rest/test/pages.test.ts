// The same answers as pages for people, as their markup; browser.test.ts looks at them as a browser does.
import { expect, it } from 'vitest'
import { onAnySite, type Site } from './harness.js'

const asPage = { headers: { Accept: 'text/html' } } as const
const bug = { product: 'Widgets', component: 'UI', version: '1.0', summary: 'It blinks' }

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" }
const textOf = (markup: string) =>
  markup.replace(/<[^>]*>/g, '').replace(/&(lt|gt|amp|quot|#39);/g, (_all, name: string) => entities[name] as string)

/** The JSON in a page. */
function jsonIn(page: string): unknown {
  return JSON.parse(textOf(/<pre>([\s\S]*)<\/pre>/.exec(page)?.[1] ?? ''))
}

/** The links of a page: what they read and where they lead. */
function linksIn(page: string): [string, string][] {
  return Array.from(page.matchAll(/<a href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g), ([, href = '', text = '']) => [
    textOf(text).replace(/^"|"$/g, ''),
    textOf(href),
  ])
}

async function file(site: Site, more: object = {}): Promise<number> {
  return (await site.post('/bug', { ...bug, ...more }, { as: 'alice' })).body.id
}

onAnySite('pages of the API', (open) => {
  it('hold the same JSON, whatever texts are in it [GEN-06]', async () => {
    const site = await open()
    const hostile = `</pre></script><script>alert("x" + 'y')</script>&amp;<!-- \u202e\u2028\u0085 "unclosed`
    const id = await file(site, { summary: hostile, description: 'One\ntwo \\n\n\n"three"', whiteboard: hostile })
    const paths = [
      `/bug/${id}`,
      `/bug/${id}/comment`,
      `/bug/${id}/history`,
      '/bug',
      '/product',
      '/user?match=a',
      '/time',
    ]
    for (const path of [...paths, '/field/bug', '/parameters', '/bug?limit=1', '/whoami', '/nothing']) {
      const page = await site.get(path, { ...asPage, as: 'admin' })
      const plain = await site.get(path, { as: 'admin' })
      expect([page.status, page.headers.get('content-type')]).toEqual([plain.status, 'text/html; charset=UTF-8'])
      expect([path, jsonIn(page.text)]).toEqual([path, plain.body])
      expect(page.text).not.toMatch(/<script|<img|<iframe|<form|<link|\son\w+=|javascript:|\u202e|\u2028|\u0085/i)
    }
  })

  it('are JSON above 200,000 characters', async () => {
    const site = await open()
    const ids: number[] = []
    for (let number = 0; number < 4; number++) ids.push(await file(site, { description: 'x'.repeat(60_000) }))
    const path = (count: number) =>
      `/bug/${ids[0]}/comment?${ids
        .slice(1, count)
        .map((id) => `ids=${id}`)
        .join('&')}`
    const typeOf = async (count: number) => (await site.get(path(count), asPage)).headers.get('content-type')
    expect([await typeOf(3), await typeOf(4)]).toEqual(['text/html; charset=UTF-8', 'application/json; charset=UTF-8'])
  })

  it('allow nothing but their own style sheet', async () => {
    const site = await open()
    const { headers } = await site.get('/version', asPage)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect((await site.get('/version')).headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    )
  })

  it('link to what their values name', async () => {
    const site = await open()
    const url = 'https://example.org/?a=1&b="2"'
    const first = await file(site, { summary: 'The first' })
    const id = await file(site, { depends_on: [first], url: 'javascript:alert(1)', whiteboard: url })
    const data = { data: 'eA==', file_name: 'a b.txt', summary: 'x', content_type: 'text/plain' }
    await site.post(`/bug/${id}/attachment`, data, { as: 'alice' })
    const page = async (path: string) => linksIn((await site.get(path, { ...asPage, as: 'alice' })).text)
    const ofBug = await page(`/bug/${id}`)
    expect(ofBug).toEqual(
      expect.arrayContaining([
        ['Comments', `../bug/${id}/comment`],
        ['History', `../bug/${id}/history`],
        ['Attachments', `../bug/${id}/attachment`],
        [String(first), `../bug/${first}`],
        ['Widgets', '../product/Widgets'],
        ['UI', '../component/Widgets/UI'],
        ['alice@example.com', '../user/alice%40example.com'],
        [url.replaceAll('"', '\\"'), url],
      ]),
    )
    expect(JSON.stringify(ofBug)).not.toContain('javascript:')
    expect(await page(`/bug/${id}/attachment`)).toEqual(
      expect.arrayContaining([
        [String(id), `../../bug/${id}`],
        ['a b.txt', '../../bug/attachment/1/data'],
        ['1', '../../bug/attachment/1'],
      ]),
    )
    expect(await page(`/bug/${id}/comment`)).toContainEqual(['3', '../../bug/comment/3'])
    expect(await page('/product/Widgets')).toEqual(
      expect.arrayContaining([
        ['UI', '../component/Widgets/UI'],
        ['1.0', '../version/Widgets/1.0'],
      ]),
    )
    expect(await page('/milestone/Widgets')).toContainEqual(['Widgets', '../product/Widgets'])
    expect(await page('/user/alice@example.com')).toContainEqual(['alice@example.com', '../user/alice%40example.com'])
    expect(await page('/field/bug/bug_status')).toContainEqual(['bug_status', '../../field/bug/bug_status'])
    expect(await page('/group/editbugs')).toEqual([])
    expect(await page('/bug?limit=1')).toContainEqual(['Next page', '?limit=1&offset=1'])
  })

  it('do not take a group for a person because of its name', async () => {
    const site = await open()
    await site.system.groups.create({ name: 'crew@example.com', description: 'People on board' })
    await site.system.groups.inherit({ names: ['editbugs'], membership: { add: ['crew@example.com'] } })
    const { text } = await site.get('/group/editbugs/inheritance', { ...asPage, as: 'admin' })
    expect(text).toContain('crew@example.com')
    expect(linksIn(text).map(([, href]) => href)).not.toContainEqual(expect.stringContaining('user/'))
  })

  it('link to nothing that does not exist', async () => {
    const site = await open()
    const id = await file(site)
    await file(site, { blocks: [id] })
    for (const path of [
      '/bug',
      `/bug/${id}`,
      `/bug/${id}/comment`,
      '/product',
      '/user?match=a',
      '/field/bug',
      '/group',
      '/group/admin?membership=1',
      '/group/admin/inheritance',
      '/component',
      '/milestone',
      '/version/Widgets',
      '/audit_log',
      '/mail',
    ]) {
      const { text } = await site.get(path, { ...asPage, as: 'admin' })
      for (const [said, href] of linksIn(text)) {
        const to = new URL(href, `${site.server.url}${path}`)
        const { status } = await site.get(to.href.slice(site.server.url.length), { as: 'admin' })
        expect([path, said, href, status]).toEqual([path, said, href, 200])
      }
    }
    // Anonymous callers see logins without their host part, and no user has such a login.
    expect((await site.get(`/bug/${id}`, asPage)).text).not.toContain('/user/')
  })

  it('show errors, also outside of the API', async () => {
    const site = await open()
    const missing = await site.get('/bug/99', asPage)
    expect(missing.status).toBe(404)
    expect(missing.text).toContain('Error 101')
    expect(linksIn(missing.text)).toEqual([])
    const outside = await fetch(new URL('/', site.server.url), asPage)
    expect([outside.status, outside.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(await outside.text()).toContain('Error 32614')
    const refused = await site.get('/bug/1?callback=1;2', asPage)
    expect([refused.status, refused.text.includes('Error 32611')]).toEqual([400, true])
  })

  it('are not longer for more slashes in their address', async () => {
    const site = await open()
    for (let number = 0; number < 20; number++) await file(site)
    const path = '/bug?include_fields=id,product,component,assigned_to'
    const usual = await site.get(path, asPage)
    const deep = await site.get(`${'/'.repeat(8000)}${path}`, asPage)
    expect(jsonIn(deep.text)).toEqual(jsonIn(usual.text))
    expect(deep.text.length).toBeLessThan(2 * usual.text.length)
  })

  it('cannot be made to link to another host by the address that they are requested at', async () => {
    const site = await open()
    const id = await file(site, { depends_on: [await file(site)] })
    const { origin } = new URL(site.server.url)
    for (const folder of ['//evil.example', '/\\evil.example', '///evil.example', '/rest"><b>']) {
      const response = await fetch(`${origin}${folder}/rest/bug/${id}?limit=1`, asPage)
      expect(response.status).toBe(200)
      const text = await response.text()
      for (const [, href] of linksIn(text)) expect(new URL(href, response.url).origin).toBe(origin)
      expect(text).not.toContain('evil')
      const cut = await fetch(`${origin}${folder}/rest/bug?limit=1`)
      expect(cut.headers.get('link')).toMatch(/^<\/[^/\\]/)
    }
  })
})

onAnySite('the old address of a bug', (open) => {
  const follow = (site: Site, path: string, options: RequestInit = {}) =>
    fetch(new URL(path, site.server.url), { redirect: 'manual', ...options })

  it('redirects to the readable bug, below any base path', async () => {
    const site = await open()
    const id = await file(site, { alias: 'blinking' })
    for (const folder of ['', '/tracker', '/a/b', '//evil.example']) {
      const { origin } = new URL(site.server.url)
      const moved = await fetch(`${origin}${folder}/show_bug.cgi?id=${id}`, { redirect: 'manual' })
      expect([moved.status, moved.headers.get('location')]).toEqual([302, `rest/bug/${id}`])
    }
    const page = await follow(site, `/show_bug.cgi?id=${id}#c0`, { ...asPage, redirect: 'follow' })
    expect([page.status, new URL(page.url).pathname]).toEqual([200, `/rest/bug/${id}`])
    expect(await page.text()).toContain(`Bug ${id}: It blinks`)
    const byAlias = await follow(site, '/show_bug.cgi?ctype=html&id=blinking', { redirect: 'follow' })
    expect(await byAlias.json()).toMatchObject({ bugs: [{ id }] })
    const other = await file(site)
    const several = await follow(site, `/show_bug.cgi?id=${other},blinking&id=${id}`, { redirect: 'follow' })
    expect(await several.json()).toMatchObject({ bugs: [{ id: other }, { id }] })
  })

  it('drops credentials in the query string', async () => {
    const site = await open()
    const moved = await follow(site, `/show_bug.cgi?id=1&Bugzilla_api_key=${site.keys.alice}`)
    expect(JSON.stringify([...moved.headers])).not.toContain(site.keys.alice)
    expect(site.log.at(-1)?.url).toBe('/show_bug.cgi?id=1&Bugzilla_api_key=***')
  })

  it('answers HEAD and OPTIONS, and no other method than GET', async () => {
    const site = await open()
    const head = await follow(site, '/show_bug.cgi?id=7', { method: 'HEAD' })
    expect([head.status, head.headers.get('location'), await head.text()]).toEqual([302, 'rest/bug/7', ''])
    const options = await follow(site, '/show_bug.cgi', { method: 'OPTIONS' })
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'GET, HEAD, OPTIONS'])
    const post = await follow(site, '/show_bug.cgi?id=7', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('is answered with an error for a wrong id', async () => {
    const site = await open()
    for (const query of ['', '?id=', '?id=,', '?bug=1']) {
      const refused = await follow(site, `/show_bug.cgi${query}`)
      expect([refused.status, await refused.json()]).toMatchObject([400, { error: true, code: 50 }])
    }
    for (const id of ['99', 'nobody', '%00', '../version', '%ff', '"><b>']) {
      const missing = await follow(site, `/show_bug.cgi?id=${id}`, { redirect: 'follow' })
      expect([id, missing.status]).toEqual([id, 404])
    }
    const page = await follow(site, '/show_bug.cgi', asPage)
    expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  })

  it('moves with the base path', async () => {
    const site = await open({ basePath: '/tracker' })
    expect((await follow(site, '/tracker/show_bug.cgi?id=1')).status).toBe(302)
    for (const path of ['/show_bug.cgi?id=1', '/other/show_bug.cgi?id=1', '/tracker/x/show_bug.cgi?id=1']) {
      expect((await follow(site, path)).status).toBe(404)
    }
  })
})
