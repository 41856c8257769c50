// Requests to a provider: none anywhere else, none that wait long, and no long answers.
import { LoginProviderError } from '@trackerkit/core/host'

/** The part of `fetch` that is used. */
export type Fetch = (url: string, options: RequestInit) => Promise<Response>

const timeout = 10_000
const usualBytes = 64 * 1024
/** Core limits the logins of each network. More than these are only requests of logins that have timed out. */
const mostAtOnce = 8

const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Returns true if an address is encrypted, or of this machine. */
export function isSafeAddress(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || (protocol === 'http:' && loopback.includes(hostname))
}

/** A `fetch` for one provider. @throws LoginProviderError */
export function limitedFetch(send: Fetch = fetch, maxBytes = usualBytes): Fetch {
  let running = 0
  return async (url, options) => {
    if (!isSafeAddress(url)) throw unavailable('an address without https')
    if (running >= mostAtOnce) throw unavailable('too many requests at once')
    running++
    try {
      const response = await send(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(timeout) })
      if (response.status >= 300 && response.status < 400) throw unavailable('a redirect')
      if (response.status >= 500) throw unavailable(`status ${response.status}`)
      const body = await bodyOf(response, maxBytes)
      const { status, headers } = response
      return new Response(status === 204 ? null : body, {
        status,
        headers: { 'Content-Type': headers.get('content-type') ?? '' },
      })
    } catch (error) {
      if (error instanceof LoginProviderError) throw error
      throw unavailable(
        error instanceof Error && error.name === 'TimeoutError' ? 'no response in time' : 'no connection',
      )
    } finally {
      running--
    }
  }
}

async function bodyOf({ body }: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop ends the connection.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > maxBytes) throw unavailable('too long a response')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

export function unavailable(message: string): LoginProviderError {
  return new LoginProviderError('unavailable', message)
}
