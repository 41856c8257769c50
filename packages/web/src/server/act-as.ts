// Viewing the tracker as another user: the cookie of the session changes, and the own one is kept beside it.
import { answerFailure, cookieHeaders, json, notFromPage, plainText } from './answers.js'
import { endSession } from './login.js'
import { createOperations } from './operations.js'
import { isFromPage } from './origin.js'
import type { RequestContext } from './request-context.js'
import { readSent, textIn } from './sent.js'
import { identityOf, keepAgain, keepLike, keptValue, ownCookie, returnToOwn } from './session.js'

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
  const { token } = await operations.sessions.actAs(input)
  const own = keptValue(request, cookie) ?? ''
  // Both last as long as the own login: a page that finds the view of the other user over returns to the own session.
  const cookies = [keepLike(cookie, token, own), keepAgain(ownCookie(cookie), own)]
  return json(200, {}, cookieHeaders(cookies))
}

async function stop(context: RequestContext): Promise<Response> {
  const { request, cookie } = context
  const own = keptValue(request, ownCookie(cookie))
  if (own === undefined) return json(200, {})
  await endSession(context)
  return json(200, {}, cookieHeaders(returnToOwn(cookie, own)))
}
