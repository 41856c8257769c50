// Renders pages from API responses; the browser hydrates them.
import { isTrackerError, type Client } from '@trackerkit/client'
import { failureOf } from '../page/failure.js'
import { openAddress, patternAt, statusOf, titleOf } from '../router/open.js'
import { pages } from '../router/index.js'
import { continueLogin, type ContinueData } from '../pages/login/continue.js'
import { login, type LoginData } from '../pages/login/page.js'
import { LogInFirst, type AnyPage, type Failure, type Opened, type Shown } from '../page/page.js'
import type { SetupData } from '../pages/setup/data.js'
import { setup } from '../pages/setup/page.js'
import { createApp, type SetUpState, type SiteSettings } from '../state/app.js'
import { loadWho, type Who } from '../page/who.js'
import { serverTexts } from '../texts/english/server.js'
import { mainTexts } from '../texts/index.js'
import { cookieHeaders, pageHeaders, redirect } from './answers.js'
import type { Manifest } from './assets.js'
import { compressed } from './compress.js'
import { writeDocument } from './document.js'
import { anonymousAddress, type RequestContext } from './request-context.js'
import { allAnswers, answersInPage, createOperations, type Answers } from './operations.js'
import type { Identity } from './options.js'
import { createPageBudget, PageOverdue, type PageBudget } from './page-budget.js'
import { renderInParts } from './render.js'
import { logInAtHost } from './log-in-at-host.js'
import { noAccount } from './no-account.js'
import { headerOf } from './request-limits.js'
import { clearCookie, identityOf, keptValue, ownCookie, returnToOwn, tokenOf } from './session.js'

/** A wrong setup code is also visible in the status. */
const statusOfSetUp: Readonly<Record<SetUpState, number | undefined>> = {
  none: undefined,
  right: undefined,
  wrong: 403,
  'too many': 429,
}

interface Made {
  readonly opened: Opened
  readonly who: Who | null
  readonly operations: Client
  readonly answers: Answers
  readonly more: Readonly<Record<string, string>>
  /** The position in the change feed before the data was read. */
  readonly since?: string | undefined
  /** Without hydration. */
  readonly isFinal?: boolean
}

export async function answerPage(requestContext: RequestContext): Promise<Response> {
  const budget = createPageBudget()
  try {
    const made = await budget.within(makeFor(requestContext))
    if (made instanceof Response) return made
    const { opened } = made
    if (opened.kind === 'moved') return redirect(302, requestContext.site.prefix + opened.to)
    return await render(requestContext, { ...made, opened }, budget)
  } catch (error) {
    if (!(error instanceof PageOverdue)) throw error
    return renderOverdue(requestContext)
  }
}

async function makeFor(requestContext: RequestContext): Promise<Made | Response> {
  const { site, request, url, cookie } = requestContext
  const identity = await identityOf(requestContext)
  return make(requestContext, identity).catch(async (error: unknown) => {
    if (site.host) return refuse(requestContext, identity, error)
    const own = keptValue(request, ownCookie(cookie))
    // The view of another user is over, also when that user was disabled: the actor returns to their own session.
    if (own !== undefined && isTrackerError(error, 'auth_invalid_token', 'account_disabled'))
      return redirect(302, url.pathname + url.search, cookieHeaders(returnToOwn(cookie, own)))
    // The session has ended: render the anonymous page and clear the cookie.
    if (!isTrackerError(error, 'auth_invalid_token')) throw error
    const anonymous = await make(requestContext, null)
    return { ...anonymous, more: { 'Set-Cookie': clearCookie(cookie) } }
  })
}

async function make(requestContext: RequestContext, identity: Identity): Promise<Made> {
  const { site, url, path, origin, context } = requestContext
  const answers: Answers = new Map()
  const operations = createOperations(site, { identity, origin, context }, answers)
  const who = identity === null ? null : await loadWho(operations)
  const isSetUp = requestContext.setUp === undefined
  const since = followed.has(patternAt(path)) ? await positionOf(requestContext, identity) : undefined
  const made = { who, operations, answers, more: {}, since }
  try {
    const opened = await openAddress(operations, {
      url: new URL(url.pathname + url.search, origin),
      path,
      who,
      isOwnLogin: !site.host,
      isSetUp,
    })
    return { ...made, opened }
  } catch (error) {
    if (!(error instanceof LogInFirst)) throw error
    return { ...made, opened: logInAtHost(requestContext), isFinal: true }
  }
}

/** The pages that show changes by others. */
const followed: ReadonlySet<string | undefined> = new Set(['/bug/:id', '/bugs'])

/** Undefined if the user may not read the change feed. */
async function positionOf({ site, origin, context }: RequestContext, identity: Identity): Promise<string | undefined> {
  const { changes } = createOperations(site, { identity, origin, context }, new Map())
  return changes.get({ since: 'now', limit: 1, include_fields: ['seq'] }).then(
    ({ next }) => next,
    () => undefined,
  )
}

/**
 * The page for users who are logged in at the host but not accepted here. @throws errors that are no response of the
 * API
 */
function refuse(requestContext: RequestContext, identity: Identity, error: unknown): Made {
  if (!isTrackerError(error)) throw error
  const { site, origin, context } = requestContext
  const answers: Answers = new Map()
  const operations = createOperations(site, { identity: null, origin, context }, answers)
  const made = { who: null, operations, answers, more: {} }
  // The browser could not load data that only the server has.
  if (error.code === 'invalid_username' || error.code === 'host_user_refused')
    return { ...made, opened: noAccount(requestContext, nameOf(identity)), isFinal: true }
  return { ...made, opened: { kind: 'failed', failure: failureOf(error), address: anonymousAddress(requestContext) } }
}

/** The page instead of one that timed out. The user may be unknown, so scripts cannot hydrate it. */
async function renderOverdue(requestContext: RequestContext): Promise<Response> {
  const operations = createOperations(requestContext.site, { ...requestContext, identity: null }, new Map())
  const address = anonymousAddress(requestContext)
  const failure = failureOf({ status: 503, message: serverTexts.overdue })
  const opened: Shown = { kind: 'failed', failure, address }
  const made = { opened, who: null, operations, answers: new Map(), more: {}, isFinal: true }
  return render(requestContext, made, createPageBudget())
}

function nameOf(identity: Identity): string {
  if (identity === null) return ''
  if ('host' in identity) return identity.host.login
  if ('login' in identity) return identity.login
  return 'user_id' in identity ? String(identity.user_id) : ''
}

/** The login page with an error, for browsers without scripts. */
export async function renderLogin(
  requestContext: RequestContext,
  status: number,
  data: LoginData,
  returnTo: string,
): Promise<Response> {
  return renderForm(requestContext, { path: '/login', page: login, status, data, query: { return_to: returnTo } })
}

/**
 * The login page after a login at a provider that failed. Scripts do not continue from it, because they would not find its
 * address. Users who are logged in wanted to link an account or to confirm the session, and stay logged in.
 */
export async function renderProviderFailure(
  requestContext: RequestContext,
  { status, message, request }: Failure,
  returnTo: string,
): Promise<Response> {
  const identity = await identityOf(requestContext)
  const operations = createOperations(requestContext.site, { ...requestContext, identity }, new Map())
  // If the session is over or cannot be read, the error is shown all the same.
  const who = identity === null ? null : await loadWho(operations).catch(() => null)
  const data = { login: '', message, isFromProvider: true, ...(request !== undefined && { request }) }
  const query = { return_to: returnTo }
  return renderForm(requestContext, { path: '/login', page: login, status, data, query, who, isFinal: true })
}

/** The page for the rest of a login with an error, for browsers without scripts. */
export async function renderContinue(
  requestContext: RequestContext,
  status: number,
  data: ContinueData,
  returnTo: string,
): Promise<Response> {
  const query = { step: data.step, login: data.login, return_to: returnTo }
  return renderForm(requestContext, { path: '/login/continue', page: continueLogin, status, data, query })
}

/** The setup page with an error, for browsers without scripts. */
export async function renderSetup(
  requestContext: RequestContext,
  status: number,
  data: SetupData,
  query: Readonly<Record<string, string>>,
): Promise<Response> {
  return renderForm(requestContext, { path: '/setup', page: setup, status, data, query })
}

interface Refused {
  readonly path: string
  readonly page: AnyPage
  readonly status: number
  readonly data: LoginData | ContinueData | SetupData
  readonly query: Readonly<Record<string, string>>
  readonly who?: Who | null
  readonly isFinal?: boolean
}

/** A page with a form that was rejected. */
async function renderForm(requestContext: RequestContext, refused: Refused): Promise<Response> {
  const { path, page, status, data, query, who = null, isFinal = false } = refused
  const operations = createOperations(requestContext.site, { ...requestContext, identity: null }, new Map())
  const address = { ...anonymousAddress(requestContext), path, query: new URLSearchParams(query), who }
  const entry = pages.find(({ pattern }) => pattern === path)
  if (!entry) throw new Error(`There is no page ${path}.`)
  const shown = { ...page, status: () => status }
  const opened: Shown = { kind: 'page', entry, page: shown, data: data as never, address }
  const made = { opened, who, operations, answers: new Map(), more: {}, isFinal }
  return render(requestContext, made, createPageBudget())
}

async function render(
  requestContext: RequestContext,
  made: Made & { readonly opened: Shown },
  budget: PageBudget,
): Promise<Response> {
  const { assets, request, context } = requestContext
  const { opened, who, operations, more, since, isFinal = false } = made
  const answers = answersInPage(await budget.within(allAnswers(made.answers)))
  const site = settingsFor(requestContext)
  const now = Date.now()
  const app = createApp({
    site,
    texts: mainTexts,
    who,
    operations,
    shown: opened,
    now,
    titleOf,
    measure: context.measure,
  })
  const scripts = scriptsOf(opened, assets.manifest)
  const body = await renderInParts(app, budget)
  const write = () =>
    writeDocument(app, { body, assets, scripts, answers, site, who, now, since, isTakenOver: !isFinal })
  const html = app.measure('render', write)
  const { body: sent, encoding } = await compressed(html, headerOf(request, 'accept-encoding') ?? '')
  const status =
    (opened.kind === 'page' && opened.entry.isForSetUp && statusOfSetUp[site.setUp ?? 'none']) || statusOf(opened)
  return new Response(sent, {
    status,
    headers: {
      ...pageHeaders,
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      ...(status === 503 && { 'Retry-After': '1' }),
      ...more,
    },
  })
}

/** The scripts of a page that are not in the main one. */
function scriptsOf(opened: Shown, { pages: ofPages, shared, markdown }: Manifest): readonly string[] {
  if (opened.kind !== 'page') return []
  const ofPage = ofPages[opened.entry.name]
  const hasMarkdown = opened.page.hasMarkdown?.(opened.data) === true
  return [...(ofPage === undefined ? [] : [ofPage, ...shared]), ...(hasMarkdown ? [markdown] : [])]
}

/** The settings of the site for the browser. */
function settingsFor({ site, assets, setUp, request, cookie }: RequestContext): SiteSettings {
  const { prefix, title, links, commitUrl = null, demo = null } = site
  return {
    prefix,
    title,
    logo: assets.logo ?? null,
    links,
    commitUrl,
    demo,
    setUp: setUp ?? null,
    isActing: !site.host && tokenOf(request, ownCookie(cookie)) !== undefined,
    login: site.host ? { by: 'host', logOutUrl: site.logoutUrl ?? null } : { by: 'pages' },
  }
}
