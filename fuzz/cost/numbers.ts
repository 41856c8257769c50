// Numbers of things: there, as many as there may be; sent, from a few to more than are permitted.
import { heavy } from '../../packages/rest/test/blocks/heavy-records.js'
import { fields, many } from './many.js'
import type { ServedDescription } from './operations.js'
import type { CostRequest, Known, Place } from './place.js'

/** Requests without a growing text. */
export function heavyPlaces({ components }: ServedDescription, { api_key, cookie }: Known): Place[] {
  const columns = [...Object.keys(components.schemas['Bug']?.properties ?? {}), ...fields]
  const bugs = [
    ...[heavy.comments, heavy.links, heavy.quotes, heavy.parts, heavy.history, heavy.files, heavy.graph + 59],
    ...[many.things, many.remarks, many.wide],
  ]
  const files = [heavy.patch, heavy.patchOfFiles, heavy.log]
  const product = `/admin/products/${heavy.product}`
  const lists = ['__open__', '__all__'].flatMap((status) => [
    ...[`/bugs?status=${status}&limit=1000`, `/bugs?status=${status}&limit=1000&include_fields=${columns.join()}`],
    `/rest/bug?status=${status}&limit=1000&include_fields=_all`,
  ])
  const kinds = ['group', 'keyword', 'classification', 'field/bug', 'flag_type', 'component', 'milestone']
  const paths = [
    ...bugs.flatMap((id) => [`/bug/${id}`, `/bug/${id}?comments=all`, `/bug/${id}/history`, `/bug/${id}/graph`]),
    ...bugs.flatMap((id) => [`/rest/bug/${id}/view`, `/rest/bug/${id}/comment`, `/rest/bug/${id}/graph?depth=5`]),
    ...bugs.map((id) => `/rest/bug/${id}?include_fields=_all,tags`),
    ...files.flatMap((id) => [`/attachment/${id}`, `/rest/bug/attachment/${id}`]),
    ...['', '?find=1', '?offset=500'].map((part) => product + part),
    ...[...lists, `/products/${heavy.product}`, `/new?product=${heavy.product}`, '/new', '/products', '/requests'],
    ...['/', '/dashboard', '/me', '/me/searches', '/me/api-keys', '/me/sessions', '/me/notifications', '/help/search'],
    ...['users', 'products', 'groups', 'keywords', 'flag-types', 'fields', 'classifications', 'workflow', 'audit'].map(
      (kind) => `/admin/${kind}`,
    ),
    ...['/admin/fields/cf_many0', '/admin/groups/group-0', `/admin/users/person0@example.com`],
    ...kinds.map((kind) => `/rest/${kind}`),
    ...[`/rest/product/${heavy.product}?include_fields=_all,components.flag_types`, '/rest/product?type=accessible'],
    ...[
      `/rest/component/${heavy.product}`,
      `/rest/flag_type/${heavy.product}`,
      '/rest/metadata',
      '/rest/group_control',
    ],
    ...['/rest/saved_search', '/rest/api_key', '/rest/watch', '/rest/request?status=%3F&limit=1000', '/rest/whoami'],
    ...['/rest/suggest?text=p&limit=20', '/rest/bug/comment/tags?query=tag&limit=1000', '/rest/changes?limit=1000'],
    ...['/rest/bug?limit=10000&include_fields=_all', '/rest/user?match=person&limit=1000'],
    ...['x=component&y=version', 'x=assigned_to&y=component', 'x=component&y=version&z=severity'].flatMap((axes) => [
      ...[`/charts?status=__all__&${axes}`, `/rest/bug/count?status=__all__&${axes}`],
    ]),
  ]
  const headers = { Cookie: cookie, 'X-Tracker-API-Key': api_key }
  return paths.map((path) => ({
    ...{ name: `much at ${path.slice(0, 100)}`, limit: 0, most: 0 },
    request: () => ({ method: 'GET', path, headers }),
  }))
}

const some = <T>(count: number, one: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => one(n))
const people = (count: number) => some(count, (n) => `person${n}@example.com`)
const numbers = (count: number) => some(count, (n) => n + 2)
const file = { file_name: 'a.txt', summary: 'A text', content_type: 'text/plain' }
/** As large as a file of several bugs may be. */
const data = Buffer.from('word '.repeat(198_000)).toString('base64')

/** Changes of a bug, by how many of what they name. */
const changes: Readonly<Record<string, (count: number) => object>> = {
  bugs: (count) => ({ ids: numbers(count), comment: { body: 'Many' } }),
  'bugs, with a long comment': (count) => ({ ids: numbers(count), comment: { body: 'long '.repeat(13_000) } }),
  cc: (count) => ({ cc: { add: people(count) } }),
  keywords: (count) => ({ keywords: { set: some(count, (n) => `keyword-${n}`) } }),
  groups: (count) => ({ groups: { add: some(count, (n) => `group-${n}`) } }),
  see_also: (count) => ({ see_also: { add: some(count, (n) => `https://bugs.debian.org/${n + 1}`) } }),
  aliases: (count) => ({ alias: { set: some(count, (n) => `alias-${n}`) } }),
  depends_on: (count) => ({ depends_on: { set: numbers(count) } }),
  blocks: (count) => ({ blocks: { set: numbers(count) } }),
  flags: (count) => ({ flags: some(count, (n) => ({ name: `flag ${n}`, status: '?', new: true })) }),
  'values of a field': (count) => ({ cf_many0: some(count, (n) => `Value ${n}`) }),
  fields: (count) => Object.fromEntries(some(count, (n) => [`cf_many${n}`, ['Value 1']])),
}

/** Searches by how many conditions of which kind they have. */
const searches: Readonly<Record<string, (n: number) => readonly (readonly [string, string])[]>> = {
  conditions: (n) => [
    [`f${n}`, 'longdesc'],
    [`o${n}`, 'substring'],
    [`v${n}`, 'wide'],
  ],
  'conditions on changes': (n) => [
    [`f${n}`, 'bug_status'],
    [`o${n}`, 'changedfrom'],
    [`v${n}`, 'NEW'],
  ],
  patterns: (n) => [
    [`f${n}`, 'short_desc'],
    [`o${n}`, 'regexp'],
    [`v${n}`, '(a|b)+c'],
  ],
  parentheses: (n) => [[`f${n}`, 'OP']],
  words: () => [['longdesc', 'wide']],
  'people, by pattern': (n) => [
    [`f${n}`, 'cc'],
    [`o${n}`, 'regexp'],
    [`v${n}`, `person${n}`],
  ],
  products: (n) => [['product', `Small ${n}`]],
}

export function numberPlaces({ api_key }: Known): Place[] {
  const headers = { 'X-Tracker-API-Key': api_key }
  const json = { ...headers, 'Content-Type': 'application/json' }
  const place = (name: string, most: number, request: (count: number) => CostRequest): Place => ({
    ...{ name: `number of ${name}`, limit: 99, most, isNumber: true },
    request: (text) => request(text.length),
  })
  const put = (path: string, body: object) => ({ method: 'PUT', path, headers: json, body: JSON.stringify(body) })
  const post = (path: string, body: object) => ({ ...put(path, body), method: 'POST' })
  return [
    ...Object.entries(changes).map(([name, of]) =>
      place(name, 2000, (count) => put(`/rest/bug/${many.wide}`, of(count))),
    ),
    ...Object.entries(searches).map(([name, of]) =>
      place(`${name} of a search`, 1000, (count) => {
        const query = some(count, (n) => of(n + 1)).flat()
        const path = `/rest/bug?limit=20&${new URLSearchParams(query.map(([key, value]): [string, string] => [key, value])).toString()}`
        return { method: 'GET', path, headers }
      }),
    ),
    place('bugs of a file', 200, (count) => post('/rest/bug/2/attachment', { ids: numbers(count), ...file, data })),
    place('bugs that are asked for', 4000, (count) => ({
      ...{
        method: 'GET',
        path: `/rest/bug/1?${numbers(count)
          .map((id) => `ids=${id}`)
          .join('&')}`,
        headers,
      },
    })),
    place('tags of a bug', 2000, (count) => put('/rest/bug/1/tags', { add: some(count, (n) => `new-${n}`) })),
    place('tags of a comment', 2000, (count) =>
      put('/rest/bug/comment/1/tags', { add: some(count, (n) => `new-${n}`) }),
    ),
    place('people who are watched', 2000, (count) => put('/rest/watch', { add: people(count) })),
    place('people who are copied by default', 2000, (count) =>
      put('/rest/component/Widgets/UI', { default_cc: people(count) }),
    ),
    place('moves between statuses', 1000, (count) =>
      put('/rest/workflow', { add: some(count, () => ({ from: 'CONFIRMED', to: 'UNCONFIRMED' })) }),
    ),
  ]
}
