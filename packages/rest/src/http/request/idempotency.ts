// The header by which a client may repeat a write without having it done twice (draft-ietf-httpapi-idempotency-key-header).
import type { RestRequest } from '../messages.js'
import { headerOf } from './request-limits.js'

/** The key, without the quotes that the header is to have: some clients send none. */
function idempotencyKeyOf(request: Pick<RestRequest, 'headers' | 'method'>): string | undefined {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const header = headerOf(request, 'idempotency-key')?.trim()
  const quoted = header && /^"((?:[^"\\]|\\["\\])*)"$/.exec(header)?.[1]
  return quoted?.replace(/\\(.)/g, '$1') ?? header
}

/** The details for the tracker of a request that may be a repetition, and the headers of its answer. */
export function repetitionOf(request: Pick<RestRequest, 'headers' | 'method'>) {
  let isReplayed = false
  return {
    details: {
      idempotencyKey: idempotencyKeyOf(request),
      onReplayed: () => {
        isReplayed = true
      },
    },
    headers: (): Readonly<Record<string, string>> => (isReplayed ? { 'Idempotency-Replayed': 'true' } : {}),
  }
}
