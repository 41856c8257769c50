// The address that a bug has in trackers of old. People have it in mails, chats and bookmarks: it leads to the readable bug.
import { TrackerError } from '@trackerkit/core'
import type { RestRequest } from '../request.js'
import { WireError } from './errors.js'
import { parseQuery } from './target.js'

const page = /^(?:https?:\/\/[^/?#]*)?([^?]*)\/show_bug\.cgi(?:\?(.*))?$/s

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
  const found = request.target.includes('/show_bug.cgi') ? page.exec(request.target) : undefined
  if (!found) return undefined
  const [, folder = '', query = ''] = found
  if (basePath !== undefined && folder !== basePath.replace(/\/+$/, '')) return undefined
  const allow = { Allow: 'GET, HEAD, OPTIONS' }
  if (request.method === 'OPTIONS') return { status: 200, value: {}, headers: allow }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new WireError(405, 'This address answers to GET, HEAD, OPTIONS.', undefined, allow)
  }
  const [first, ...others] = [parseQuery(query).get('id') ?? []].flat().flatMap(namesIn)
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
