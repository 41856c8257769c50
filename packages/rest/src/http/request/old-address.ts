// The address that a bug has in trackers of old. People have it in mails, chats and bookmarks: it leads to the readable bug.
import { TrackerError } from '@trackerkit/core'
import { cutEnd } from '@trackerkit/core/operations'
import type { RestRequest } from '../messages.js'
import { WireError } from '../errors.js'
import { localTarget, parseQuery } from './target.js'

const page = '/show_bug.cgi'

interface Moved {
  readonly status: number
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Where `/show_bug.cgi?id=N` leads, below `basePath` or else below any folder; `id` may name several bugs and be an alias.
 * Undefined for all other requests. Nothing else of the query is kept: it may hold credentials.
 * @throws WireError (405) for other methods than GET, param_required without an id
 */
export function bugPage(request: RestRequest, basePath: string | undefined): Moved | undefined {
  if (!request.target.includes(page)) return undefined
  const [path = '', ...query] = localTarget(request.target).split('?')
  if (!path.endsWith(page)) return undefined
  if (basePath !== undefined && path.slice(0, -page.length) !== cutEnd(basePath, '/')) return undefined
  const allow = { Allow: 'GET, HEAD, OPTIONS' }
  if (request.method === 'OPTIONS') return { status: 200, value: {}, headers: allow }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new WireError(405, 'This address answers to GET, HEAD, OPTIONS.', undefined, allow)
  }
  const [first, ...others] = [parseQuery(query.join('?')).get('id') ?? []].flat().flatMap(namesIn)
  if (first === undefined) throw new TrackerError('param_required', { field: 'id' })
  const more = others.length > 0 ? `?${others.map((id) => `ids=${encodeURIComponent(id)}`).join('&')}` : ''
  // Relative, so that it leads to the same place behind a proxy, and never to another host.
  const location = `rest/bug/${encodeURIComponent(first)}${more}`
  return { status: 302, value: { location }, headers: { Location: location } }
}

function namesIn(ids: unknown): string[] {
  return String(ids)
    .split(/[\s,]+/)
    .filter((id) => id !== '')
}
