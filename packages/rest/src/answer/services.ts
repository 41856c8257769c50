// The parts of a handler that all its requests share.
import type { Tracker } from '@trackerkit/core'
import { hostOf, type TrackerHost } from '@trackerkit/core/host'
import { createAttempts, type Attempts } from '../callers/attempts.js'
import { createRateLimits } from '../callers/rate-limits.js'
import type { Rest } from '../http/messages.js'
import { createOriginRules, type OriginRules } from '../http/response/cors.js'
import type { Route } from '../router/route.js'
import { createRouter, type Router } from '../router/router.js'
import { routes, routesWithoutLogin } from '../routes/index.js'
import { createStreams, type Streams } from '../stream/streams.js'
import type { RestOptions } from './options.js'

export interface Services {
  readonly tracker: Tracker
  readonly host: TrackerHost
  readonly options: Omit<RestOptions, 'identify'>
  readonly routes: readonly Route[]
  readonly router: Router
  readonly isHostAlone: boolean
  readonly origins: OriginRules
  /** Counts wrong credentials, of streams and of all other requests together. */
  readonly attempts: Attempts
  readonly streams: Streams
  /** Undefined where requests cost nothing. */
  readonly rateLimits: ReturnType<typeof createRateLimits> | undefined
  readonly knows: Rest['knows']
}

export function createServices(tracker: Tracker, options: Services['options']): Services {
  const isHostAlone = options.credentials === 'host'
  const offered = isHostAlone ? routesWithoutLogin : routes
  const { cors, closing, limits = {} } = options
  const attempts = createAttempts(limits.attempts)
  const rateLimits = limits.rate && createRateLimits(limits.rate)
  const host = hostOf(tracker)
  return {
    tracker,
    host,
    options,
    routes: offered,
    router: createRouter(offered),
    isHostAlone,
    origins: createOriginRules(cors),
    attempts,
    streams: createStreams({ host, attempts, limits: limits.streams, closing }),
    rateLimits,
    // Without limits, no caller is preferred to another.
    knows: (identities) => rateLimits?.knows(identities) ?? true,
  }
}
