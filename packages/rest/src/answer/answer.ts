// From a request to what is answered. It maps and never decides: every answer comes from an operation.
import {
  stage,
  type Credential,
  type Identity,
  type Precondition,
  type ProvenCredential,
  type RequestDetails,
  type Tracker,
} from '@trackerkit/core'
import { createAttempts } from '../callers/attempts.js'
import { describeApi } from '../openapi/description.js'
import { listFormOf, respondList, type Found, type ListAsked } from '../lists/list.js'
import type { RestOptions } from './options.js'
import { createRateLimits, type Charged } from '../callers/rate-limits.js'
import type { Seen } from '../observe/observe.js'
import type { Links } from '../pages/json.js'
import { referencesIn } from '../pages/references.js'
import type { BodySender, Rest, RestRequest, RestResponse } from '../http/messages.js'
import { checkHeaders, checkTarget, headerOf, peekHeader } from '../http/request/request-limits.js'
import { createResolver } from '../router/resolve-reference.js'
import type { Route } from '../router/route.js'
import { createRouter, type Router } from '../router/router.js'
import { routes, routesWithoutLogin } from '../routes/index.js'
import { readBody } from '../http/request/body.js'
import { bodyLimit } from '../http/request/body-limit.js'
import { createOriginRules } from '../http/response/cors.js'
import { requireSameOrigin } from '../http/request/cross-site.js'
import {
  callersOutside,
  namesCallerOutside,
  requireModest,
  takeCredentials,
  type Credentials,
  type HostSays,
} from '../callers/credentials.js'
import { answerError, WireError, type PathValues } from '../http/errors.js'
import { respondFile } from '../http/response/file.js'
import { formOfFailure, negotiate, type Form } from '../http/request/negotiate.js'
import { bugPage } from '../http/request/old-address.js'
import { repetitionOf } from '../http/request/idempotency.js'
import { nextPage } from '../http/response/next-page.js'
import { inputOf, pathValues } from '../router/parameters.js'
import { strictApplied, wantsStrict } from '../http/request/prefer.js'
import { matchesTag } from '../http/response/conditional.js'
import { present, tagOfJson, type Outcome } from './present.js'
import { parseQuery, parseTarget, type Parameters, type Target } from '../http/request/target.js'
import { createStreams } from '../stream/streams.js'

/** What is known of a request by the time that something goes wrong. */
interface Progress {
  form?: Form
  segments?: readonly string[]
  readonly seen: Seen | undefined
  path: PathValues
  /** Aborts when nobody waits for the answer any more. */
  signal?: AbortSignal | undefined
  /** What it has cost its caller, where that is limited. */
  charged?: Charged | undefined
}

/** For the log: nobody reads it. */
const nobodyWaits = new WireError(499, 'Nobody waited for the answer.')

interface Answer {
  readonly status?: number
  readonly value: unknown
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Sends what is no value, with these headers. */
  readonly whole?: (headers: RestResponse['headers']) => Promise<RestResponse>
  readonly links?: Links | undefined
}

const resolve = createResolver(routes)

/** Asks the host who sends a request. @see askHost */
type AskWho = () => Promise<Identity | undefined>

interface Answerer {
  (request: RestRequest, askWho?: AskWho, seen?: Seen): Promise<RestResponse>
  readonly knows: Rest['knows']
}

/** Makes the function that answers requests. It never throws. */
export function createAnswerer(tracker: Tracker, options: Omit<RestOptions, 'identify'> = {}): Answerer {
  const { basePath, maxBodyBytes, csrf = true, jsonp = true, hasPages = false } = options
  const { isHostAlone, offered, router } = routingOf(options)
  const origins = createOriginRules(options.cors)
  const { run, streams, limits, knows } = createWays(tracker, options)

  async function answer(request: RestRequest, progress: Progress, askWho: AskWho | undefined): Promise<Answer> {
    requireFit(request)
    const moved = bugPage(request, basePath)
    if (moved) return moved
    const target = stage(progress.seen, 'parse', parseTarget, request.target, basePath)
    progress.segments = target.segments
    const query = stage(progress.seen, 'parse', parseQuery, target.query)
    progress.form = negotiate(request, query)
    if (!jsonp) requireNoScript(progress)
    const description = await describeApi(offered, request.method, target)
    if (description) return description
    if (request.method === 'OPTIONS') return describe(router, target)
    const { route, segments } = router.find(request.method, target.segments)
    noteRoute(progress, route)
    const who = await askWho?.()
    if (who) requireOwnPage(request, progress, !csrf || origins.isTrusted(request))
    const told = { host: who, isHostAlone }
    const sender = senderOf({ request, query, route, told }, knows)
    const limit = async () => maxBodyBytes ?? (await bodyLimit(tracker, request))
    const body = await readBody(request, limit, { sender, observation: progress.seen })
    progress.path = pathValues(route, segments)
    const { credentials, parameters } = takeCredentials(request, body.parameters, query, route.operation, told)
    progress.charged = limits?.charge({ operation: route.operation, address: request.address, ...credentials })
    requireModest(body, credentials)
    const credential = route.input ? route.input(parameters, credentials) : credentials.identities
    const isStrict = wantsStrict(request)
    const input = stage(progress.seen, 'coerce', inputOf, route, progress.path, parameters, isStrict)
    const precondition = route.method === 'GET' ? undefined : asSeen(router, request, target)
    const repetition = repetitionOf(request)
    const waiting = route.waits ? { signal: (progress.signal = request.signal), enough: options.closing } : {}
    const known = { ...watchingOf(request, progress), ...repetition.details, ...waiting }
    const details = { address: request.address, precondition, handling: handlingOf(isStrict), ...known }
    if (route.stream) return streamed(await streams.open({ request, form: progress.form, credentials, input, details }))
    const ask = run(route, credential, credentials, details)
    const whole = await answerWhole(tracker, { route, request, query, input, ask })
    if (whole) return whole
    const value = await ask(input)
    const headers = { ...headersOf(request, route, value, isStrict), ...repetition.headers() }
    return { value, headers, links: linksOf(progress.form, route) }
  }

  async function answerSafely(request: RestRequest, askWho?: AskWho, seen?: Seen): Promise<RestResponse> {
    const progress: Progress = { path: new Map(), seen }
    const shared = () => ({ ...origins.headers(request), ...progress.charged?.headers() })
    const send = (outcome: Outcome) => respondTo(request, progress, { hasPages, ...outcome })
    try {
      const { status = 200, value, headers, whole, links } = await answer(request, progress, askWho)
      if (whole) return await whole(shared())
      return await send({ status, value, headers: { ...shared(), ...headers }, links })
    } catch (error) {
      const told = progress.signal?.aborted ? nobodyWaits : error
      return await send(outcomeOf(told, request, progress, shared()))
    }
  }
  return Object.assign(answerSafely, { knows })
}

interface Sent {
  readonly request: RestRequest
  readonly query: Parameters
  readonly route: Route
  readonly told: HostSays
}

/** What is known before the body is. */
function senderOf({ request, query, route, told }: Sent, knows: Rest['knows']): BodySender {
  return {
    isNamed: () => Boolean(told.host) || namesCallerOutside(request, query),
    isKnown: () => knows(callersOutside(request, query, route.operation, told)),
  }
}

function routingOf({ credentials }: Pick<RestOptions, 'credentials'>) {
  const isHostAlone = credentials === 'host'
  const offered = isHostAlone ? routesWithoutLogin : routes
  return { isHostAlone, offered, router: createRouter(offered) }
}

/** The ways from a request into the tracker, which count wrong credentials together, and what limits them. */
function createWays(tracker: Tracker, options: Omit<RestOptions, 'identify'>) {
  const attempts = createAttempts(options.attempts)
  const streams = createStreams({ tracker, attempts, limits: options.streams, closing: options.closing })
  const limits = options.limits && createRateLimits(options.limits)
  // Where nothing is limited, nobody is known from others.
  const knows: Rest['knows'] = (identities) => limits?.knows(identities) ?? true
  return { run: createRun(tracker, attempts), streams, limits, knows }
}

function noteRoute({ seen }: Progress, { path, operation, waits, stream }: Route): void {
  if (!seen) return
  seen.isPatient = waits === true || stream !== undefined
  seen.route = path
  seen.operation = operation.name
}

function handlingOf(isStrict: boolean): 'strict' | 'lenient' {
  return isStrict ? 'strict' : 'lenient'
}

/** What an operation is part of, and who wants to know what became of it: the log or an observer, and what counts for whom. */
function watchingOf(
  request: RestRequest,
  { seen, charged }: Progress,
): Pick<RequestDetails, 'traceparent' | 'parent' | 'onEnded'> {
  const { parent, traceparent = headerOf(request, 'traceparent'), onEnded } = seen ?? {}
  if (!charged) return { traceparent, parent, onEnded }
  const both: RequestDetails['onEnded'] = (ended) => {
    charged.ended(ended)
    onEnded?.(ended)
  }
  return { traceparent, parent, onEnded: both }
}

async function respondTo(request: RestRequest, progress: Progress, outcome: Outcome): Promise<RestResponse> {
  const { form = formOfFailure(request), segments, seen } = progress
  return present(request, form, { ...outcome, segments }, seen)
}

function outcomeOf(error: unknown, request: RestRequest, { path }: Progress, shared: Outcome['headers']): Outcome {
  const hasIfMatch = peekHeader(request, 'if-match') !== undefined
  const { status, headers, body, fault } = answerError(error, path, hasIfMatch)
  return { status, value: body, headers: { ...shared, ...headers }, fault }
}

function streamed(stream: RestResponse): Answer {
  return { value: undefined, whole: async (headers) => ({ ...stream, headers: { ...stream.headers, ...headers } }) }
}

interface Asking {
  readonly route: Route
  readonly request: RestRequest
  readonly query: Parameters
  readonly input: ListAsked['input']
  /** Runs the operation of the route. */
  readonly ask: (input: unknown) => Promise<unknown>
}

/** The answer where it is no value: a file, or a list. */
async function answerWhole(
  tracker: Tracker,
  { route: { file, lists }, request, query, input, ask }: Asking,
): Promise<Answer | undefined> {
  if (file) {
    const content = await file((slice) => ask({ ...input, ...slice }))
    return { value: undefined, whole: (headers) => respondFile(request, headers, content) }
  }
  const form = lists && listFormOf(request, query)
  if (!lists || !form) return undefined
  const search = (wanted: ListAsked['input']) => ask(wanted) as Promise<Found>
  const list = await lists[form]({ request, input, search, urlBase: () => urlBaseOf(tracker) })
  return { value: undefined, whole: async (headers) => respondList(headers, list) }
}

/** Where the tracker is found, with a slash at its end. */
async function urlBaseOf(tracker: Tracker): Promise<string> {
  // The tracker remembers parameters, so asking costs little.
  const { parameters } = await tracker.asSystem().parameters.get({ include_fields: ['urlbase'] })
  return (parameters['urlbase'] ?? '').replace(/([^/])$/, '$1/')
}

/** @throws WireError (414, 431, 400) for what is longer than any request may be */
function requireFit(request: RestRequest): void {
  checkTarget(request.target)
  checkHeaders(request)
}

/** For callers whom the host knows, perhaps by a cookie. @throws cross_site_request, WireError (400) */
function requireOwnPage(request: RestRequest, progress: Progress, isTrusted: boolean): void {
  if (!isTrusted) requireSameOrigin(request)
  requireNoScript(progress)
}

/** @throws WireError (400) for JSONP, which pages of other sites could read */
function requireNoScript(progress: Progress): void {
  if (progress.form?.kind !== 'jsonp') return
  // Not even the error: any page could run it.
  progress.form = { kind: 'json' }
  throw new WireError(400, 'JSONP is not answered here: pages of other sites could read it. Ask for JSON.')
}

/**
 * Makes the function that runs the operation of a route, as often as the request takes that, unless whoever asks has been wrong too
 * often. What was proven for the first run holds for the others: a one-time password is good once.
 */
function createRun(tracker: Tracker, attempts: ReturnType<typeof createAttempts>) {
  return ({ operation }: Route, given: Credential, by: Credentials, details: RequestDetails) => {
    let credential: Credential | ProvenCredential = given
    const onProven = (proven: ProvenCredential) => void (credential = proven)
    return (input: unknown): Promise<unknown> =>
      attempts.run(details.address, by.identities, (onWrongCredentials) =>
        tracker.run(operation, credential, input, { ...details, onWrongCredentials, onProven }),
      )
  }
}

/**
 * With If-Match a write is only for who has seen the object as it is then: as GET on the same path answers it. Whoever has not
 * gets 412.
 * @throws WireError (400) where GET answers nothing
 */
function asSeen(router: Router, request: RestRequest, { segments }: Target): Precondition | undefined {
  const ifMatch = headerOf(request, 'if-match')
  if (ifMatch === undefined) return undefined
  if (!/^(PUT|DELETE)$/.test(request.method) || !router.methodsOf(segments).includes('GET')) {
    throw new WireError(400, 'If-Match has no meaning here: this resource cannot be had by GET.')
  }
  const { route, segments: values } = router.find('GET', segments)
  return {
    operation: route.operation,
    input: inputOf(route, pathValues(route, values), new Map()),
    check(seen) {
      if (matchesTag(ifMatch, tagOfJson(seen))) return
      throw new WireError(412, 'This has changed since you have seen it. Get it again, then decide.')
    },
  }
}

/** What the values of an answer name, where it becomes a page. */
function linksOf(form: Form, { operation }: Route): Links | undefined {
  return form.kind === 'page' ? { references: referencesIn(operation.output), resolve } : undefined
}

/** The headers of an answer beside the usual ones. */
function headersOf(request: RestRequest, route: Route, value: unknown, isStrict: boolean) {
  return { ...nextPage(request.target, value), ...route.headers?.(request), ...(isStrict && strictApplied) }
}

function describe(router: Router, target: Target): Answer {
  const methods = router.methodsOf(target.segments).join(', ')
  return { value: {}, headers: { Allow: methods } }
}
