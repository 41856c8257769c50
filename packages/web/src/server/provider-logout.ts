// Back-channel logout: a provider says that a user has logged out there.
import { isTrackerError } from '@trackerkit/client'
import { plainText } from './answers.js'
import { createOperations } from './operations.js'
import type { RequestContext } from './request-context.js'
import { headerOf } from './request-limits.js'
import { readText } from './sent.js'

const maxBytes = 16_384

/** `/-/login/NAME/ended`. It comes from the server of the provider, without cookies; the signature of the token decides. */
export async function answerEnded(context: RequestContext, by: string): Promise<Response> {
  const { request, site, origin, context: web } = context
  if (request.method !== 'POST') return plainText(405, 'This takes POST.', { Allow: 'POST' })
  const type = headerOf(request, 'content-type') ?? ''
  if (!type.startsWith('application/x-www-form-urlencoded')) return plainText(400, 'This takes a form.')
  const text = await readText(request, maxBytes)
  if (text === undefined) return plainText(413, 'This is too long.')
  const [logout_token, ...others] = new URLSearchParams(text).getAll('logout_token')
  if (logout_token === undefined || others.length > 0) return plainText(400, 'One logout_token is required.')
  try {
    const { logins } = createOperations(site, { identity: null, origin, context: web }, new Map())
    await logins.ended({ by, logout_token })
    return new Response(null, { status: 200, headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    if (!isTrackerError(error)) throw error
    const { status = 503 } = error
    return plainText(status >= 500 || status === 429 ? status : 400, error.message)
  }
}
