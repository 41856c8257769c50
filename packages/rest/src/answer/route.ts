// The first stage: the route of a request, or the answer where none is needed.
import { stage } from '@trackerkit/core/host'
import { WireError, type PathValues } from '../http/errors.js'
import type { RestRequest } from '../http/messages.js'
import { formOfFailure, negotiate, type Form } from '../http/request/negotiate.js'
import { checkHeaders, checkTarget } from '../http/request/request-limits.js'
import { parseQuery, parseTarget, type Parameters, type Target } from '../http/request/target.js'
import type { RequestObservation } from '../observe/observe.js'
import { oldAddress } from '../old-addresses/old-address.js'
import { describeApi } from '../openapi/description.js'
import { pathValues } from '../router/parameters.js'
import type { Route } from '../router/route.js'
import { doorKeyOf, preflight } from './door.js'
import { deliveryFormOf, receiveDelivery } from './deliveries.js'
import type { DirectAnswer, Received } from './received.js'
import type { Services } from './services.js'
import { StageError } from './stage-error.js'

export interface Routed extends Received {
  readonly target: Target
  /** Without `callback`. */
  readonly query: Parameters
  readonly form: Form
  readonly route: Route
  readonly path: PathValues
}

/** @throws WireError (400, 404, 405, 414, 431), param_required */
export function routeRequest(received: Received, services: Services): Routed | DirectAnswer | Promise<DirectAnswer> {
  const { request, askHost, observation } = received
  const { basePath, jsonp } = services.options
  requireFit(request)
  const old = oldAddress(request, basePath)
  if (old) return { ...old, form: formOfFailure(request) }
  const target = stage(observation, 'parse', parseTarget, request.target, basePath)
  const query = stage(observation, 'parse', parseQuery, target.query)
  const form = negotiate(request, query)
  if (jsonp === false) refuseScript(form)
  const description = describeApi(services.routes, request.method, target)
  if (description) {
    // Making it takes long enough to be named in the log and in measurements.
    if (observation) observation.operation = 'openapi'
    return description.then((answer) => ({ ...answer, form }))
  }
  const delivery = deliveryFormOf(request.method, target.segments)
  if (delivery) return receiveDelivery(delivery, received, query, services)
  if (request.method === 'OPTIONS') return nameMethods(request, target, form, services)
  const { route, segments } = services.router.find(request.method, target.segments)
  noteRoute(observation, route)
  return { request, askHost, observation, target, query, form, route, path: pathValues(route, segments) }
}

/** @throws WireError (414, 431, 400) */
function requireFit(request: RestRequest): void {
  checkTarget(request.target)
  checkHeaders(request)
}

/** @throws StageError with WireError (400) for JSONP, which pages of other sites could read; they could run the error as well */
export function refuseScript(form: Form): void {
  if (form.kind !== 'jsonp') return
  const message = 'JSONP is disabled. Use JSON.'
  throw new StageError(new WireError(400, message), { form: { kind: 'json' } })
}

/** @throws WireError (404) */
async function nameMethods(
  request: RestRequest,
  target: Target,
  form: Form,
  services: Services,
): Promise<DirectAnswer> {
  const { router } = services
  const methods = router.methodsOf(target.segments)
  const [first = 'GET'] = methods
  const { route, segments } = router.find(first, target.segments)
  const headers = { Allow: methods.join(', ') }
  if (!route.isDoor) return { form, value: {}, headers }
  const ofDoor = await preflight(request, doorKeyOf(pathValues(route, segments)), services)
  return { form, value: {}, headers: { ...headers, ...ofDoor }, isDoor: true }
}

function noteRoute(observation: RequestObservation | undefined, { path, operation, waits, stream }: Route): void {
  if (!observation) return
  observation.isPatient = waits === true || stream !== undefined
  observation.route = path
  observation.operation = operation.name
}

/**
 * The format of an error before formats have been negotiated: JSONP only if the request has been understood far enough
 * to find a callback. Never throws.
 */
export function formOf(request: RestRequest, { basePath, jsonp }: Services['options']): Form {
  try {
    requireFit(request)
    const form = negotiate(request, parseQuery(parseTarget(request.target, basePath).query))
    return form.kind === 'jsonp' && jsonp === false ? { kind: 'json' } : form
  } catch {
    return formOfFailure(request)
  }
}

/** The segments of the path below `/rest`; undefined for requests to somewhere else. It never throws. */
export function segmentsOf(request: RestRequest, { basePath }: Services['options']): readonly string[] | undefined {
  try {
    checkTarget(request.target)
    return parseTarget(request.target, basePath).segments
  } catch {
    return undefined
  }
}
