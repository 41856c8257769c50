// The bugs of a search that changed last, as a feed for readers of news: Atom (RFC 4287).
import type { BugField } from '@trackerkit/core/types'
import { dropCredentials } from '../http/request/drop-credentials.js'
import { WireError } from '../http/errors.js'
import { formatTime } from '../http/response/time.js'
import type { Found, List, ListAsked } from './list.js'

const mostEntries = 100
const fields = [
  'id',
  'summary',
  'status',
  'resolution',
  'product',
  'component',
  'priority',
  'severity',
  'creator_detail',
] satisfies readonly BugField[]
const times = ['creation_time', 'last_change_time'] satisfies readonly BugField[]

/** @throws WireError (400) where nobody has said under which address the tracker is found */
export async function makeAtom({ request, input, search, urlBase }: ListAsked): Promise<List> {
  const base = await urlBase()
  if (base === '') throw new WireError(400, 'A feed needs absolute links: set the parameter urlbase.')
  const { exclude_fields: _, ...criteria } = input
  const { bugs } = await search({
    ...criteria,
    offset: 0,
    limit: Math.min(Number(input['limit'] ?? 0) || mostEntries, mostEntries),
    order: ['changeddate DESC', 'bug_id DESC'],
    include_fields: [...fields, 'creator', ...times],
  })
  const query = new URLSearchParams(request.target.split('?').slice(1).join('?'))
  dropCredentials(query)
  query.delete('format')
  const [newest] = bugs
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Bugs</title>`,
    element('id', `${base}rest/bug?${query.toString()}`),
    `<updated>${newest ? timeOf(newest, 'last_change_time') : '1970-01-01T00:00:00Z'}</updated>`,
    `<link rel="alternate" type="text/html" href="${escaped(`${base}buglist.cgi?${query.toString()}`)}"/>`,
    ...bugs.map((bug) => entryOf(bug, base)),
    '</feed>',
  ]
  return { type: 'application/atom+xml; charset=utf-8', body: `${text.join('\n')}\n` }
}

type Row = Found['bugs'][number]

function entryOf(bug: Row, base: string): string {
  const url = `${base}show_bug.cgi?id=${textIn(bug, 'id')}`
  const { real_name, name } = bug['creator_detail'] as Readonly<Record<string, unknown>>
  const state = ['status', 'resolution'].map((field) => textIn(bug, field)).filter((text) => text !== '')
  const about = (['product', 'component', 'priority', 'severity'] satisfies BugField[]).map((field) =>
    textIn(bug, field),
  )
  return [
    '<entry>',
    element('title', `[Bug ${textIn(bug, 'id')}] ${textIn(bug, 'summary')}`),
    element('id', url),
    `<link rel="alternate" type="text/html" href="${escaped(url)}"/>`,
    `<updated>${timeOf(bug, 'last_change_time')}</updated>`,
    `<published>${timeOf(bug, 'creation_time')}</published>`,
    `<author>${element('name', String(real_name || name))}</author>`,
    element('summary', [state.join(' '), ...about].join(', ')),
    '</entry>',
  ].join('\n')
}

function textIn(bug: Row, field: string): string {
  return String(bug[field])
}

function timeOf(bug: Row, field: string): string {
  return formatTime(bug[field] as Date)
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot say at all is left out: no reader would read the rest. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (one) => entities[one] ?? one)
}
