// Searches as tables and as feeds.
import { memoryStore } from '@trackerkit/adapter-memory'
import { createTracker, type Tracker } from '@trackerkit/core'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRestHandler, type RestHandler } from '../src/index.js'

const usual =
  'id,summary,status,resolution,product,component,version,priority,severity,assigned_to,creation_time,last_change_time'
const odd = '=cmd|"x"!A1, <b>&amp; \u{1F41B}\uFFFE]]>\nsecond line'

let tracker: Tracker
let rest: RestHandler
let key: string
let seconds = 0

beforeAll(async () => {
  const clock = () => new Date(Date.UTC(2026, 2, 1, 12, 0, seconds++))
  tracker = await createTracker({
    store: memoryStore(),
    testing: { clock },
    administrator: { login: 'admin@example.com' },
  })
  rest = createRestHandler(tracker, { log: () => undefined })
  const system = tracker.asSystem('admin@example.com')
  key = (await system.apiKeys.create({})).api_key
  await system.products.create({ name: 'Widgets', description: 'Things that blink', version: '1.0' })
  const component = { product: 'Widgets', name: 'UI', description: 'All', default_assignee: 'admin@example.com' }
  await system.components.create(component)
  await system.groups.create({ name: 'secret', description: 'The secret group' })
  await system.groupControls.update({
    names: ['Widgets'],
    group: 'secret',
    member_control: 'shown',
    other_control: 'shown',
  })
  const bug = { product: 'Widgets', component: 'UI', version: '1.0' }
  for (const summary of ['+49 is its number', 'It "blinks", often', odd])
    await system.bugs.create({ ...bug, summary: summary.replaceAll('\n', ' '), whiteboard: summary })
  await system.bugs.create({ ...bug, summary: 'Hidden from most', groups: ['secret'] })
})
afterAll(() => tracker.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  rest(new Request(`https://bugs.example.com${path}`, { headers }))
const asAdmin = () => ({ 'X-Tracker-API-Key': key })

describe('a search as a table', () => {
  it('has a mark, the usual columns and a line for each bug that the caller sees', async () => {
    const response = await get('/rest/bug?product=Widgets&format=csv')
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      usual,
      expect.stringMatching(
        /^1,'\+49 is its number,CONFIRMED,,Widgets,UI,1\.0,'---,\w+,admin,2026-03-01T12:\d\d:\d\dZ,2026-/,
      ),
      expect.stringMatching(/^2,"It ""blinks"", often",CONFIRMED/),
    ])
    expect(lines).toHaveLength(5)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="bugs.csv"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    })
    expect(response.headers.has('link')).toBe(false)
  })

  it('has the columns that are asked for in their order, and the order of the search', async () => {
    const path = '/rest/bug?order=bug_id%20DESC&include_fields=whiteboard,id,cc,is_open,is_open&limit=2'
    const response = await get(path, { Accept: 'text/csv', ...asAdmin() })
    expect(await response.text()).toBe(
      `whiteboard,id,cc,is_open\r\n,4,,true\r\n"'${odd.replaceAll('"', '""')}",3,,true\r\n`,
    )
    expect(response.headers.get('x-total-matches')).toBe('4')
    expect(response.headers.get('link')).toMatch(/^<\/rest\/bug\?.*limit=2&offset=2>; rel="next"$/)
  })

  it('never answers more than a search may, whatever limit is asked for', async () => {
    await tracker.asSystem().parameters.update({ parameters: { max_search_results: 2 } })
    for (const limit of ['', '&limit=0', '&limit=3']) {
      const response = await get(`/rest/bug?product=Widgets&format=csv&include_fields=id${limit}`)
      expect(await response.text()).toBe(`id\r\n1\r\n2\r\n`)
      expect(response.headers.get('x-total-matches')).toBe('3')
    }
    const rest = await get('/rest/bug?product=Widgets&format=csv&include_fields=id&limit=2&offset=2')
    expect(await rest.text()).toBe(`id\r\n3\r\n`)
    await tracker.asSystem().parameters.update({ parameters: { max_search_results: 10000 } })
  })

  it('is sent in parts, without bugs that were hidden since it began', async () => {
    const system = tracker.asSystem('admin@example.com')
    await system.products.create({ name: 'Many', description: 'Many bugs', version: '1' })
    await system.components.create({
      ...{ product: 'Many', name: 'All', description: 'All', default_assignee: 'admin@example.com' },
    })
    await system.groupControls.update({
      names: ['Many'],
      group: 'secret',
      member_control: 'shown',
      other_control: 'shown',
    })
    const ids: number[] = []
    for (let n = 0; n < 510; n++) {
      const bug = { product: 'Many', component: 'All', version: '1', summary: `Number ${n}` }
      ids.push((await system.bugs.create(bug)).id)
    }
    const response = await get('/rest/bug?product=Many&format=csv&include_fields=summary')
    const parts: string[] = []
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      if (parts.length === 0) await system.bugs.update({ ids: ids.slice(-2), groups: { add: ['secret'] } })
      parts.push(new TextDecoder().decode(part))
    }
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.join('').trimEnd().split('\r\n')).toHaveLength(1 + 508)
  })

  it('is an error in JSON when the search fails, and JSON unless a table is requested', async () => {
    const wrong = await get('/rest/bug?f1=nonsense&o1=equals&v1=x&format=csv')
    expect([wrong.status, await wrong.json()]).toMatchObject([400, { code: 108 }])
    for (const [path, accept] of [
      ['/rest/bug?format=nonsense', '*/*'],
      ['/rest/bug', 'application/json, text/csv;q=0.5'],
      ['/rest/bug/1', 'text/csv'],
    ] as const)
      expect((await get(path, { Accept: accept })).headers.get('content-type')).toMatch(/^application\/json/)
  })
})

describe('a search as a feed', () => {
  it('requires the base URL of the tracker', async () => {
    const response = await get('/rest/bug?product=Widgets&format=atom')
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { message: expect.stringContaining('urlbase') as unknown },
    ])
  })

  it('has the bugs that the caller sees, what changed last first, as XML whatever their texts are', async () => {
    await tracker.asSystem().parameters.update({ parameters: { urlbase: 'https://bugs.example.com/' } })
    await tracker.asSystem('admin@example.com').bugs.update({ ids: [2], priority: 'High' })
    const path = '/rest/bug?product=Widgets&format=atom&summary=b&Bugzilla_api_key='
    const response = await get(path)
    const text = await response.text()
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(XMLValidator.validate(text)).toBe(true)
    const { feed } = new XMLParser({ ignoreAttributes: false, processEntities: true }).parse(text) as {
      feed: { id: string; updated: string; entry: Record<string, unknown>[] }
    }
    expect(feed.id).toBe('https://bugs.example.com/rest/bug?product=Widgets&summary=b')
    expect(feed.entry.map(({ title }) => title)).toEqual([
      '[Bug 2] It "blinks", often',
      '[Bug 3] =cmd|"x"!A1, <b>&amp; \u{1F41B}]]> second line',
      '[Bug 1] +49 is its number',
    ])
    expect(feed.entry[0]).toMatchObject({
      id: 'https://bugs.example.com/show_bug.cgi?id=2',
      updated: feed.updated,
      summary: expect.stringContaining('CONFIRMED, Widgets, UI, High') as unknown,
      link: { '@_href': 'https://bugs.example.com/show_bug.cgi?id=2' },
    })
    const all = await (await get('/rest/bug?product=Widgets&format=atom', asAdmin())).text()
    expect(XMLValidator.validate(all)).toBe(true)
    expect(all).toContain('=cmd|"x"!A1, &lt;b&gt;&amp;amp; \u{1F41B}]]&gt; second line'.replaceAll('"', '&quot;'))
    expect(all).toContain('Hidden from most')
  })

  it('is not sent again to a reader that has it, until a bug changes', async () => {
    const path = '/rest/bug?product=Widgets&format=atom'
    const first = await get(path)
    const tag = first.headers.get('etag') ?? ''
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    const again = await get(path, { 'If-None-Match': tag })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    // A reader that sees more gets another feed.
    expect((await get(path, { ...asAdmin(), 'If-None-Match': tag })).status).toBe(200)
    await tracker.asSystem('admin@example.com').bugs.update({ ids: [1], priority: 'Low' })
    expect((await get(path, { 'If-None-Match': tag })).status).toBe(200)
  })
})
