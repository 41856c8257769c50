// The most recently changed bugs of a search as an Atom feed (RFC 4287).
import type { Bug } from '@trackerkit/core'
import { formatTime } from '@trackerkit/core/host'
import type { BugField } from '@trackerkit/core/types'
import { dropCredentials } from '../http/request/drop-credentials.js'
import { splitTarget } from '../http/request/target.js'
import { WireError } from '../http/errors.js'
import type { List, ListRequest, SearchAnswer } from './list.js'

const maxEntries = 100
const fields = [
  'id',
  'summary',
  'status',
  'resolution',
  'product',
  'component',
  'priority',
  'severity',
  'creator',
  'creator_detail',
  'creation_time',
  'last_change_time',
] as const satisfies readonly BugField[]

type EntryBug = Pick<Bug, (typeof fields)[number]>

/** @throws WireError (400) where `urlbase` is not set */
export async function makeAtom({ request, input, search, urlBase }: ListRequest): Promise<List> {
  const base = await urlBase()
  if (base === '') throw new WireError(400, 'Feeds require absolute links: set the parameter urlbase.')
  const { exclude_fields: _, ...criteria } = input
  const { bugs } = (await search({
    ...criteria,
    offset: 0,
    limit: Math.min(Number(input['limit'] ?? 0) || maxEntries, maxEntries),
    order: ['changeddate DESC', 'bug_id DESC'],
    include_fields: fields,
  })) as SearchAnswer<EntryBug>
  const query = new URLSearchParams(splitTarget(request.target)[1])
  dropCredentials(query)
  query.delete('format')
  const [newest] = bugs
  const text = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<title>Bugs</title>`,
    element('id', `${base}rest/bug?${query.toString()}`),
    `<updated>${newest ? formatTime(newest.last_change_time) : '1970-01-01T00:00:00Z'}</updated>`,
    `<link rel="alternate" type="text/html" href="${escape(`${base}buglist.cgi?${query.toString()}`)}"/>`,
    ...bugs.map((bug) => entryOf(bug, base)),
    '</feed>',
  ]
  return { type: 'application/atom+xml; charset=utf-8', body: `${text.join('\n')}\n` }
}

function entryOf(bug: EntryBug, base: string): string {
  const { id, summary, status, resolution, product, component, priority, severity, creator_detail: creator } = bug
  const url = `${base}show_bug.cgi?id=${id}`
  const state = resolution === '' ? status : `${status} ${resolution}`
  return [
    '<entry>',
    element('title', `[Bug ${id}] ${summary}`),
    element('id', url),
    `<link rel="alternate" type="text/html" href="${escape(url)}"/>`,
    `<updated>${formatTime(bug.last_change_time)}</updated>`,
    `<published>${formatTime(bug.creation_time)}</published>`,
    `<author>${element('name', creator.real_name || creator.name)}</author>`,
    element('summary', [state, product, component, priority, severity].join(', ')),
    '</entry>',
  ].join('\n')
}

function element(name: string, text: string): string {
  return `<${name}>${escape(text)}</${name}>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Leaves out characters that XML cannot contain: readers would reject the whole feed. */
function escape(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
