// Addresses of Bugzilla: one table, with pages and without.
import { createRestHandler } from '@trackerkit/rest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { match } from '../src/page/page.js'
import { pages as entries } from '../src/router/index.js'
import type { WebHandler } from '../src/server/web-handler.js'
import { createWorld, get, logIn, origin, pagesOf, people, type World } from './harness.js'

let world: World
let pages: WebHandler
let below: WebHandler

beforeAll(async () => {
  world = await createWorld()
  pages = await pagesOf(world.tracker)
  below = await pagesOf(world.tracker, { prefix: '/tracker' })
})
afterAll(() => world.tracker.close())

const gone = 410
/** Address, then where it leads with pages, and without them: a path, the status 410, or undefined for none. */
const table: readonly (readonly [string, string | 410 | undefined, (string | 410)?])[] = [
  ['/index.cgi', '/'],
  ['/index.cgi?logout=1', '/'],
  ['/7', '/bug/7'],
  ['/123456789', '/bug/123456789'],
  ['/1234567890', undefined],
  ['/show_bug.cgi?id=7', '/bug/7', 'rest/bug/7'],
  ['/show_bug.cgi?id=blink', '/bug/blink', 'rest/bug/blink'],
  ['/show_bug.cgi?id=7&ctype=html&list_id=3', '/bug/7', 'rest/bug/7'],
  ['/show_bug.cgi?id=1,2', '/bugs?id=1,2', 'rest/bug/1?ids=2'],
  ['/show_bug.cgi?id=1&id=2&format=multiple', '/bugs?id=1,2', 'rest/bug/1?ids=2'],
  ['/show_bug.cgi?id=..%2Fversion', '/bug/..%2Fversion', 'rest/bug/..%2Fversion'],
  ['/show_bug.cgi?id=7%0D%0ASet-Cookie:a', '/bugs?id=7,Set-Cookie%3Aa', 'rest/bug/7?ids=Set-Cookie%3Aa'],
  ['/show_bug.cgi?id=//evil.example', '/bug/%2F%2Fevil.example', 'rest/bug/%2F%2Fevil.example'],
  ['/show_bug.cgi?id=%5C%5Cevil.example', '/bug/%5C%5Cevil.example', 'rest/bug/%5C%5Cevil.example'],
  ['/show_bug.cgi?id=7&ctype=xml', gone, gone],
  ['/show_bug.cgi', '/'],
  ['/xml.cgi?id=7', gone, gone],
  ['/attachment.cgi?id=5', '/-/attachment/5', 'rest/bug/attachment/5/data'],
  ['/attachment.cgi?id=5&action=view', '/-/attachment/5', 'rest/bug/attachment/5/data'],
  ['/attachment.cgi?id=5&action=edit', '/attachment/5', 'rest/bug/attachment/5/data'],
  ['/attachment.cgi?id=5&action=diff', '/attachment/5', 'rest/bug/attachment/5/data'],
  ['/attachment.cgi?newid=6&action=interdiff', '/attachment/6', 'rest/bug/attachment/6/data'],
  ['/attachment.cgi?bugid=7&action=enter', '/bug/7'],
  ['/attachment.cgi?bugid=7&action=viewall', '/bug/7'],
  ['/attachment.cgi?id=x', undefined],
  ['/attachment.cgi', undefined],
  ['/buglist.cgi', '/bugs?status=__open__', 'rest/bug'],
  ['/buglist.cgi?product=Widgets', '/bugs?product=Widgets', 'rest/bug?product=Widgets'],
  ['/buglist.cgi?product=a&product=b&component=', '/bugs?product=a&product=b', 'rest/bug?product=a&product=b'],
  ['/buglist.cgi?query_format=advanced&list_id=2&bug_status=NEW', '/bugs?bug_status=NEW', 'rest/bug?bug_status=NEW'],
  [
    '/buglist.cgi?product=P&ctype=csv&columnlist=bug_id,short_desc',
    '/bugs.csv?product=P&include_fields=id,summary',
    'rest/bug?product=P&include_fields=id,summary&format=csv',
  ],
  [
    '/buglist.cgi?product=P&ctype=csv&columnlist=opendate,changeddate,bug_severity,assigned_to_realname,cf_x',
    '/bugs.csv?product=P&include_fields=creation_time,last_change_time,severity,assigned_to,cf_x',
    'rest/bug?product=P&include_fields=creation_time,last_change_time,severity,assigned_to,cf_x&format=csv',
  ],
  ['/buglist.cgi?product=P&ctype=csv&columnlist=all', '/bugs.csv?product=P', 'rest/bug?product=P&format=csv'],
  ['/buglist.cgi?product=P&ctype=csv', '/bugs.csv?product=P', 'rest/bug?product=P&format=csv'],
  ['/buglist.cgi?product=P&ctype=atom', '/bugs.atom?product=P', 'rest/bug?product=P&format=atom'],
  ['/buglist.cgi?product=P&ctype=rss', '/bugs.atom?product=P', 'rest/bug?product=P&format=atom'],
  ['/buglist.cgi?product=P&ctype=rdf', gone, gone],
  ['/buglist.cgi?product=P&ctype=ics', gone, gone],
  ['/buglist.cgi?product=P&ctype=js', gone, gone],
  ['/buglist.cgi?product=P&ctype=constructor', gone, gone],
  [
    '/buglist.cgi?order=Importance&limit=0',
    '/bugs?status=__open__&order=Importance&limit=1000',
    'rest/bug?order=Importance&limit=1000',
  ],
  ['/buglist.cgi?product=P&order=Reuse%20same%20sort%20as%20last%20time', '/bugs?product=P', 'rest/bug?product=P'],
  ['/buglist.cgi?cmdtype=runnamed&namedcmd=my%20bugs', '/bugs?savedsearch=my%20bugs', 'rest/bug?savedsearch=my%20bugs'],
  [
    '/buglist.cgi?cmdtype=dorem&remaction=run&namedcmd=hot&sharer_id=4',
    '/bugs?savedsearch=hot&sharer_id=4',
    'rest/bug?savedsearch=hot&sharer_id=4',
  ],
  ['/buglist.cgi?quicksearch=7', '/bug/7', 'rest/bug/7'],
  ['/buglist.cgi?quicksearch=crash+start', '/bugs?quicksearch=crash%20start', 'rest/bug?quicksearch=crash%20start'],
  ['/buglist.cgi?product=P&tweak=1', '/search?product=P', 'rest/bug?product=P'],
  ['/buglist.cgi?product=P&tweak=1&ctype=csv', '/bugs.csv?product=P', 'rest/bug?product=P&format=csv'],
  ['/query.cgi', '/search'],
  ['/query.cgi?format=specific&product=P', '/search?product=P'],
  ['/enter_bug.cgi?product=P&short_desc=A&comment=B&classification=C&x=1', '/new?product=P&summary=A&description=B'],
  [
    '/enter_bug.cgi?bug_severity=major&bug_file_loc=u&rep_platform=All&status_whiteboard=w&dependson=1&blocked=2&cf_a=b',
    '/new?severity=major&url=u&platform=All&whiteboard=w&depends_on=1&blocks=2&cf_a=b',
  ],
  ['/enter_bug.cgi?cloned_bug_id=9', '/new?depends_on=9'],
  ['/enter_bug.cgi', '/new'],
  ['/show_activity.cgi?id=7', '/bug/7/history'],
  ['/show_activity.cgi', undefined],
  ['/showdependencytree.cgi?id=7&maxdepth=2&hide_resolved=1', '/bug/7/graph?depth=2&open_only=1'],
  ['/showdependencygraph.cgi?id=7,8', '/bug/7/graph'],
  ['/describecomponents.cgi?product=A/B', '/products/A%2FB'],
  ['/describecomponents.cgi?product=..', undefined],
  ['/describecomponents.cgi', '/products'],
  ['/editproducts.cgi?product=P&action=edit', '/products/P'],
  ['/describekeywords.cgi', '/help/keywords'],
  ['/request.cgi?requestee=a@b&requester=c&status=-', '/requests?requestee=a%40b&setter=c&status=-'],
  ['/request.cgi?status=%2B%3F', '/requests'],
  ['/request.cgi?ctype=csv', gone, gone],
  ['/report.cgi?x_axis_field=bug_status&y_axis_field=product', '/charts?x=status&y=product'],
  [
    '/report.cgi?x_axis_field=bug_status&z_axis_field=product&format=bar&width=9&action=wrap&product=P',
    '/charts?x=status&product=P',
  ],
  ['/report.cgi?x_axis_field=bug_status&ctype=csv', gone, gone],
  [
    '/duplicates.cgi?product=P',
    '/bugs?resolution=DUPLICATE&product=P&order=last_change_time%20DESC',
    'rest/bug?resolution=DUPLICATE&product=P&order=last_change_time%20DESC',
  ],
  ['/userprefs.cgi', '/me'],
  ['/userprefs.cgi?tab=account', '/me'],
  ['/userprefs.cgi?tab=email', '/me/notifications'],
  ['/userprefs.cgi?tab=saved-searches', '/me/searches'],
  ['/userprefs.cgi?tab=apikey', '/me/api-keys'],
  ['/userprefs.cgi?tab=sessions', '/me/sessions'],
  ['/userprefs.cgi?tab=toString', '/me'],
  ['/createaccount.cgi', '/register'],
  ['/token.cgi?a=reqpw', '/reset'],
  ['/token.cgi?t=abc&a=cfmpw', gone, gone],
  ['/page.cgi?id=quicksearch.html', '/help/search'],
  ['/page.cgi?id=fields.html', '/'],
  ['/page.cgi?id=none.html', undefined],
  ['/colchange.cgi', '/bugs?status=__open__'],
  ['/votes.cgi?bug_id=7', '/bug/7'],
  ['/votes.cgi', undefined],
  ['/config.cgi', gone, gone],
  ['/config.cgi?ctype=rdf', gone, gone],
  ...[
    'chart.cgi',
    'reports.cgi',
    'summarize_time.cgi',
    'quips.cgi',
    'relogin.cgi',
    'sanitycheck.cgi',
    'importxml.pl',
  ].map((name) => [`/${name}`, gone, gone] as const),
  ['/post_bug.cgi', gone, gone],
  ['/process_bug.cgi?id=1', gone, gone],
  ['/admin.cgi', '/admin'],
  ['/editusers.cgi', '/admin/users'],
  ['/editparams.cgi?section=x', '/admin/parameters'],
  ['/editflagtypes.cgi', '/admin/flag-types'],
  ['/editgroups.cgi', '/admin/groups'],
  ['/editvalues.cgi', '/admin/fields'],
  ['/editworkflow.cgi', '/admin/workflow'],
  ['/editkeywords.cgi', '/admin/keywords'],
  ['/xmlrpc.cgi', undefined],
  ['/jsonrpc.cgi?method=Bug.get', undefined],
  ['/constructor.cgi', undefined],
  ['/__proto__.cgi', undefined],
]

const ask = (handler: (request: Request) => Promise<Response>, path: string, method = 'GET', accept = '*/*') =>
  handler(new Request(origin + path, { method, headers: { accept } }))

const leadOf = ({ status, headers }: Response) =>
  status === 302 ? (headers.get('location') ?? '') : status === gone ? gone : undefined

describe('the pages', () => {
  it('lead from each old address to a page, by GET and HEAD, at the root and below a prefix', async () => {
    for (const [address, expected] of table) {
      for (const method of ['GET', 'HEAD'])
        expect([address, leadOf(await ask(pages, address, method))]).toEqual([address, expected])
      const inFolder = typeof expected === 'string' ? `/tracker${expected}` : expected
      expect([address, leadOf(await ask(below, `/tracker${address}`))]).toEqual([address, inFolder])
      if (typeof expected !== 'string') continue
      const [path = ''] = expected.split('?')
      const isThere = /^\/(bugs\.(csv|atom)|-\/attachment\/\d+)$/.test(path)
      expect([address, isThere || entries.some(({ pattern }) => match(pattern, path))]).toEqual([address, true])
    }
  })

  it('lead there in one step', async () => {
    const cookie = await logIn(pages, people.reporter)
    // Users who are logged in have another start page, and no need of a password.
    const ofStrangers = ['/', '/register', '/reset']
    for (const [address, expected] of table) {
      if (typeof expected !== 'string' || ofStrangers.includes(expected)) continue
      for (const method of ['GET', 'HEAD']) {
        const { status } = await pages(new Request(origin + expected, { method, headers: { cookie } }))
        expect([address, method, status === 302]).toEqual([address, method, false])
      }
    }
  })

  it('open the page of an attachment for browsers without an action', async () => {
    const html = 'text/html,application/xhtml+xml'
    expect(leadOf(await ask(pages, '/attachment.cgi?id=5', 'GET', html))).toBe('/attachment/5')
    expect(leadOf(await ask(pages, '/attachment.cgi?id=5&action=view', 'GET', html))).toBe('/-/attachment/5')
  })

  it('explain what no longer exists in plain text, and are not cached', async () => {
    const answer = await ask(pages, '/show_bug.cgi?id=7&ctype=xml', 'GET', 'text/html')
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toContain('GET /rest/bug/ID')
    expect((await ask(pages, '/buglist.cgi?product=P')).headers.get('cache-control')).toBe('no-store')
  })

  it('drop credentials from every address', async () => {
    const secrets = [
      'token',
      'Bugzilla_login',
      'Bugzilla_password',
      'Bugzilla_api_key',
      'Bugzilla_token',
      'Bugzilla_remember',
      'GoAheadAndLogIn',
      'api_key',
    ].map((name) => `${name}=s3cret`)
    for (const script of ['show_bug', 'buglist', 'query', 'enter_bug', 'report', 'attachment']) {
      const lead = leadOf(await ask(pages, `/${script}.cgi?id=7&product=P&${secrets.join('&')}`))
      expect(lead).toBeTypeOf('string')
      expect(lead).not.toContain('s3cret')
    }
  })

  it('refuse other methods, and name the API to clients that send changes', async () => {
    const refused = await ask(pages, '/show_bug.cgi?id=7', 'POST')
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
    for (const script of ['post_bug', 'process_bug', 'attachment'])
      expect((await ask(pages, `/${script}.cgi`, 'POST')).status).toBe(gone)
  })

  it('export the list of an old address as CSV', async () => {
    const answer = await get(pages, '/buglist.cgi?product=Widgets&ctype=csv&columnlist=bug_id,short_desc')
    const table = await get(pages, answer.headers.get('location') ?? '')
    expect(table.headers.get('content-type')).toContain('text/csv')
    expect((await table.text()).split('\r\n')[0]).toBe('id,summary')
  })

  it('fill the form for new bugs from an old address', async () => {
    const cookie = await logIn(pages, people.reporter)
    const answer = await get(pages, '/enter_bug.cgi?product=Widgets&short_desc=It+stops&comment=Since+today')
    const form = await (await get(pages, answer.headers.get('location') ?? '', cookie)).text()
    expect(form).toContain('value="It stops"')
    expect(form).toContain('Since today')
  })

  it('name only routes of the API that exist where nothing leads on', async () => {
    const rest = createRestHandler(world.tracker)
    const named = new Set<string>()
    for (const [address] of table.filter(([, to]) => to === gone))
      for (const [path] of (await (await ask(pages, address)).text()).matchAll(/\/rest(\/\w+)+/g)) named.add(path)
    for (const path of named) {
      const { status } = await ask(rest, path.replace('ID', String(world.bugs.plain)))
      expect([path, status]).not.toEqual([path, 404])
    }
    expect(named).toContain('/rest/request')
  })

  it('list the keywords with their open bugs', async () => {
    const system = world.tracker.asSystem(people.admin)
    await system.keywords.create({ name: 'papercut', description: 'Small & annoying' })
    await system.bugs.update({ ids: [world.bugs.plain], keywords: { add: ['papercut'] } })
    const page = await (await get(pages, '/help/keywords')).text()
    expect(page).toContain('Small &amp; annoying')
    expect(page).toContain('href="/bugs?keywords=papercut&amp;status=__open__"')
  })
})

describe('the API without pages', () => {
  it('leads from the old addresses of bugs, lists and attachments to its own', async () => {
    const rest = createRestHandler(world.tracker)
    for (const [address, , expected] of table) {
      if (address === '/show_bug.cgi') continue
      for (const folder of ['', '/a/b'])
        expect([address, leadOf(await ask(rest, folder + address))]).toEqual([address, expected])
    }
  })

  it('keeps its paths that end with the name of a script', async () => {
    const rest = createRestHandler(world.tracker)
    for (const path of ['/rest/bug/config.cgi', '/rest.cgi/bug/show_bug.cgi?id=7'])
      expect((await ask(rest, path)).status).toBe(404)
  })
})

describe('robots.txt', () => {
  it('allows bugs, and nothing where a login is required', async () => {
    const open = await get(pages, '/robots.txt')
    expect([open.status, open.headers.get('cache-control')]).toEqual([200, 'max-age=3600'])
    const rules = (await open.text()).split('\n')
    expect(rules).toContain('Disallow: /bugs?')
    expect(rules).not.toContain('Disallow: /')
    expect((await get(below, '/tracker/robots.txt')).status).toBe(404)
    const system = world.tracker.asSystem(people.admin)
    await system.parameters.update({ parameters: { requirelogin: true } })
    expect(await (await get(pages, '/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
    await system.parameters.update({ parameters: { requirelogin: false } })
  })
})
