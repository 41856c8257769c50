// Viewing the tracker as another user: the cookie of the session changes, and the own one is kept beside it.
import { answerFailure, cookieHeaders, json, notFromPage, plainText } from './answers.js'
import { endSession } from './login.js'
import { createOperations } from './operations.js'
import { isFromPage } from './origin.js'
import type { RequestContext } from './request-context.js'
import { readSent, textIn } from './sent.js'
import { clearCookie, identityOf, keepAgain, keptValue, ownCookie, setCookieFor } from './session.js'

/** `/-/act-as` and `/-/act-as/stop`, for scripts of the pages. */
export async function answerActAs(context: RequestContext, [step]: readonly string[]): Promise<Response> {
  const { request, origin } = context
  if (request.method !== 'POST') return plainText(405, 'This takes POST.', { Allow: 'POST' })
  if (!isFromPage(request, origin)) return notFromPage()
  return (step === 'stop' ? stop : start)(context).catch(answerFailure)
}

async function start(context: RequestContext): Promise<Response> {
  const { request, site, origin, cookie, context: web } = context
  const sent = await readSent(context)
  if (sent instanceof Response) return sent
  const identity = await identityOf(context)
  const operations = createOperations(site, { identity, origin, context: web }, new Map())
  const input = { user: textIn(sent.values, 'user'), reason: textIn(sent.values, 'reason') }
  const { token, expires } = await operations.sessions.actAs(input)
  const own = keptValue(request, cookie) ?? ''
  const seconds = (expires.getTime() - Date.now()) / 1000
  const cookies = [setCookieFor(cookie, token, seconds), keepAgain(ownCookie(cookie), own, seconds)]
  return json(200, {}, cookieHeaders(cookies))
}

async function stop(context: RequestContext): Promise<Response> {
  const { request, cookie } = context
  const own = keptValue(request, ownCookie(cookie))
  if (own === undefined) return json(200, {})
  await endSession(context)
  return json(200, {}, cookieHeaders([keepAgain(cookie, own), clearCookie(ownCookie(cookie))]))
}
