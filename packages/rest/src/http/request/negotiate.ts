// Chooses the format of a response: plain JSON, JSONP or a page.
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'
import { WireError, wireCodes } from '../errors.js'
import type { Parameters } from './target.js'
import { weightsOf } from './weights.js'

export type Form =
  | { readonly kind: 'json' }
  | { readonly kind: 'jsonp'; readonly callback: string; readonly type: string }
  | { readonly kind: 'page' }

const json: Form = { kind: 'json' }

/** In order of preference where a client has none. */
const offered = ['application/json', 'application/javascript', 'text/javascript', 'text/html'] as const
type Offered = (typeof offered)[number]

/**
 * Chooses the format of the response and removes `callback` from the parameters. A callback makes every response to a
 * GET JSONP, because a script element accepts anything, unless plain JSON was requested.
 */
export function negotiate(request: RestRequest, query: Parameters): Form {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  const accepted = preferred(headerOf(request, 'accept') ?? '')
  const callback = query.get('callback')
  query.delete('callback')
  if (isGet && callback !== undefined && callback !== '' && accepted !== 'application/json') {
    return {
      kind: 'jsonp',
      callback: checkedCallback(callback),
      type: accepted?.endsWith('javascript') ? accepted : 'text/javascript',
    }
  }
  return isGet && accepted === 'text/html' ? { kind: 'page' } : json
}

/** The format of a response to a request that could not be read far enough to find a callback. */
export function formOfFailure(request: RestRequest): Form {
  const isGet = request.method === 'GET' || request.method === 'HEAD'
  return isGet && preferred(headerOf(request, 'accept') ?? '') === 'text/html' ? { kind: 'page' } : json
}

/** A name, perhaps of a member. Anything else could be a program. */
function checkedCallback(callback: unknown): string {
  if (typeof callback === 'string' && /^[\w.[\]]{1,128}$/.test(callback)) return callback
  const accepted = "letters, digits, '_', '.', '[' and ']'"
  throw new WireError(400, `The callback must be a name of at most 128 ${accepted}.`, wireCodes.invalidCallback)
}

/** The offered type that an Accept header names with the greatest q, the first of several; undefined when it names none. */
function preferred(accept: string): Offered | undefined {
  let best: { readonly type: Offered; readonly q: number } | undefined
  for (const [name, q] of weightsOf(accept)) {
    const type = offered.find((type) => type === name)
    if (type && q > (best?.q ?? 0)) best = { type, q }
  }
  return best?.type
}
