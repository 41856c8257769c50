// The pages with the parts of their addresses that they read, and the forms.
import { requestLimits } from '@trackerkit/rest'
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

/** Braces are around a segment that texts replace. */
const pages: readonly (readonly [path: string, parameters: readonly string[]])[] = [
  ['/', ['quicksearch', 'x']],
  ['/bugs', [...criteria, 'savedsearch', 'sharer_id', 'short_desc', 'id', 'chfieldfrom', 'regexp']],
  ['/bugs.csv', criteria],
  ['/bugs.atom', criteria],
  ['/charts', [...criteria, 'y', 'z', 'over', 'from', 'to']],
  ['/bug/{1}', ['comments', 'x']],
  ['/bug/{1}/history', ['offset']],
  ['/bug/{1}/graph', ['depth', 'open_only']],
  ['/new', ['product', 'component', 'summary', 'cloned_bug_id', 'description', 'cc', 'keywords']],
  ['/attachment/{90003}', ['x']],
  ['/login', ['return_to', 'login']],
  ['/dashboard', ['offset']],
  ['/requests', ['product', 'component', 'requestee', 'requester', 'type', 'status', 'offset']],
  ['/products', ['offset']],
  ['/products/{Widgets}', ['x']],
  ['/products/Widgets/milestones/{---}', ['x']],
  ...['/reset', '/register', '/address'].map((path) => [path, ['code', 'email', 'return_to']] as const),
  ...['/me', '/me/searches', '/me/api-keys', '/me/sessions'].map((path) => [path, found] as const),
  ...['/admin', '/admin/workflow', '/admin/parameters', '/admin/mail', '/admin/audit'].map(
    (path) => [path, found] as const,
  ),
  ['/admin/{users}', [...found, 'in']],
  ['/admin/new/{components}', ['in']],
  ['/admin/products/{Widgets}', found],
  ['/admin/products/Widgets/components/{UI}', found],
  ...['users', 'products', 'groups', 'keywords', 'flag-types', 'fields'].map(
    (kind) => [`/admin/${kind}`, found] as const,
  ),
  ['/help/search', ['x']],
  ...['/show_bug.cgi', '/attachment.cgi', '/enter_bug.cgi'].map((path) => [path, ['id', 'x']] as const),
  ['/buglist.cgi', criteria],
]

export function pagePlaces({ cookie }: Known): Place[] {
  const headers = { Cookie: cookie }
  return pages.flatMap(([path, parameters]) => {
    const shown = path.replaceAll(/[{}]/g, '')
    // Without any, a list leads to the one of open bugs.
    const others = parameters.includes('quicksearch') ? 'product=Widgets&' : ''
    const places = parameters.map((name): Place => ({
      ...{ name: `page ${path} query ${name}`, limit: 4000, most: maxTarget },
      request: (text) => ({ method: 'GET', path: `${shown}?${others}${name}=${coded(text)}`, headers }),
    }))
    if (!path.includes('{')) return places
    const segment: Place = {
      ...{ name: `page ${path} segment`, limit: requestLimits.segment, most: maxTarget },
      request: (text) => ({ method: 'GET', path: path.replace(/\{.*\}/, coded(text)), headers }),
    }
    return [...places, segment]
  })
}

/** Forms as browsers send them without scripts, and as scripts of the pages do. */
export function formPlaces({ origin }: Known): Place[] {
  const fields = ['login', 'password', 'otp', 'return_to', 'stay', 'x']
  const byForm = { Origin: origin, 'Content-Type': 'application/x-www-form-urlencoded' }
  const byScript = { 'X-TrackerKit-Web': '1', 'Content-Type': 'application/json' }
  return fields.flatMap((name): Place[] => [
    {
      ...{ name: `form /-/login ${name}`, limit: 4096, most: 20_000 },
      request: (text) => ({ method: 'POST', path: '/-/login', headers: byForm, body: `${name}=${coded(text)}` }),
    },
    {
      ...{ name: `script /-/login ${name}`, limit: 4096, most: 20_000 },
      request: (text) => ({
        ...{ method: 'POST', path: '/-/login', headers: byScript },
        body: JSON.stringify({ login: 'x', password: 'x', [name]: text }),
      }),
    },
  ])
}
