// The pages as a function from request to response, without a browser.
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { createRestHandler } from '@trackerkit/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebHandler } from '../src/server/web-handler.js'
import { canaries, createWorld, get, logIn, origin, pagesOf, password, people, type World } from './harness.js'

let world: World
let pages: WebHandler
const cookies: Record<string, string> = { nobody: '' }

beforeAll(async () => {
  world = await createWorld()
  pages = await pagesOf(world.tracker)
  for (const [who, login] of Object.entries(people)) cookies[who] = await logIn(pages, login)
})
afterAll(() => world.tracker.close())

const textOf = async (path: string, who = 'nobody') => (await get(pages, path, cookies[who])).text()

const send = (path: string, headers: Record<string, string>, body?: string, method = 'POST') =>
  pages(new Request(origin + path, { method, headers, ...(body !== undefined && { body }) }))

const scripted = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }
const asGrace = JSON.stringify({ login: people.grace, password })

describe('the pages', () => {
  it('are read without scripts: a list and a bug say everything', async () => {
    const list = await textOf('/bugs?product=Widgets')
    expect(list).toContain('It blinks')
    expect(list).toContain('2 bugs')
    const bug = await textOf(`/bug/${world.bugs.plain}`)
    expect(bug).toContain('All the time.')
    expect(bug).toContain('<a href="https://example.org/a?b=c" rel="noopener nofollow ugc">')
    expect(bug).toContain(`href="/bug/${world.bugs.other}"`)
  })

  it('lead from old addresses, from a list without criteria, and from a number that was searched for', async () => {
    const moves = {
      '/bugs': '/bugs?status=__open__',
      '/bugs?quicksearch=12': '/bug/12',
      '/bugs?quicksearch=Bug+12': '/bug/12',
      '/bugs/?a=b': '/bugs?a=b',
      '/show_bug.cgi?id=12': '/bug/12',
      '/buglist.cgi?product=Widgets': '/bugs?product=Widgets',
    }
    for (const [from, to] of Object.entries(moves)) expect((await get(pages, from)).headers.get('location')).toBe(to)
  })

  it('refuse searches that are too long or have too many empty words with 400', async () => {
    const statusOf = async (path: string) => (await get(pages, path)).status
    expect(await statusOf(`/bugs?quicksearch=${'x'.repeat(4001)}`)).toBe(400)
    expect(await statusOf(`/bugs?quicksearch=${','.repeat(4000)}`)).toBe(400)
    expect(await statusOf(`/charts?short_desc=${'x'.repeat(30_000)}`)).toBe(400)
  })

  it('report the route of an address to metrics, without the names in it', async () => {
    const routes: unknown[] = []
    const { plain } = world.bugs
    const addresses = ['/', `/bug/${plain}?a=b`, '/bugs.csv', '/-/rest/version', '/-/assets/x', '/-/x', '/x/y']
    for (const path of addresses) {
      const length = routes.length
      const context = { onRoute: (route: string) => void routes.push(route) }
      await (await pages(new Request(origin + path), context)).text()
      if (routes.length === length) routes.push(undefined)
    }
    expect(routes).toEqual(['/', '/bug/:id', '/bugs.csv', '/-/rest', '/-/assets', undefined, undefined])
  })

  it('report to those who measure them that the API answers a script, and not what they refuse themselves', async () => {
    const site = { 'same-origin': true, 'cross-site': false }
    for (const [from, isAnswered] of Object.entries(site)) {
      let isByApi = false
      const context = { onApi: () => void (isByApi = true) }
      const headers = { 'X-TrackerKit-Web': '1', 'Sec-Fetch-Site': from }
      await (await pages(new Request(`${origin}/-/rest/version`, { headers }), context)).text()
      expect(isByApi).toBe(isAnswered)
    }
  })

  it('ask the API within the trace that they belong to', async () => {
    const traces = new Set<string | null>()
    const api = createRestHandler(world.tracker)
    const traced = await pagesOf(world.tracker, {
      rest: (request, context) => {
        traces.add(request.headers.get('traceparent'))
        return api(request, context)
      },
    })
    const [theirs, ours] = ['1', '2'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`)
    const ask = async (path: string, context = {}) => {
      traces.clear()
      await (await traced(new Request(origin + path, { headers: { traceparent: theirs ?? '' } }), context)).text()
      return [...traces]
    }
    for (const path of [`/bug/${world.bugs.plain}`, '/bugs.csv', `/-/attachment/${world.attachments.image}`]) {
      expect(await ask(path)).toEqual([theirs])
      expect(await ask(path, { passedOn: { traceparent: ours } })).toEqual([ours])
    }
  })

  it('give a whole list to a spreadsheet and to readers of news, of what the caller sees', async () => {
    const table = await get(pages, '/bugs.csv?product=Widgets&limit=1&offset=1&include_fields=id%2Csummary')
    expect(table.headers.get('content-disposition')).toBe('attachment; filename="bugs.csv"')
    const all = `id,summary\r\n${world.bugs.plain},It blinks\r\n${world.bugs.other},It hums\r\n`
    expect(await table.text()).toBe(all)
    const hidden = '/bugs.csv?include_fields=summary&status=__all__'
    expect(await textOf(hidden)).not.toContain(canaries.hiddenSummary)
    expect(await textOf(hidden, 'admin')).toContain(canaries.hiddenSummary)
    await world.tracker.asSystem().parameters.update({ parameters: { urlbase: `${origin}/` } })
    const feed = await get(pages, '/bugs.atom?product=Widgets')
    expect(await feed.text()).toContain(`<title>[Bug ${world.bugs.plain}] It blinks</title>`)
    const headers = { 'If-None-Match': feed.headers.get('etag') ?? '' }
    expect((await pages(new Request(`${origin}/bugs.atom?product=Widgets`, { headers }))).status).toBe(304)
    await world.tracker.asSystem().parameters.update({ parameters: { urlbase: '' } })
  })

  it('give the table of a list its order, and its columns beside ID and summary', async () => {
    const linkIn = (html: string) => /href="(\/bugs\.csv[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const heads = async (path: string) => (await textOf(linkIn(await textOf(path)))).split('\r\n').slice(0, 3)
    const [plain, other] = [`${world.bugs.plain},It blinks`, `${world.bugs.other},It hums`]
    const chosen = '/bugs?product=Widgets&include_fields=priority&offset=0'
    expect(await heads(`${chosen}&order=id`)).toEqual(['id,summary,priority', `${plain},'---`, `${other},High`])
    expect(await heads(`${chosen}&order=id DESC`)).toEqual(['id,summary,priority', `${other},High`, `${plain},'---`])
    const usual = await textOf('/bugs?product=Widgets')
    expect(linkIn(usual)).toBe('/bugs.csv?product=Widgets&order=last_change_time+DESC')
  })

  it('count the keywords beside one that a list requires, with links to the bugs with both', async () => {
    const system = world.tracker.asSystem(people.admin)
    for (const name of ['leak', 'slow']) await system.keywords.create({ name, description: name })
    const bug = { ids: [world.bugs.plain] }
    await system.bugs.update({ ...bug, keywords: { set: ['leak', 'slow'] } })
    const html = await textOf('/charts?keywords=leak&x=keywords')
    expect(html).toContain('href="/bugs?keywords=leak&amp;f1=keywords&amp;o1=equals&amp;v1=slow"')
    await system.bugs.update({ ...bug, keywords: { set: [] } })
  })

  it('count a list by what is chosen, with links to the bugs behind each number, and nothing of hidden ones', async () => {
    const html = await textOf('/charts?product=Widgets&x=priority&y=component')
    expect(html).toContain('Bugs by Priority and Component')
    expect(html).toContain('href="/bugs?product=Widgets&amp;priority=High&amp;component=UI"')
    const products = '/charts?status=__all__&x=product'
    expect(await textOf(products)).not.toContain(canaries.hiddenProduct)
    expect(await textOf(products, 'admin')).toContain(canaries.hiddenProduct)
    // Rows before the first ones of the page are behind a link.
    const second = await textOf('/charts?status=__all__&x=product&offset=1', 'admin')
    expect(second).toContain('href="/charts?status=__all__&amp;x=product"')
    expect(second).toContain('href="/bugs?status=__all__&amp;product=')
    const refused = await get(pages, '/charts?creation_time=whenever')
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('role="alert"')])
    expect(await textOf('/charts?x=status')).toContain('href="/bugs?status=__open__"')
  })

  it('never lead to another host', async () => {
    for (const path of ['//evil.example/', '//evil.example/bugs/', '/%2F%2Fevil.example/']) {
      const to = (await get(pages, path)).headers.get('location')
      expect(to === null || /^\/(?!\/)/.test(to)).toBe(true)
    }
  })

  it('contain no foreign script, style or element, regardless of user-written text', async () => {
    const text = '</script><script>alert(1)</script><img src=x onerror=alert(2)>'
    const place = { product: 'Widgets', component: 'Engine', version: '1.0' }
    const written = { summary: text, description: text, whiteboard: text }
    const { id } = await world.tracker.as({ login: people.grace }).bugs.create({ ...place, ...written })
    const html = await textOf(`/bug/${id}`)
    expect(html).not.toContain('<script>alert')
    expect(html).not.toContain('<img src=x')
    expect(html.match(/<script/g)).toHaveLength(2)
    expect(html).not.toMatch(/ style="/)
  })

  it('of two concurrent users contain only the name of their user', async () => {
    const names = { grace: 'Grace Tan', reporter: 'Rita Reporter' }
    const asked = Array.from({ length: 200 }, (_, index) => (index % 2 === 1 ? 'grace' : 'reporter'))
    const answers: string[] = []
    // More at once would make a busy machine refuse some of them.
    for (let at = 0; at < asked.length; at += 40) {
      const some = asked.slice(at, at + 40)
      answers.push(...(await Promise.all(some.map((who) => textOf('/bugs?product=Gadgets&status=__all__', who)))))
    }
    for (const [index, html] of answers.entries()) {
      const isGrace = asked[index] === 'grace'
      expect(html).toContain(isGrace ? names.grace : names.reporter)
      expect(html).not.toContain(isGrace ? names.reporter : names.grace)
    }
  })
})

describe('the first view of a page', () => {
  const counted = async (path: string) => {
    const asked: string[] = []
    const rest = createRestHandler(world.tracker)
    const own = await pagesOf(world.tracker, {
      rest: (request, context) => {
        asked.push(new URL(request.url).pathname)
        return rest(request, context)
      },
    })
    const response = await get(own, path, cookies['grace'])
    expect(response.status).toBe(200)
    return { asked, html: await response.text() }
  }

  it('asks the API at most three times, beside who is logged in', async () => {
    for (const path of [
      '/bugs?status=__all__',
      `/bug/${world.bugs.plain}`,
      '/new',
      `/attachment/${world.attachments.image}`,
    ])
      expect(
        (await counted(path)).asked.filter((one) => one !== '/rest/whoami').slice(3),
        `asked beyond three for ${path}`,
      ).toEqual([])
  })

  it('loads with four requests, that of the page included, for a list or a bug, and with five for other pages', async () => {
    const loaded = async (path: string) => {
      const { html } = await counted(path)
      return 1 + (html.match(/<link rel="(?:stylesheet|modulepreload)"|<script type="module" src/g)?.length ?? 0)
    }
    for (const path of ['/bugs?status=__all__', `/bug/${world.bugs.plain}`])
      expect(await loaded(path), `requests of ${path}`).toBeLessThanOrEqual(4)
    const others = [
      '/dashboard',
      '/inbox',
      '/new',
      '/search',
      '/board?status=__all__',
      '/charts?x=status',
      '/products',
      '/me',
    ]
    for (const path of others) expect(await loaded(path), `requests of ${path}`).toBeLessThanOrEqual(5)
  })

  it('embeds each response with its request, which lets the browser render the same', async () => {
    for (const path of ['/dashboard', '/bugs?status=__all__', '/products']) {
      const { asked, html } = await counted(path)
      const [, data = '{}'] = /<script type="application\/json" id="data"[^>]*>(.*?)<\/script>/s.exec(html) ?? []
      const { answers } = JSON.parse(data) as { readonly answers: object }
      // The position in the change feed is no part of what is rendered.
      const rendered = asked.filter((one) => one !== '/rest/changes')
      expect([path, Object.keys(answers).length]).toEqual([path, rendered.length])
    }
  })

  it('is the same whichever answer comes first', async () => {
    const path = '/charts?status=__all__'
    const { asked, html } = await counted(path)
    const isCount = (url: string) => url.includes('/bug/count')
    const rest = createRestHandler(world.tracker)
    let count = 0
    let go: () => void
    const other = new Promise<void>((resolve) => (go = resolve))
    const last = await pagesOf(world.tracker, {
      rest: async (request, context) => {
        const isFirst = isCount(request.url) && ++count === 1
        const answer = await rest(request, context)
        if (isFirst) await other
        else if (isCount(request.url)) go()
        return answer
      },
    })
    const alike = (text: string) => text.replaceAll(/"now":\d+/g, '')
    expect(asked.filter(isCount).length).toBeGreaterThan(1)
    expect(alike(await (await get(last, path, cookies['grace'])).text())).toBe(alike(html))
  })

  it('is the same when it has failed, whichever answer comes first', async () => {
    const path = `/bug/${world.bugs.hidden}/history`
    const rest = createRestHandler(world.tracker)
    const withLate = async (late: string) => {
      const site = await pagesOf(world.tracker, {
        rest: async (request, context) => {
          // A page that does not wait for this one is made by then.
          if (new URL(request.url).pathname.endsWith(late)) await setTimeout(100)
          return rest(request, context)
        },
      })
      return (await (await get(site, path, cookies['reporter'])).text()).replaceAll(/"now":\d+/g, '')
    }
    expect(await withLate('/history')).toBe(await withLate(`/${world.bugs.hidden}`))
  })

  it('of a bug with 51 comments has at most 30 kB compressed, and shows the description and the last 50 of more', async () => {
    const place = { product: 'Widgets', component: 'Engine', version: '1.0' }
    const grace = world.tracker.as({ login: people.grace })
    const { id } = await grace.bugs.create({ ...place, summary: 'It is talked about', description: sentence(0) })
    for (let n = 1; n <= 60; n++) await grace.comments.create({ id, comment: `${sentence(n)}\n> ${sentence(n - 1)}` })
    const { html } = await counted(`/bug/${id}`)
    expect(html.match(/<article/g)).toHaveLength(51)
    expect(gzipSync(html).length).toBeLessThanOrEqual(30_000)
  })
})

/** Words that are not the same each time, as people write them. */
const sentence = (n: number) => {
  const words = [
    'engine',
    'hums',
    'after',
    'the',
    'second',
    'start',
    'when',
    'nobody',
    'has',
    'turned',
    'its',
    'wheel',
    'yet',
  ]
  return Array.from(
    { length: 30 },
    (_, index) => `${words[(index * 7 + n * 11) % words.length]}${(index + n) % 5 === 0 ? n : ''}`,
  ).join(' ')
}

describe('hidden things', () => {
  it('appear in no page, neither in text nor in data', async () => {
    const paths = ['/bugs?status=__all__', `/bug/${world.bugs.plain}`, `/bug/${world.bugs.hidden}`, '/']
    const hidden = Object.values(canaries)
    for (const who of ['nobody', 'reporter', 'grace']) {
      for (const path of paths) {
        const html = await textOf(path, who)
        for (const canary of hidden) expect(html, `${who} ${path}`).not.toContain(canary)
      }
    }
    expect(await textOf(`/bug/${world.bugs.plain}`, 'admin')).toContain(canaries.privateComment)
    expect(await textOf('/bugs?status=__all__', 'admin')).toContain(canaries.hiddenSummary)
  })

  it('have the same page as absent ones, but for the name', async () => {
    const seen = async (path: string, name: string, who: string) => {
      const response = await get(pages, path.replace('NAME', name), cookies[who])
      const before = String.raw`Bug: |<bdi>|"value":|(?:[Bb]ug|[Aa]ttachment)(?:/|%2F| )|id(?:=|%3D)|["']`
      const named = new RegExp(`(?<=${/\D/.test(name) ? '' : before})${name}(?![\\w-])`, 'g')
      const all = [String(response.status), ...[...response.headers].map(String), await response.text()].join('\n')
      return all
        .replaceAll(/"now":\d+/g, '')
        .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'request')
        .replaceAll(named, 'N')
        .split(/(?=<|,")/)
    }
    const { bugs, attachments } = world
    const pairs: readonly (readonly [path: string, hidden: string | number, absent: string | number])[] = [
      ['/bug/NAME', bugs.hidden, 999],
      ['/bug/NAME?comments=all', bugs.hidden, 999],
      ['/bug/NAME/history', bugs.hidden, 999],
      ['/bug/NAME/graph', bugs.hidden, 999],
      ['/bugs?id=NAME', bugs.hidden, 999],
      ['/bugs?product=NAME', canaries.hiddenProduct, 'canary-absent-product'],
      ['/bugs?savedsearch=NAME', 'secret-search', 'absent-search'],
      ['/bugs.csv?product=NAME', canaries.hiddenProduct, 'canary-absent-product'],
      ['/new?product=NAME', canaries.hiddenProduct, 'canary-absent-product'],
      ['/attachment/NAME', attachments.hidden, 999],
      ['/-/attachment/NAME', attachments.hidden, 999],
      ['/-/attachment/NAME/image', attachments.hidden, 999],
      ['/products/NAME', canaries.hiddenProduct, 'canary-absent-product'],
      ['/charts?product=NAME', canaries.hiddenProduct, 'canary-absent-product'],
      ['/admin/products/NAME', canaries.hiddenProduct, 'canary-absent-product'],
    ]
    const admin = world.tracker.as({ login: people.admin })
    await admin.savedSearches.save({ name: 'secret-search', query: 'product=Widgets' })
    for (const who of ['nobody', 'reporter']) {
      for (const [path, hidden, absent] of pairs) {
        const ofHidden = await seen(path, String(hidden), who)
        const ofAbsent = await seen(path, String(absent), who)
        expect(ofHidden.filter((line, index) => line !== ofAbsent[index])).toEqual([])
        expect(ofHidden).toHaveLength(ofAbsent.length)
      }
    }
  })
})

/** All that a request can say of where it comes from, and whether it is a script of ours that says so. */
const waysToAsk = ['GET', 'POST', 'PUT', 'DELETE'].flatMap((method) =>
  ['1', undefined].flatMap((ours) =>
    [undefined, origin, 'https://evil.example'].flatMap((from) =>
      [undefined, 'same-origin', 'same-site', 'cross-site', 'none'].flatMap((site) =>
        ['application/json', 'text/plain', 'application/x-www-form-urlencoded'].map((type) => ({
          method,
          headers: {
            'Content-Type': type,
            ...(ours !== undefined && { 'X-TrackerKit-Web': ours }),
            ...(from !== undefined && { Origin: from }),
            ...(site !== undefined && { 'Sec-Fetch-Site': site }),
          },
          isOurs: ours === '1' && from !== 'https://evil.example' && (site ?? 'same-origin') === 'same-origin',
        })),
      ),
    ),
  ),
)

describe('logging in', () => {
  it('to a demo leads back to where one was', async () => {
    const demo = [{ login: people.grace, password, name: 'Grace Tan, developer' }]
    const shown = await get(await pagesOf(world.tracker, { demo }), '/login?return_to=%2Fbug%2F1')
    const [form] = /<form[^]*?<\/form>/.exec(/class="demo-login"[^]*/.exec(await shown.text())?.[0] ?? '') ?? []
    expect(form).toContain('name="return_to" value="/bug/1"')
  })

  it('keeps the token in a cookie that scripts cannot read, and in no page', async () => {
    const lasting = await send('/-/login', scripted, asGrace.replace('}', ',"stay":true}'))
    expect(lasting.headers.get('set-cookie')).toMatch(
      /^trackerkit-8080=\S+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    )
    const cookie = lasting.headers.get('set-cookie')?.split(';')[0] ?? ''
    const token = /=([^.;]+)/.exec(cookie)?.[1] ?? '?'
    expect(await lasting.text()).not.toContain(token)
    expect(await (await get(pages, '/bugs?status=__all__', cookie)).text()).not.toContain(token)
  })

  it('takes names of cookies that fit the address: __Host- and __Secure- where it is https', async () => {
    const flags = async (base: string, prefix: string) => {
      const own = await pagesOf(world.tracker, { origin: base, prefix })
      const asked = new Request(`${base}${prefix}/-/login`, { method: 'POST', headers: scripted, body: asGrace })
      return ((await own(asked)).headers.get('set-cookie') ?? '').replace(/=[^;]+/, '')
    }
    const always = 'HttpOnly; SameSite=Lax'
    expect(await flags('https://bugs.example.com', '')).toBe(`__Host-trackerkit; Path=/; ${always}; Secure`)
    expect(await flags('https://example.com', '/a/b')).toBe(`__Secure-trackerkit; Path=/a/b; ${always}; Secure`)
    expect(await flags('http://127.0.0.1:9000', '/a')).toBe(`trackerkit-9000; Path=/a; ${always}`)
    expect(await flags('http://localhost', '')).toBe(`trackerkit-80; Path=/; ${always}`)
  })

  it('ends with the session: the old cookie is anonymous', async () => {
    const cookie = await logIn(pages, people.grace)
    expect(await (await get(pages, '/bugs?status=__all__', cookie)).text()).toContain('Grace Tan')
    const out = await send('/-/logout', { ...scripted, cookie })
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await (await get(pages, '/bugs?product=Gadgets&status=__all__', cookie)).text()).not.toContain('Grace Tan')
  })

  it('keeps the cookie of a session that the tracker cannot end', async () => {
    const { tracker } = await createWorld()
    const closing = await pagesOf(tracker)
    const headers = { ...scripted, cookie: await logIn(closing, people.grace) }
    await tracker.close()
    const answer = await closing(new Request(`${origin}/-/logout`, { method: 'POST', headers }))
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null])
    expect(await answer.json()).toMatchObject({ error: true, name: 'tracker_closed' })
  })

  it('works by a form without scripts, where the browser says that it is ours', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
    const body = `login=${people.grace}&password=${password.replaceAll(' ', '+')}&return_to=%2Fbug%2F1`
    const right = await send('/-/login', form, body)
    expect([right.status, right.headers.get('location')]).toEqual([303, '/bug/1'])
    const wrong = await send('/-/login', form, body.replace('horse', 'cow'))
    expect(wrong.status).toBe(401)
    const html = await wrong.text()
    expect(html).toContain(`value="${people.grace}"`)
    expect(html).toContain('role="alert"')
    for (const evil of ['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example']) {
      const sent = body.replace('%2Fbug%2F1', encodeURIComponent(evil))
      expect((await send('/-/login', form, sent)).headers.get('location')).toBe('/')
    }
    for (const evil of ['/..//evil.example', '/.//evil.example', '/%2e%2e//evil.example']) {
      const sent = body.replace('%2Fbug%2F1', encodeURIComponent(evil))
      expect((await send('/-/login', form, sent)).headers.get('location')).toBe('/evil.example')
    }
    const { Origin: _, ...silent } = form
    expect((await send('/-/login', silent, body)).status).toBe(403)
    expect((await send('/-/login', { ...form, Origin: 'https://evil.example' }, body)).status).toBe(403)
  })

  it.each([
    ['a line separator', '%E2%80%A8', '%E2%80%A8'],
    ['a letter of Chinese', '%E4%B8%AD', '%E4%B8%AD'],
    ['an emoji', '%F0%9F%98%80', '%F0%9F%98%80'],
    ['half a character', '%ED%A0%80', '%EF%BF%BD%EF%BF%BD%EF%BF%BD'],
  ])('leads back to an address with %s, with the cookie of the session', async (_, sent, encoded) => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin }
    const body = `login=${people.grace}&password=${password.replaceAll(' ', '+')}&return_to=%2Fbugs%3Fquicksearch%3D${sent}`
    const answer = await send('/-/login', form, body)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/bugs?quicksearch=${encoded}`])
    expect(answer.headers.get('set-cookie')).toMatch(/=\d+-/)
  })

  it('counts for no request that another page could have sent, whatever it says of itself', async () => {
    const host = await pagesOf(world.tracker, {
      identify: ({ headers }) => (headers.get('cookie') === 'host=grace' ? { login: people.grace } : null),
      loginUrl: () => 'https://login.example/',
    })
    const mountings = [
      { of: pages, cookie: cookies['grace'] ?? '' },
      { of: host, cookie: 'host=grace' },
    ]
    const path = `/-/rest/bug/${world.bugs.plain}/comment`
    const counted: unknown[] = []
    const all = waysToAsk.flatMap((way) => mountings.map((mounting) => ({ ...mounting, ...way })))
    for (const { of, cookie, method, headers, isOurs } of all) {
      const body = method === 'GET' ? {} : { body: JSON.stringify({ comment: isOurs ? 'ours' : 'forged' }) }
      const answer = await of(new Request(origin + path, { method, headers: { cookie, ...headers }, ...body }))
      if ((answer.status !== 403) !== isOurs) counted.push([answer.status, method, headers])
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
    }
    expect([all.length, counted]).toEqual([720, []])
    const html = await textOf(`/bug/${world.bugs.plain}`, 'grace')
    expect([html.includes('ours'), html.includes('forged')]).toEqual([true, false])
  })

  it('is not ended by another page, and pages themselves take nothing', async () => {
    const cookie = await logIn(pages, people.grace)
    const own = { cookie, ...scripted }
    const strange = [{ cookie }, { ...own, Origin: 'https://evil.example' }, { ...own, 'Sec-Fetch-Site': 'same-site' }]
    for (const headers of strange) expect((await send('/-/logout', headers)).status).toBe(403)
    const mine = { ...own, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }
    expect((await send('/-/rest/whoami', mine, undefined, 'GET')).status).toBe(200)
    expect((await send(`/bug/${world.bugs.plain}`, mine, '{}')).status).toBe(405)
  })

  it('accepts only the cookie: other credentials in a request are ignored', async () => {
    const headers = { ...scripted, Authorization: `Basic ${btoa(`${people.admin}:${password}`)}` }
    expect((await send('/-/rest/whoami', headers, undefined, 'GET')).status).toBe(401)
  })
})

describe('the content of attachments', () => {
  it('is an image only where nothing can run in it, and a download otherwise', async () => {
    const { image, page, hidden } = world.attachments
    const shown = await get(pages, `/-/attachment/${image}/image`)
    expect(shown.headers.get('content-disposition')).toBe('inline')
    expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    expect((await get(pages, `/-/attachment/${page}/image`)).status).toBe(404)
    const range = `bytes=${'\t'.repeat(20_000)}-${'\t'.repeat(20_000)}`
    const whole = new Request(`${origin}/-/attachment/${page}`, { headers: { Range: range } })
    expect((await pages(whole)).status).toBe(200)
    const download = await get(pages, `/-/attachment/${page}`)
    expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename="a.html"/)
    expect((await get(pages, `/-/attachment/${hidden}`, cookies['reporter'])).status).toBe(404)
    expect((await get(pages, `/-/attachment/${hidden}`, cookies['admin'])).status).toBe(200)
  })
})

describe('a host', () => {
  it('mounts the pages below a path, which every link, redirect and cookie keeps', async () => {
    const mounted = await pagesOf(world.tracker, { prefix: '/a/b' })
    const html = await (await get(mounted, `/a/b/bug/${world.bugs.plain}`)).text()
    const addresses = [...html.matchAll(/(?:href|src|action)="(\/[^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(5)
    for (const address of addresses) expect(address).toMatch(/^\/a\/b(\/|$)/)
    expect((await get(mounted, '/a/b/bugs')).headers.get('location')).toBe('/a/b/bugs?status=__open__')
    expect((await get(mounted, '/bugs')).status).toBe(404)
    expect((await get(mounted, '/a/bc')).status).toBe(404)
  })

  it('says who is logged in, and logs people in by its own page', async () => {
    const mounted = await pagesOf(world.tracker, {
      identify: ({ headers }) => (headers.get('cookie') === 'host=grace' ? { login: people.grace } : null),
      loginUrl: (to) => `https://login.example/?to=${encodeURIComponent(to)}`,
    })
    expect(await (await get(mounted, '/bugs?status=__all__', 'host=grace')).text()).toContain('Grace Tan')
    const link = 'href="/-/login?return_to=%2Fbugs%3Fstatus%3D__all__"'
    expect(await (await get(mounted, '/bugs?status=__all__')).text()).toContain(link)
    const toLogin = await get(mounted, '/-/login?return_to=%2Fbugs%3Fstatus%3D__all__')
    expect(toLogin.headers.get('location')).toBe('https://login.example/?to=%2Fbugs%3Fstatus%3D__all__')
    expect((await get(mounted, '/login')).status).toBe(404)
    const forged = new Request(`${origin}/-/rest/whoami`, { headers: { cookie: 'host=grace' } })
    expect((await mounted(forged)).status).toBe(403)
  })

  it('accepts only its configured host names', async () => {
    const named = await pagesOf(world.tracker, { origin: 'https://bugs.example.com' })
    const ask = (host: string) => named(new Request('http://10.0.0.1/bugs', { headers: { host } }))
    expect((await ask('bugs.example.com')).status).toBe(302)
    expect((await ask('evil.example')).status).toBe(421)
  })

  it('hears at once of options that cannot be meant', async () => {
    const wrong = [
      { prefix: 'tracker' },
      { prefix: '/tracker/' },
      { prefix: '/a/rest' },
      { prefix: '/-' },
      { prefix: '/a/../b' },
      { origin: 'https://example.com/path' },
      { theme: { accent: 'red; } body { display: none' } },
      { theme: { font: 'x; }' } },
      { links: [{ text: 'x', href: 'javascript:alert(1)' }] },
      { commitUrl: 'javascript:%s' },
    ]
    for (const options of wrong) await expect(pagesOf(world.tracker, options)).rejects.toThrow(TypeError)
  })
})

describe('the administration', () => {
  const paths = ['/admin', '/admin/users', '/admin/products/Widgets', '/admin/new/groups', '/admin/workflow']
  const waysIn = ['/admin/inbound', '/admin/forms', '/admin/intakes', '/admin/code-hooks', '/held']
  const more = ['/admin/parameters', '/admin/audit', '/admin/mail', '/admin/fields/priority/values/High']
  const all = [...paths, ...waysIn, ...more]

  it('is the page of an unknown address for all users without the right', async () => {
    for (const who of ['nobody', 'reporter', 'grace']) {
      const unknown = (await textOf('/nothing/here', who)).replaceAll(/"now":\d+/g, '')
      for (const path of all) {
        const response = await get(pages, path, cookies[who])
        expect(response.status).toBe(404)
        const html = (await response.text()).replaceAll(/"now":\d+/g, '')
        const [given, encoded] = [path, encodeURIComponent(path)]
        expect(html.replaceAll(given, '/nothing/here').replaceAll(encoded, '%2Fnothing%2Fhere')).toBe(unknown)
      }
    }
  })

  it('is there for administrators, and of it only the part that a right is for', async () => {
    for (const path of all) expect((await get(pages, path, cookies['admin'])).status, `of ${path}`).toBe(200)
    await world.tracker.asSystem().users.update({ names: [people.reporter], groups: { add: ['editkeywords'] } })
    const home = await textOf('/admin', 'reporter')
    expect(home).toContain('href="/admin/keywords"')
    expect(home).not.toContain('href="/admin/users"')
    expect((await get(pages, '/admin/keywords', cookies['reporter'])).status).toBe(200)
    expect((await get(pages, '/admin/users', cookies['reporter'])).status).toBe(404)
  })

  it('and the own settings lead who is not logged in to where one logs in, or nowhere', async () => {
    const answer = await get(pages, '/me/api-keys')
    expect(answer.headers.get('location')).toBe('/login?return_to=%2Fme%2Fapi-keys')
  })
})
