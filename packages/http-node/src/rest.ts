// The whole API as one function from request to response. It maps and never decides: every answer comes from an operation.
import { isTrackerError, type Claim, type Tracker } from '@trackerkit/core'
import { createAttempts, type AttemptLimit } from './attempts.js'
import { headerOf, type RestRequest, type RestResponse } from './request.js'
import type { Route } from './route.js'
import { createRouter } from './router.js'
import { routes } from './routes/index.js'
import { readBody } from './wire/body.js'
import { crossOriginHeaders, type CrossOrigin } from './wire/cors.js'
import { takeCredentials, type Credentials } from './wire/credentials.js'
import { answerError, type PathValues } from './wire/errors.js'
import { json, negotiate, type Form } from './wire/negotiate.js'
import { nextPage } from './wire/pages.js'
import { inputOf, mergeParameters, pathValues } from './wire/parameters.js'
import { respond } from './wire/respond.js'
import { parseQuery, parseTarget, type Target } from './wire/target.js'

export interface RestOptions {
  /** The folder below which `/rest` is found, such as `/tracker`. Default: `/rest` is found below any folder. */
  readonly prefix?: string | undefined
  /** Which pages of other origins may read answers. Default: none. */
  readonly cors?: CrossOrigin | undefined
  /** How many failed authentications one address may have before it must wait. */
  readonly attempts?: AttemptLimit | undefined
}

/** What is known of a request by the time that something goes wrong. */
interface Progress {
  form: Form
  path: PathValues
}

interface Answer {
  readonly value: unknown
  readonly headers?: Readonly<Record<string, string>>
}

const router = createRouter(routes)

/** Makes the function that answers requests. It never throws. */
export function createRest(
  tracker: Tracker,
  options: RestOptions = {},
): (request: RestRequest) => Promise<RestResponse> {
  const attempts = createAttempts(options.attempts)

  async function answer(request: RestRequest, progress: Progress): Promise<Answer> {
    const target = parseTarget(request.target, options.prefix)
    if (request.method === 'OPTIONS') return describe(target)
    const query = parseQuery(target.query)
    progress.form = negotiate(request, query)
    const { route, segments } = router.find(request.method, target.segments)
    const body = route.method === 'GET' ? new Map<string, unknown>() : await readBody(request)
    const parameters = mergeParameters(body, query)
    progress.path = pathValues(route, segments)
    const credentials = takeCredentials(request, parameters)
    const claim = route.input ? route.input(parameters, credentials) : credentials.identities
    const value = await run(request, route, claim, inputOf(route, progress.path, parameters), credentials)
    return { value: route.answer ? route.answer(value) : value, headers: nextPage(request.target, value) }
  }

  async function run(request: RestRequest, route: Route, claim: Claim, input: unknown, { identities }: Credentials) {
    const { address } = request
    if (identities.length > 0) attempts.require(address)
    try {
      return await tracker.run(route.operation, claim, input, { address })
    } catch (error) {
      if (isFailedAuthentication(error)) attempts.failed(address)
      throw error
    }
  }

  return async (request) => {
    const progress: Progress = { form: json, path: new Map() }
    const shared = crossOriginHeaders(options.cors, request)
    try {
      const { value, headers } = await answer(request, progress)
      return respond(request, progress.form, { status: 200, value, headers: { ...shared, ...headers } })
    } catch (error) {
      const { status, headers, body, fault } = answerError(
        error,
        progress.path,
        headerOf(request, 'if-match') !== undefined,
      )
      return respond(request, progress.form, { status, value: body, headers: { ...shared, ...headers }, fault })
    }
  }
}

function describe(target: Target): Answer {
  const methods = router.methodsOf(target.segments).join(', ')
  return { value: {}, headers: { Allow: methods } }
}

/** Somebody tried a secret that is wrong. */
function isFailedAuthentication(error: unknown): boolean {
  return (
    isTrackerError(error) &&
    /^(invalid_login_or_password|account_locked|api_key_not_valid|auth_invalid_token)$/.test(error.code)
  )
}
