// From a request to a page, a file, or an answer to a script of the pages.
import { answerActAs } from './act-as.js'
import { plainText, redirect } from './answers.js'
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
import { cookieOf } from './session.js'
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
  const arrival = { site, assets, request, url, path, origin, cookie: cookieOf(origin, site.prefix), context }
  return path.startsWith('/-/') ? answerOther(arrival) : answerPageRequest(arrival)
}

function traceOf(request: Request): TraceHeaders {
  const header = (name: 'traceparent' | 'tracestate') => headerOf(request, name) ?? undefined
  return { traceparent: header('traceparent'), tracestate: header('tracestate') }
}

async function answerPageRequest(arrival: RequestContext): Promise<Response> {
  const { request, url, path, site } = arrival
  const old = await answerOldAddress(arrival)
  if (old) return withoutBody(request, old)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainText(405, 'Pages are read with GET.', { Allow: 'GET, HEAD' })
  // A path that begins with two slashes would lead to another host.
  if (path.startsWith('//')) return plainText(404, 'There is nothing at this address.')
  if (path !== '/' && path.endsWith('/')) return redirect(308, site.prefix + withoutSlashes(path) + url.search)
  if (path === '/robots.txt' && site.prefix === '') return withoutBody(request, await answerRobots(arrival))
  const form = listFormAt(path)
  if (form) return withoutBody(request, await answerList(arrival, form))
  const setUp = await setUpOf(arrival)
  if (setUp !== undefined && path !== '/setup') return redirect(302, `${site.prefix}/setup`)
  return withoutBody(request, await answerPage({ ...arrival, setUp }))
}

function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Answers requests of scripts. */
async function answerOther(arrival: RequestContext): Promise<Response> {
  const { assets, request, path, site } = arrival
  const [, kind = '', ...rest] = path.slice(1).split('/')
  if (kind === 'rest') return answerRest(arrival)
  if (kind === 'login' && !site.host) return answerAnyLogin(arrival, rest)
  if (kind === 'setup' && site.setup) return answerSetup(arrival, site.setup)
  if (kind === 'act-as' && !site.host) return answerActAs(arrival, rest)
  if (kind === 'logout' && !site.host) return answerLogout(arrival)
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return plainText(405, 'Files are read with GET.', { Allow: 'GET, HEAD' })
  if (kind === 'login' && site.host) return withoutBody(request, leadToHost(arrival, site.host.loginUrl))
  const file = await fileAt(arrival, kind, rest, assets)
  return withoutBody(request, file ?? plainText(404, 'There is no such file.'))
}

/** With the password, at a provider, or the rest of the proof. */
async function answerAnyLogin(arrival: RequestContext, [name, step]: readonly string[]): Promise<Response> {
  if (name === undefined) return answerLogin(arrival)
  if (name === 'continue') return answerContinue(arrival)
  if (name === 'passkey') return answerPasskey(arrival, step)
  return step === 'ended' ? answerEnded(arrival, name) : answerProvider(arrival, name, step)
}

async function fileAt(
  arrival: RequestContext,
  kind: string,
  rest: readonly string[],
  assets: Assets,
): Promise<Response | undefined> {
  const [name = '', part] = rest
  if (kind === 'attachment') return answerAttachment(arrival, name, part)
  if (kind === 'report.js' && rest.length === 0) return answerReportFile(assets, arrival.request)
  if (kind !== 'assets') return rest.length === 0 ? assets.ofTheme(kind) : undefined
  return rest.length === 1 ? assets.built(name, headerOf(arrival.request, 'accept-encoding') ?? '') : undefined
}

/** HEAD responds the same without a body. */
function withoutBody(request: Request, response: Response): Response {
  return request.method === 'HEAD' ? new Response(null, response) : response
}
