// Turns a request into its response in stages. It never decides: every result comes from an operation.
import type { Tracker } from '@trackerkit/core'
import type { AskHost } from '../callers/identify.js'
import type { Rest, RestRequest, RestResponse } from '../http/messages.js'
import type { RequestObservation } from '../observe/observe.js'
import { admit } from './admit.js'
import { openDoor } from './open-door.js'
import { execute } from './execute.js'
import { identify } from './identify.js'
import { prepare } from './input.js'
import { present, presentDirect, presentError } from './present.js'
import { readRequest } from './read.js'
import type { Received } from './received.js'
import { routeRequest } from './route.js'
import { createServices, type Services } from './services.js'
import { StageError, type Reached } from './stage-error.js'

interface Answerer {
  (request: RestRequest, askHost?: AskHost, observation?: RequestObservation): Promise<RestResponse>
  readonly knows: Rest['knows']
}

/** Makes the function that answers requests. It never throws. */
export function createAnswerer(tracker: Tracker, options: Services['options'] = {}): Answerer {
  const services = createServices(tracker, options)
  const answer = (request: RestRequest, askHost?: AskHost, observation?: RequestObservation) =>
    answerRequest({ request, askHost, observation }, services)
  return Object.assign(answer, { knows: services.knows })
}

async function answerRequest(received: Received, services: Services): Promise<RestResponse> {
  let reached: Reached = {}
  try {
    const routed = await routeRequest(received, services)
    if (!('route' in routed)) return await presentDirect(routed, received, services)
    reached = { routed }
    const identified = await identify(routed, services)
    const door = await openDoor(identified, services)
    if (door) reached = { routed, door }
    const read = await readRequest({ ...identified, door }, services)
    const admitted = admit(read, services)
    reached = admitted
    const prepared = prepare(admitted, services)
    reached = prepared
    const executed = await execute(prepared, services)
    return await present(executed, services)
  } catch (error) {
    const stageError = error instanceof StageError ? error : new StageError(error, reached)
    return presentError(stageError, received, services)
  }
}
