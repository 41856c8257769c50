// One request of the client and its response.
import type { Settings } from './options.js'
import type { ApiRequest } from './request.js'
import type { Received } from './received.js'
import { send } from './send.js'

/** Sends a request with these headers, beside those that all have. */
type Headers = Readonly<Record<string, string>>
export type Exchange = (asked: ApiRequest, headers: Headers, signal: AbortSignal | undefined) => Promise<Received>

export function createExchange(settings: Settings): Exchange {
  let knowsKeys = false

  return async (asked, headers, signal) => {
    const { isRead } = asked
    const make = (ending: AbortSignal) => makeRequest(settings, asked, headers, ending)
    const isRepeatable = () => isRead || (knowsKeys && keyHeader in headers)
    const received = await send(settings, { make, isRepeatable, signal })
    knowsKeys ||= received.knowsKeys
    return received
  }
}

export function makeRequest(
  settings: Settings,
  { method, target, body }: Omit<ApiRequest, 'isRead'>,
  headers: Headers,
  signal: AbortSignal,
): Request {
  return new Request(settings.url + target, {
    method,
    headers: { ...settings.headers, ...always, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    signal,
    ...(body && { body: JSON.stringify(body) }),
    ...(settings.credentials && { credentials: settings.credentials }),
  })
}

/** Identifies a repeated write to the tracker. */
export const keyHeader = 'Idempotency-Key'

const always = {
  Accept: 'application/json',
  // A name that the tracker does not know is an error, as it is in process.
  Prefer: 'handling=strict',
}
