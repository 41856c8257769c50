// The pages with what they read of their addresses, the forms, and what there is very much of.
import { requestLimits } from '@trackerkit/rest'
import { heavy } from '../../packages/rest/test/blocks/heavy-records.js'
import { coded, maxTarget, type Known, type Place } from './place.js'

const criteria = [
  'quicksearch',
  'product',
  'status',
  'limit',
  'offset',
  'order',
  'columnlist',
  'f1',
  'o1',
  'v1',
  'cc',
  'x',
]
const found = ['find', 'offset']

/** `*` is a segment. */
const pages: readonly (readonly [path: string, parameters: readonly string[]])[] = [
  ['/', ['quicksearch', 'x']],
  ['/bugs', [...criteria, 'savedsearch', 'sharer_id', 'short_desc', 'id', 'chfieldfrom', 'regexp']],
  ['/bugs.csv', criteria],
  ['/bugs.atom', criteria],
  ['/search', criteria],
  ['/charts', [...criteria, 'y', 'z', 'over', 'from', 'to']],
  ['/bug/*', ['comments', 'x']],
  ['/bug/*/history', ['offset']],
  ['/bug/*/graph', ['depth', 'open_only']],
  ['/new', ['product', 'component', 'summary', 'cloned_bug_id', 'description', 'cc', 'keywords']],
  ['/attachment/*', ['x']],
  ['/login', ['return_to', 'login']],
  ['/dashboard', ['offset']],
  ['/requests', ['product', 'component', 'requestee', 'requester', 'type', 'status', 'offset']],
  ['/products', ['offset']],
  ['/products/*', ['x']],
  ['/products/Widgets/milestones/*', ['x']],
  ...['/reset', '/register', '/address'].map((path) => [path, ['code', 'email', 'return_to']] as const),
  ...['/me', '/me/searches', '/me/api-keys', '/me/sessions'].map((path) => [path, found] as const),
  ...['/admin', '/admin/workflow', '/admin/parameters', '/admin/mail', '/admin/audit'].map(
    (path) => [path, found] as const,
  ),
  ['/admin/*', [...found, 'in']],
  ['/admin/new/*', ['in']],
  ['/admin/products/*', found],
  ['/admin/products/Widgets/components/*', found],
  ...['users', 'products', 'groups', 'keywords', 'flag-types', 'fields'].map(
    (kind) => [`/admin/${kind}`, found] as const,
  ),
  ['/help/search', ['x']],
  ['/show_bug.cgi', ['id', 'x']],
  ['/buglist.cgi', criteria],
]

export function pagePlaces({ cookie }: Known): Place[] {
  const headers = { Cookie: cookie }
  return pages.flatMap(([path, parameters]) => {
    const shown = path.replace('*', '1')
    const places = parameters.map((name): Place => ({
      ...{ name: `page ${path} query ${name}`, limit: 4000, most: maxTarget },
      request: (text) => ({ method: 'GET', path: `${shown}?${name}=${coded(text)}`, headers }),
    }))
    if (!path.includes('*')) return places
    const segment: Place = {
      ...{ name: `page ${path} segment`, limit: requestLimits.segment, most: maxTarget },
      request: (text) => ({ method: 'GET', path: path.replace('*', coded(text)), headers }),
    }
    return [...places, segment]
  })
}

export function formPlaces({ cookie }: Known): Place[] {
  const fields = ['login', 'password', 'otp', 'return_to', 'stay', 'x']
  const type = 'application/x-www-form-urlencoded'
  return ['/-/login', '/-/logout', '/-/setup'].flatMap((path) =>
    fields.map((name): Place => ({
      ...{ name: `form ${path} ${name}`, limit: 4096, most: 20_000 },
      request: (text) => ({
        ...{ method: 'POST', path, headers: { Cookie: cookie, 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' } },
        body: `${name}=${coded(text)}`,
      }),
    })),
  )
}

/** Asked as they are: what is there is as much as there may be. */
export function heavyPlaces({ api_key, cookie }: Known): Place[] {
  const bugs = [heavy.comments, heavy.links, heavy.quotes, heavy.parts, heavy.history, heavy.files, heavy.graph + 59]
  const files = [heavy.patch, heavy.patchOfFiles, heavy.log]
  const product = `/admin/products/${heavy.product}`
  const paths = [
    ...bugs.flatMap((id) => [`/bug/${id}`, `/bug/${id}?comments=all`, `/bug/${id}/history`, `/bug/${id}/graph`]),
    ...bugs.flatMap((id) => [`/rest/bug/${id}/view`, `/rest/bug/${id}/comment`, `/rest/bug/${id}/graph?depth=10`]),
    ...files.flatMap((id) => [`/attachment/${id}`, `/rest/bug/attachment/${id}`]),
    ...['', '/components', '/versions', '/milestones'].map((part) => product + part),
    ...['/bugs?limit=1000', '/bugs?status=__all__', `/products/${heavy.product}`, `/new?product=${heavy.product}`],
    ...[
      '/rest/bug?limit=10000&include_fields=_all',
      '/rest/user?match=user&limit=1000',
      '/charts?x=component&y=version',
    ],
  ]
  const headers = { Cookie: cookie, 'X-Tracker-API-Key': api_key }
  return paths.map((path) => ({
    ...{ name: `much at ${path}`, limit: 0, most: 0 },
    request: () => ({ method: 'GET', path, headers }),
  }))
}
