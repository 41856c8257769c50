// Logging in at a provider: redirects the browser there, handles its return, and requests further proof if needed.
import { isTrackerError, type Client } from '@trackerkit/client'
import type { LoginsFinishAnswer } from '@trackerkit/client/types'
import type { ContinueData } from '../pages/login/continue.js'
import { confirmedPath } from '../state/confirmed-path.js'
import { returnPath } from '../state/return-path.js'
import { answerFailure, cookieHeaders, json, notFromPage, plainText, redirect } from './answers.js'
import { clearFlow, flowOf, returnOf, setFlow, type FlowWay } from './flow-cookie.js'
import { endOwn, endSession } from './login.js'
import { createOperations } from './operations.js'
import { isFromPage } from './origin.js'
import { renderContinue, renderProviderFailure } from './page.js'
import type { RequestContext } from './request-context.js'
import { headerOf } from './request-limits.js'
import { readSent, textIn } from './sent.js'
import { identityOf, setCookie, setCookieFor } from './session.js'

type Purpose = 'login' | 'link' | 'confirm'

/** The most that a flow keeps. */
const maxReturnTo = 1000

/** `/-/login/NAME`, `/-/login/NAME/callback`, `/-/login/NAME/link` and `/-/login/NAME/confirm`. */
export async function answerProvider(
  context: RequestContext,
  name: string,
  step: string | undefined,
): Promise<Response> {
  const { method } = context.request
  if (step === 'link' || step === 'confirm')
    return method === 'POST'
      ? beginByScript(context, name, step)
      : plainText(405, 'This takes POST.', { Allow: 'POST' })
  if (method !== 'GET') return plainText(405, 'This takes GET.', { Allow: 'GET' })
  if (step === undefined) return beginByLink(context, name)
  return step === 'callback' ? finish(context, name) : plainText(404, 'There is nothing at this address.')
}

/** Pages of other sites begin no login here: they would choose the account. */
async function beginByLink(context: RequestContext, name: string): Promise<Response> {
  const { request, url, site, cookie } = context
  const whole = returnPath(url.searchParams.get('return_to'))
  const returnTo = whole.length <= maxReturnTo ? whole : '/'
  const from = headerOf(request, 'sec-fetch-site')
  if (from !== null && from !== 'none' && from !== 'same-origin')
    return redirect(302, `${site.prefix}/login?${new URLSearchParams({ return_to: returnTo })}`)
  try {
    const { flow, url: address } = await begin(context, await operationsOf(context, false), name, 'login', returnTo)
    return redirect(303, address, cookieHeaders([setFlow(cookie, flow, returnTo)]))
  } catch (error) {
    return renderFailure(context, error, returnTo)
  }
}

async function beginByScript(context: RequestContext, name: string, purpose: Purpose): Promise<Response> {
  const { request, origin, cookie } = context
  if (!isFromPage(request, origin)) return notFromPage()
  const returnTo = purpose === 'link' ? '/me/logins' : confirmedPath
  try {
    const operations = await operationsOf(context, true)
    const { flow, url } = await begin(context, operations, name, purpose, returnTo)
    return json(200, { url }, cookieHeaders([setFlow(cookie, flow, returnTo)]))
  } catch (error) {
    return answerFailure(error)
  }
}

async function begin(context: RequestContext, { logins }: Client, by: string, purpose: Purpose, return_to: string) {
  const begun = await logins.begin({ by, purpose, redirect_uri: redirectAddress(context, by), return_to })
  return { flow: begun.flow, url: begun.url ?? '' }
}

function redirectAddress({ origin, site }: RequestContext, by: string): string {
  return `${origin.origin}${site.prefix}/-/login/${encodeURIComponent(by)}/callback`
}

const parameters = ['code', 'state', 'iss', 'error']

/** The redirect comes from the provider, and only the flow decides its purpose. */
async function finish(context: RequestContext, name: string): Promise<Response> {
  const { url, request, cookie } = context
  const { searchParams } = url
  const given = parameters.filter((one) => searchParams.has(one))
  const isRepeated = given.some((one) => searchParams.getAll(one).length > 1)
  // A flow that no browser began is refused like any other.
  const flow = isRepeated ? '' : (flowOf(request, cookie) ?? '')
  const answer = Object.fromEntries(given.map((one) => [one, searchParams.get(one) ?? '']))
  try {
    const { logins } = await operationsOf(context, true)
    const outcome = await logins.finish({ flow, redirect_uri: redirectAddress(context, name), answer })
    return await led(context, outcome, name)
  } catch (error) {
    return renderFailure(context, error, returnOf(request, cookie))
  }
}

async function led(context: RequestContext, outcome: LoginsFinishAnswer, by: string): Promise<Response> {
  const { site } = context
  if (outcome.outcome === 'done')
    return redirect(303, site.prefix + returnPath(outcome.return_to), await cookiesOf(context, outcome))
  const { outcome: step, login, return_to } = outcome
  const query = { step, by, ...(login !== undefined && { login }), return_to: returnPath(return_to) }
  return redirect(303, `${site.prefix}/login/continue?${new URLSearchParams(query)}`)
}

/**
 * A login ends the session before it, because its token may be stolen. Linking and confirming leave the other flow to
 * another tab.
 */
export async function cookiesOf(
  context: RequestContext,
  { token, session_hours }: LoginsFinishAnswer,
  way: FlowWay = 'login',
) {
  const { cookie } = context
  if (token === undefined) return cookieHeaders([clearFlow(cookie, way)])
  await endSession(context)
  const own = await endOwn(context)
  // Without a limit, the session of a passkey lasts as long as the browser.
  const session =
    session_hours === undefined ? setCookie(cookie, token, false) : setCookieFor(cookie, token, session_hours * 3600)
  return cookieHeaders([session, clearFlow(cookie), clearFlow(cookie, 'passkey'), ...own])
}

/** The rest of the proof, by a script or a form. */
export async function answerContinue(context: RequestContext): Promise<Response> {
  const { request, site, cookie } = context
  if (request.method !== 'POST') return plainText(405, 'This takes POST.', { Allow: 'POST' })
  const sent = await readSent(context)
  if (sent instanceof Response) return sent
  const { values, isForm } = sent
  const [password, otp] = [textIn(values, 'password'), textIn(values, 'otp')]
  const step = textIn(values, 'step') === 'second_factor' ? 'second_factor' : 'password'
  try {
    const { logins } = await operationsOf(context, false)
    const flow = flowOf(request, cookie) ?? ''
    const outcome = await logins.complete({ flow, ...(password !== '' && { password }), ...(otp !== '' && { otp }) })
    const cookies = await cookiesOf(context, outcome)
    const to = returnPath(outcome.return_to)
    return isForm ? redirect(303, site.prefix + to, cookies) : json(200, { id: outcome.id, return_to: to }, cookies)
  } catch (error) {
    if (!isForm || !isTrackerError(error)) return answerFailure(error)
    const { status = 503, message, code: failure } = error
    const returnTo = returnOf(request, cookie)
    if (failure === 'login_flow_not_valid') return renderFailure(context, error, returnTo)
    const wantsOtp =
      step === 'second_factor' || failure === 'second_factor_required' || failure === 'second_factor_wrong'
    const shown = failure === 'second_factor_required' ? undefined : message
    const [title, login] = [textIn(values, 'title'), textIn(values, 'login')]
    const data: ContinueData = { step, title, login, wantsOtp, ...(shown !== undefined && { message: shown }) }
    return renderContinue(context, status, data, returnTo)
  }
}

/** `isKnown`: as whoever has the session of the cookie. */
export async function operationsOf(context: RequestContext, isKnown: boolean): Promise<Client> {
  const { site, origin, context: web } = context
  const identity = isKnown ? await identityOf(context) : null
  return createOperations(site, { identity, origin, context: web }, new Map())
}

async function renderFailure(context: RequestContext, error: unknown, returnTo: string): Promise<Response> {
  if (!isTrackerError(error)) throw error
  const { message, requestId: request } = error
  // The path names the provider.
  const status = error.code === 'login_provider_unknown' ? 404 : (error.status ?? 503)
  return renderProviderFailure(context, { status, message, ...(request !== undefined && { request }) }, returnTo)
}
