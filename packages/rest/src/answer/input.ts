// The input of the operation, and everything else that the tracker is given with it.
import { stage, type Precondition, type RequestDetails } from '@trackerkit/core/host'
import type { Credential } from '@trackerkit/core'
import { WireError } from '../http/errors.js'
import { repetitionOf } from '../http/request/idempotency.js'
import { wantsStrict } from '../http/request/prefer.js'
import { headerOf } from '../http/request/request-limits.js'
import { matchesTag } from '../http/response/conditional.js'
import { inputOf, pathValues } from '../router/parameters.js'
import type { Router } from '../router/router.js'
import type { Admitted } from './admit.js'
import { tagOfJson } from './representation.js'
import type { Routed } from './route.js'
import type { Services } from './services.js'

export interface Prepared extends Omit<Admitted, 'parameters'> {
  readonly credential: Credential
  readonly input: Readonly<Record<string, unknown>>
  readonly isStrict: boolean
  readonly repetition: ReturnType<typeof repetitionOf>
  readonly details: RequestDetails
}

/** @throws WireError (400), param_invalid, list_too_long, idempotency_key_invalid */
export function prepare(admitted: Admitted, { router, options }: Services): Prepared {
  const { routed, door, parameters, credentials: sent, charge } = admitted
  const { request, observation, route, path } = routed
  const credentials = route.tries ? { ...sent, identities: route.tries(sent.identities) } : sent
  const credential = route.input ? route.input(parameters, credentials) : credentials.identities
  const isStrict = wantsStrict(request)
  const input = stage(observation, 'coerce', inputOf, route, path, parameters, isStrict)
  const precondition = route.method === 'GET' ? undefined : preconditionOf(routed, router)
  const repetition = repetitionOf(request)
  const details = {
    address: request.address,
    precondition,
    handling: isStrict ? ('strict' as const) : ('lenient' as const),
    traceparent: observation?.traceparent ?? headerOf(request, 'traceparent'),
    requestId: observation?.id,
    parent: observation?.parent,
    onEnded: observerOf(admitted),
    ...repetition.details,
    ...(route.waits && { signal: request.signal, enough: options.closing }),
  }
  return { routed, door, credentials, charge, credential, input, isStrict, repetition, details }
}

/** Reports the end of an operation to the log or an observer, and to the limits of the caller. */
function observerOf({ routed: { observation }, charge }: Admitted): RequestDetails['onEnded'] {
  const onEnded = observation?.onEnded
  if (!charge) return onEnded
  return (ended) => {
    charge.ended(ended)
    onEnded?.(ended)
  }
}

/**
 * With If-Match, a write requires that the response of GET on the same path still has the given tag; otherwise the response is 412.
 * @throws WireError (400) where there is no GET
 */
function preconditionOf({ request, target: { segments } }: Routed, router: Router): Precondition | undefined {
  const ifMatch = headerOf(request, 'if-match')
  if (ifMatch === undefined) return undefined
  if (!/^(PUT|DELETE)$/.test(request.method) || !router.methodsOf(segments).includes('GET')) {
    throw new WireError(400, 'The resource does not support If-Match.')
  }
  const { route, segments: values } = router.find('GET', segments)
  return {
    operation: route.operation,
    input: inputOf(route, pathValues(route, values), new Map()),
    check(answer) {
      if (matchesTag(ifMatch, tagOfJson(answer))) return
      throw new WireError(412, 'The resource has changed. Get it again.')
    },
  }
}
