// Between node:http and the API.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Tracker } from '@trackerkit/core'
import { createRest, type Rest, type RestOptions } from '@trackerkit/rest'
import { createAddressReader, peerOf } from './address.js'
import { notShared, type Held } from './in-flight.js'
import { inOrder } from './pipelines.js'
import { toRestRequest } from './request.js'
import { send } from './respond.js'

/** Answers one request of a node:http server. Resolves when the answer has been handed over; never rejects. */
export type NodeHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * Makes a handler that answers the REST API, for any program with a node:http server. It finds `/rest` below `basePath`, or below
 * any folder when none is given.
 *
 * @example
 * const answerTracker = createNodeHandler(tracker, { basePath: '/tracker' })
 * createServer((request, response) => void answerTracker(request, response)).listen(8080, '127.0.0.1')
 */
export function createNodeHandler(tracker: Tracker, options: RestOptions<IncomingMessage> = {}): NodeHandler {
  return inOrder(nodeHandlerOf(createRest(tracker, options), tracker, notShared()))
}

/** The same for an existing API. */
export function nodeHandlerOf(rest: Rest<IncomingMessage>, tracker: Tracker, held: Held): NodeHandler {
  const addressOf = createAddressReader(tracker)
  return async (incoming, outgoing) => {
    // If the store is out of reach, the request itself will fail.
    const address = await addressOf(incoming).catch(() => incoming.socket.remoteAddress)
    const request = toRestRequest(incoming, outgoing, address, held.bodies)
    const response = await rest(request, incoming, { peer: peerOf(incoming) })
    request.release()
    await send(outgoing, response, held)
  }
}
