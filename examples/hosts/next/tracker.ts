// One tracker for all routes, which outlives the reloads of development.
import { createRestHandler, type RestHandler } from '@trackerkit/rest'
import { identityOf } from '../sessions.js'
import { openTracker } from '../tracker.js'

const kept = globalThis as { restOfTracker?: Promise<RestHandler> }

async function open(): Promise<RestHandler> {
  return createRestHandler(await openTracker(), {
    basePath: '/tracker',
    identify: (request) => identityOf(request.headers.get('cookie')),
  })
}

/** Answers a request to the tracker. */
export async function rest(request: Request): Promise<Response> {
  const answer = await (kept.restOfTracker ??= open())
  return answer(request)
}
