import { TrackerError } from '@trackerkit/core'
import { refuseUnknownOptions, requireKind, type OptionNames } from '@trackerkit/core/operations'
import type { AttemptLimit } from '../callers/attempts.js'
import type { Identify } from '../callers/identify.js'
import type { Log } from '../observe/log.js'
import type { RequestObserver } from '../observe/observe.js'
import type { RateLimits } from '../callers/rate-limits.js'
import type { StreamLimits } from '../stream/streams.js'
import type { CrossOrigin } from '../http/response/cors.js'

/** Limits of requests and responses. */
export interface RestLimits {
  /** How many wrong credentials one address may try before it must wait. */
  readonly attempts?: AttemptLimit | undefined
  /** How much one caller may request in a minute; `{}` for the default limits. Default: any amount. */
  readonly rate?: RateLimits | undefined
  /** How many clients may follow the change feed (`/rest/changes/stream`), and when those that do not read are disconnected. */
  readonly streams?: StreamLimits | undefined
  /** The largest request body, in bytes. Default: as much as the largest attachment needs. Bodies without an attachment never exceed 4 MB. */
  readonly bodyBytes?: number | undefined
}

/** `R` is the type of the server's requests, which `identify` receives. */
export interface RestOptions<R = Request> {
  /** The folder below which `/rest` is found, such as `/tracker`; `/` for none. Default: `/rest` is found below any folder. */
  readonly basePath?: string | undefined
  /** Identifies the caller from the host's session. Default: only credentials of the tracker. */
  readonly identify?: Identify<R> | undefined
  /**
   * `host`: only `identify` names the caller. API keys, tokens and passwords are refused in any request, and `/rest/login` does not
   * exist. Default: they count beside `identify`.
   */
  readonly credentials?: 'host' | undefined
  /**
   * Refuses requests that may change something if a page of another origin has sent them and `identify` names the caller, unless
   * `cors` lists that origin with credentials. Default: true. `false` is for an `identify` that reads no cookie.
   */
  readonly csrf?: boolean | undefined
  /** Answers JSONP, to callers whom `identify` does not name. Default: true. */
  readonly jsonp?: boolean | undefined
  /**
   * The pages are in the folder above `/rest`: answers that browsers get as pages link there. Default: false. Servers that serve
   * pages beside the API set it.
   */
  readonly hasPages?: boolean | undefined
  /** Pages of other origins that may read answers, and with `credentials` send cookies. Default: none. */
  readonly cors?: CrossOrigin | undefined
  readonly limits?: RestLimits | undefined
  /** Aborts when the server is about to stop: streams then end, and waiting requests are answered. */
  readonly closing?: AbortSignal | undefined
  /** Where requests and faults are written. Default: faults to stderr, requests nowhere. */
  readonly log?: Log | undefined
  /** Measures or traces requests. */
  readonly observer?: RequestObserver | undefined
}

/** By name, for servers with further options. */
export const restOptionNames: OptionNames<RestOptions> = {
  basePath: true,
  identify: 'a function',
  credentials: ['host'],
  csrf: 'true or false',
  jsonp: 'true or false',
  hasPages: 'true or false',
  cors: true,
  limits: true,
  closing: 'an AbortSignal',
  log: 'a function',
  observer: 'a function',
}

/** The names of the options in `limits`. */
export const restLimitNames: OptionNames<RestLimits> = {
  attempts: true,
  rate: true,
  streams: true,
  bodyBytes: 'a number of at least 0',
}
const attemptNames: OptionNames<AttemptLimit> = {
  failures: 'a number of at least 0',
  window: 'a number above 0',
  now: 'a function',
}
const rateNames: OptionNames<RateLimits> = {
  perMinute: 'a number of at least 0',
  anonymousPerMinute: 'a number of at least 0',
  now: 'a function',
}
const streamNames: OptionNames<StreamLimits> = {
  perCaller: 'a number of at least 0',
  total: 'a number of at least 0',
  heartbeatSeconds: 'a number above 0',
  patienceSeconds: 'a number above 0',
}

/** @throws invalid_options */
export function checkOptions(options: RestOptions<never>): void {
  const { limits, basePath } = options
  refuseUnknownOptions(options, restOptionNames, 'createRestHandler')
  refuseUnknownOptions(limits, restLimitNames, 'createRestHandler', 'limits')
  refuseUnknownOptions(limits?.attempts, attemptNames, 'createRestHandler', 'limits.attempts')
  refuseUnknownOptions(limits?.rate, rateNames, 'createRestHandler', 'limits.rate')
  refuseUnknownOptions(limits?.streams, streamNames, 'createRestHandler', 'limits.streams')
  if (basePath !== undefined) requireBasePath(basePath)
}

/** Any other path would be that of no request. */
function requireBasePath(basePath: string): void {
  requireKind('basePath', basePath, 'text')
  if (/^(?:\/[^\s?#]*)?$/.test(basePath) && !/\/rest(?:\.cgi)?\/*$/.test(basePath)) return
  const accepted = "a path such as '/tracker', as clients see it, without the /rest that follows it"
  throw new TrackerError('invalid_options', { field: 'basePath', value: basePath, accepted })
}
