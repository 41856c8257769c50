// Addresses of Bugzilla in email, commits and bookmarks lead to their successors.
import { TrackerError } from '@trackerkit/core'
import { cutEnd } from '@trackerkit/core/operations'
import { WireError } from '../http/errors.js'
import type { RestRequest } from '../http/messages.js'
import { dropCredentials } from '../http/request/drop-credentials.js'
import { headerOf } from '../http/request/request-limits.js'
import { localTarget, parseQuery, splitTarget, type Parameters } from '../http/request/target.js'
import type { Outcome } from './outcome.js'
import { oldAddresses, tookChanges } from './table.js'

interface OldAnswer {
  readonly status: number
  readonly value: unknown
  readonly headers: Readonly<Record<string, string>>
  /** The body, where it is text and not a value. */
  readonly text?: string
}

const allow = { Allow: 'GET, HEAD, OPTIONS' }
const text = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }
const moved =
  'Changes are not sent to this address.\nUse the REST API: POST /rest/bug, PUT /rest/bug/ID, POST /rest/bug/ID/attachment.'

/**
 * The answer to an address of Bugzilla, below `basePath` or else below any folder. Undefined for all other requests. Credentials
 * in the query are not carried on, and no bug is looked up.
 * @throws WireError (400, 405), param_required for a bug without ID where there are no pages
 */
export function oldAddress(request: RestRequest, basePath: string | undefined): OldAnswer | undefined {
  const { method, target, hasPages = false } = request
  const [path, query] = splitTarget(localTarget(target))
  const slash = path.lastIndexOf('/')
  const script = path.slice(slash + 1)
  if (hasPages && /^\d{1,9}$/.test(script) && slash === 0) return redirect({ to: `bug/${script}` })
  const resolve = oldAddresses.get(script)
  if (!resolve || !isBelow(path.slice(0, slash), basePath)) return undefined
  if (method === 'OPTIONS') return { status: 200, value: {}, headers: allow }
  if (method !== 'GET' && method !== 'HEAD') {
    if (tookChanges.has(script)) return answerTo({ gone: moved })
    throw new WireError(405, 'This address supports GET, HEAD and OPTIONS.', undefined, allow)
  }
  const outcome = resolve({
    query: criteriaOf(parseQuery(query)),
    hasPages,
    isBrowser: (headerOf(request, 'accept') ?? '').includes('text/html'),
  })
  // Clients of the API have always got this error.
  if (!outcome && script === 'show_bug.cgi' && !hasPages) throw new TrackerError('param_required', { field: 'id' })
  return outcome && answerTo(outcome)
}

/** Addresses of the API may end with the name of a script. */
function isBelow(folder: string, basePath: string | undefined): boolean {
  if (/\/rest(\.cgi)?(\/|$)/.test(folder)) return false
  return basePath === undefined || folder === cutEnd(basePath, '/')
}

function criteriaOf(parameters: Parameters): URLSearchParams {
  dropCredentials(parameters)
  for (const name of parameters.keys()) if (/^(bugzilla_|goaheadandlogin)/i.test(name)) parameters.delete(name)
  const criteria = new URLSearchParams()
  for (const [name, values] of parameters)
    for (const value of [values].flat()) if (String(value).trim() !== '') criteria.append(name, String(value))
  return criteria
}

function answerTo(outcome: Outcome): OldAnswer {
  if ('to' in outcome) return redirect(outcome)
  return { status: 410, value: undefined, headers: text, text: `${outcome.gone}\n` }
}

/** Relative, because it then leads to the same place behind a proxy, and never to another host. */
function redirect({ to }: { readonly to: string }): OldAnswer {
  const location = to === '' ? './' : to
  return { status: 302, value: { location }, headers: { Location: location, 'Cache-Control': 'no-store' } }
}
