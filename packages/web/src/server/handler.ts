// From a request to a page, a file, or an answer to a script of the pages.
import { answerActAs } from './act-as.js'
import { plainText, redirect, usedByOther } from './answers.js'
import type { RequestContext } from './request-context.js'
import { createAssets, type Assets } from './assets.js'
import { answerAttachment } from './attachment.js'
import { answerList, listFormAt } from './list.js'
import { answerLogin, answerLogout, leadToHost } from './login.js'
import { answerOldAddress } from './old-address.js'
import { originOf } from './origin.js'
import { answerPasskey } from './passkey-login.js'
import { answerContinue, answerProvider } from './provider-login.js'
import { answerEnded } from './provider-logout.js'
import { siteOf, type Site, type TraceHeaders, type WebContext, type WebOptions } from './options.js'
import { answerPage } from './page.js'
import { excessOf, headerOf } from './request-limits.js'
import { answerReportFile } from './report-file.js'
import { answerRest } from './rest.js'
import { answerRobots } from './robots.js'
import { routeOf } from './route.js'
import { cookieOf, isOfOtherUser } from './session.js'
import { answerSetup, setUpOf } from './setup.js'
import { weakContrasts } from './theme.js'
import type { WebHandler } from './web-handler.js'

/** Makes the function that answers requests for pages, with the files of `folder` for browsers. */
export function createHandler(options: WebOptions, folder: URL): WebHandler {
  const site = siteOf(options)
  const assets = createAssets(folder, site.theme)
  const weak = weakContrasts(site.theme)
  if (weak.length > 0)
    console.warn(`The accent is hard to read on the background (contrast below 4.5): ${weak.join(', ')}`)
  return async (request, context = {}) => {
    try {
      return await answer(site, assets, request, context)
    } catch (error) {
      const refused = refusalOf(error)
      if (refused) return refused
      console.error(error)
      return plainText(500, 'Something went wrong in the pages of this tracker.')
    }
  }
}

/** The response to an error of the server or of `identify`, from packages that this one does not import. */
function refusalOf(error: unknown): Response | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && error.code === 'too_busy') return plainText(503, error.message, { 'Retry-After': '1' })
  const isOfWire = error.name === 'WireError' && 'status' in error
  return isOfWire && error.status === 400 ? plainText(400, error.message) : undefined
}

async function answer(site: Site, assets: Assets, request: Request, webContext: WebContext): Promise<Response> {
  // Other properties of the context are ignored: `identify` and the cookie identify the user.
  const { address, peer, onRoute, onApi, measure, passedOn = traceOf(request) } = webContext
  const context = { address, peer, onApi, measure, passedOn }
  const url = new URL(request.url)
  const excess = excessOf(request, url)
  if (excess) return excess
  const origin = originOf(site, request)
  if (!origin) return plainText(421, 'This tracker has another address.')
  if (url.pathname !== site.prefix && !url.pathname.startsWith(`${site.prefix}/`))
    return plainText(404, 'There is nothing at this address.')
  const path = url.pathname.slice(site.prefix.length) || '/'
  const route = routeOf(path)
  if (route !== undefined) onRoute?.(route)
  const requestContext = { site, assets, request, url, path, origin, cookie: cookieOf(origin, site.prefix), context }
  return path.startsWith('/-/') ? answerOther(requestContext) : answerPageRequest(requestContext)
}

function traceOf(request: Request): TraceHeaders {
  const header = (name: 'traceparent' | 'tracestate') => headerOf(request, name) ?? undefined
  return { traceparent: header('traceparent'), tracestate: header('tracestate') }
}

async function answerPageRequest(requestContext: RequestContext): Promise<Response> {
  const { request, url, path, site } = requestContext
  const old = await answerOldAddress(requestContext)
  if (old) return withoutBody(request, old)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainText(405, 'Pages are read with GET.', { Allow: 'GET, HEAD' })
  // A path that begins with two slashes would lead to another host.
  if (path.startsWith('//')) return plainText(404, 'There is nothing at this address.')
  if (path !== '/' && path.endsWith('/'))
    return redirect(308, site.prefix + path.replace(/(?<!\/)\/+$/, '') + url.search)
  if (path === '/robots.txt' && site.prefix === '') return withoutBody(request, await answerRobots(requestContext))
  const form = listFormAt(path)
  if (form) return withoutBody(request, await answerList(requestContext, form))
  const setUp = await setUpOf(requestContext)
  if (setUp !== undefined && path !== '/setup') return redirect(302, `${site.prefix}/setup`)
  return withoutBody(request, await answerPage({ ...requestContext, setUp }))
}

/** Answers requests of scripts. */
async function answerOther(requestContext: RequestContext): Promise<Response> {
  const { assets, request, path, site } = requestContext
  if (isOfOtherUser(requestContext)) return usedByOther()
  const [, kind = '', ...rest] = path.slice(1).split('/')
  if (kind === 'rest') return answerRest(requestContext)
  if (kind === 'login' && !site.host) return answerAnyLogin(requestContext, rest)
  if (kind === 'setup' && site.setup) return answerSetup(requestContext, site.setup)
  if (kind === 'act-as' && !site.host) return answerActAs(requestContext, rest)
  if (kind === 'logout' && !site.host) return answerLogout(requestContext)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainText(405, 'Files are read with GET.', { Allow: 'GET, HEAD' })
  if (kind === 'login' && site.host) return withoutBody(request, leadToHost(requestContext))
  const file = await fileAt(requestContext, kind, rest, assets)
  return withoutBody(request, file ?? plainText(404, 'There is no such file.'))
}

/** With the password, at a provider, or the rest of the proof. */
async function answerAnyLogin(requestContext: RequestContext, [name, step]: readonly string[]): Promise<Response> {
  if (name === undefined) return answerLogin(requestContext)
  if (name === 'continue') return answerContinue(requestContext)
  if (name === 'passkey') return answerPasskey(requestContext, step)
  return step === 'ended' ? answerEnded(requestContext, name) : answerProvider(requestContext, name, step)
}

async function fileAt(
  requestContext: RequestContext,
  kind: string,
  rest: readonly string[],
  assets: Assets,
): Promise<Response | undefined> {
  const [name = '', part] = rest
  if (kind === 'attachment') return answerAttachment(requestContext, name, part)
  if (kind === 'report.js' && rest.length === 0) return answerReportFile(assets, requestContext.request)
  if (kind !== 'assets') return rest.length === 0 ? assets.ofTheme(kind) : undefined
  return rest.length === 1 ? assets.built(name, headerOf(requestContext.request, 'accept-encoding') ?? '') : undefined
}

/** HEAD responds the same without a body. */
function withoutBody(request: Request, response: Response): Response {
  return request.method === 'HEAD' ? new Response(null, response) : response
}
