// The last stage: makes a response from the result of the operation, or from an error.
import { isTrackerError } from '@trackerkit/core'
import type { Charge } from '../callers/rate-limits.js'
import { answerError, refusalOf, WireError } from '../http/errors.js'
import type { RestRequest, RestResponse } from '../http/messages.js'
import type { Form } from '../http/request/negotiate.js'
import { strictApplied } from '../http/request/prefer.js'
import { peekHeader } from '../http/request/request-limits.js'
import { isForm } from '../http/request/form.js'
import { commonHeaders } from '../http/response/headers.js'
import { nextPage } from '../http/response/next-page.js'
import type { Links } from '../pages/json.js'
import { respondPage } from '../pages/form-page.js'
import { referencesIn } from '../pages/references.js'
import { createResolver } from '../router/resolve-reference.js'
import type { Route } from '../router/route.js'
import { routes } from '../routes/index.js'
import { doorHeaders } from './door.js'
import type { Executed } from './execute.js'
import { represent } from './representation.js'
import type { DirectAnswer, Received } from './received.js'
import { formOf, segmentsOf } from './route.js'
import type { Services } from './services.js'
import type { Reached, StageError } from './stage-error.js'

/** For the log: no client reads it. */
const clientLeft = new WireError(499, 'The response was abandoned.')

const resolve = createResolver(routes)

const noPath = new Map<string, string>()

export async function present(executed: Executed, services: Services): Promise<RestResponse> {
  const { prepared, value, respond } = executed
  const { routed, door, charge, isStrict, repetition } = prepared
  const { request, form, route, target, observation } = routed
  const shared = sharedHeaders(request, charge, services, route.isDoor && { ...doorHeaders, ...door?.headers })
  if (respond) return respond(shared)
  const headers = {
    ...shared,
    // The criteria of other methods are in the body.
    ...(route.method === 'GET' && nextPage(request.target, value)),
    ...route.headers?.(request),
    ...(isStrict && strictApplied),
    ...repetition.headers(),
  }
  if (route.page && (form.kind === 'page' || isForm(request))) return respondPage(route.page(value), headers)
  const { hasPages } = services.options
  const outcome = { status: 200, value, headers, segments: target.segments, links: linksOf(form, route), hasPages }
  return represent(request, form, outcome, observation)
}

export async function presentDirect(
  { status = 200, value, headers, form, text, isDoor }: DirectAnswer,
  { request, observation }: Received,
  services: Services,
): Promise<RestResponse> {
  const all = { ...sharedHeaders(request, undefined, services, isDoor && doorHeaders), ...headers }
  if (text !== undefined) return { status, headers: { ...commonHeaders, ...all }, body: text }
  const segments = segmentsOf(request, services.options)
  const { hasPages } = services.options
  return represent(request, form, { status, value, headers: all, segments, hasPages }, observation)
}

export async function presentError(
  { cause, reached }: StageError,
  { request, observation }: Received,
  services: Services,
): Promise<RestResponse> {
  const hasIfMatch = peekHeader(request, 'if-match') !== undefined
  const error = reached.details?.signal?.aborted ? clientLeft : cause
  const { status, headers, body, fault } = answerError(error, reached.routed?.path ?? noPath, hasIfMatch)
  const all = { ...sharedHeaders(request, reached.charge, services, doorHeadersOf(error, reached)), ...headers }
  const form = reached.form ?? reached.routed?.form ?? formOf(request, services.options)
  const segments = segmentsOf(request, services.options)
  const { hasPages } = services.options
  const outcome = { status, value: body, headers: all, fault, refusal: refusalOf(error), segments, hasPages }
  return represent(request, form, outcome, observation)
}

/** The headers of all responses to a request. */
function sharedHeaders(
  request: RestRequest,
  charge: Charge | undefined,
  { origins }: Services,
  ofDoor: Readonly<Record<string, string>> | false | undefined,
) {
  return { ...(ofDoor || origins.headers(request)), ...charge?.headers() }
}

/** An intake that does not take the request answers as an unknown one. */
function doorHeadersOf(error: unknown, { routed, door }: Reached): Readonly<Record<string, string>> | undefined {
  if (!routed?.route.isDoor) return undefined
  return { ...doorHeaders, ...(!isTrackerError(error, 'intake_not_found') && door?.headers) }
}

/** The things that the values name, for a page. */
function linksOf(form: Form, { operation }: Route): Links | undefined {
  return form.kind === 'page' ? { references: referencesIn(operation.output), resolve } : undefined
}
