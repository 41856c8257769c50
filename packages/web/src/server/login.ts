// Logging in and out: the token of a session lives in a cookie that no script can read.
import { isTrackerError } from '@trackerkit/client'
import { refusalOf } from '../state/log-in.js'
import { returnPath } from '../state/return-path.js'
import type { RequestContext } from './request-context.js'
import { answerFailure, cookieHeaders, json, notFromPage, plainText, redirect } from './answers.js'
import { createOperations } from './operations.js'
import { isFromPage } from './origin.js'
import { renderLogin } from './page.js'
import { readSent, textIn } from './sent.js'
import { clearCookie, ownCookie, setCookie, tokenOf } from './session.js'

interface LoginInput {
  readonly login: string
  readonly password: string
  readonly otp: string
  readonly stay: boolean
  readonly returnTo: string
  /** By the form itself, without scripts. */
  readonly isForm: boolean
}

/** Redirects to the login page of the host, which returns to the current page; without one, to the current page. */
export function leadToHost({ site, url }: RequestContext): Response {
  const returnTo = site.prefix + returnPath(url.searchParams.get('return_to'))
  return redirect(302, site.host?.loginUrl?.(returnTo) ?? returnTo)
}

export async function answerLogin(requestContext: RequestContext): Promise<Response> {
  const { site, request, origin, cookie } = requestContext
  if (request.method !== 'POST') return plainText(405, 'Logging in takes POST.', { Allow: 'POST' })
  const input = await readInput(requestContext)
  if (input instanceof Response) return input
  const { login, password, otp, isForm } = input
  const operations = createOperations(site, { identity: undefined, origin, context: requestContext.context }, new Map())
  try {
    const session = await operations.sessions.create({ login, password, ...(otp !== '' && { otp }) })
    await endSession(requestContext)
    const headers = cookieHeaders([setCookie(cookie, session.token, input.stay), ...(await endOwn(requestContext))])
    if (!isForm) return json(200, { id: session.id }, headers)
    return redirect(303, site.prefix + input.returnTo, headers)
  } catch (error) {
    if (!isForm || !isTrackerError(error)) return answerFailure(error)
    const { status = 503, message, code: name } = error
    return renderLogin(requestContext, status, { login, ...refusalOf(name, message) }, input.returnTo)
  }
}

export async function answerLogout(requestContext: RequestContext): Promise<Response> {
  const { request, origin, cookie } = requestContext
  if (request.method !== 'POST') return plainText(405, 'Logging out takes POST.', { Allow: 'POST' })
  if (!isFromPage(request, origin)) return notFromPage()
  try {
    const url = await endSession(requestContext, origin.origin + requestContext.site.prefix + '/')
    const cookies = [clearCookie(cookie), ...(await endOwn(requestContext))]
    return json(200, { ...(url !== undefined && { url }) }, cookieHeaders(cookies))
  } catch (error) {
    return answerFailure(error)
  }
}

/**
 * Ends the session that the cookie of the request is for, if it is one. With `return_to`, returns the address that ends
 * the session at its login provider, too, and leads back there.
 */
export async function endSession(requestContext: RequestContext, return_to?: string): Promise<string | undefined> {
  const token = tokenOf(requestContext.request, requestContext.cookie)
  return token === undefined ? undefined : endToken(requestContext, token, return_to)
}

/**
 * Ends the own session of a user who views the tracker as another one, and returns the cookies for that: whoever logs in or
 * out must not come back to it.
 */
export async function endOwn(requestContext: RequestContext): Promise<string[]> {
  const own = ownCookie(requestContext.cookie)
  const token = tokenOf(requestContext.request, own)
  if (token === undefined) return []
  await endToken(requestContext, token)
  return [clearCookie(own)]
}

async function endToken(
  { site, origin, context }: RequestContext,
  token: string,
  return_to?: string,
): Promise<string | undefined> {
  const operations = createOperations(site, { identity: undefined, origin, context }, new Map())
  // A token that is not in use is no error.
  return (await operations.sessions.delete({ token, ...(return_to !== undefined && { return_to }) })).logout_url
}

async function readInput(requestContext: RequestContext): Promise<LoginInput | Response> {
  const sent = await readSent(requestContext)
  if (sent instanceof Response) return sent
  const { values, isForm } = sent
  const stay = values['stay'] !== undefined && values['stay'] !== false
  const [login, password, otp] = [textIn(values, 'login'), textIn(values, 'password'), textIn(values, 'otp')]
  return { login, password, otp, stay, returnTo: returnPath(textIn(values, 'return_to')), isForm }
}
