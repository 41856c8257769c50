// The REST API of a tracker as a function from request to response.
export { createRestHandler, toRestHandler, type RestHandler } from './fetch.js'
export type { Identify } from './identify.js'
export { trustedHeaders, type TrustedHeaders } from './trusted-headers.js'
export type { RestOptions } from './options.js'
export type { AttemptLimit } from './attempts.js'
export type { RateLimits } from './rate-limits.js'
export type { StreamLimits } from './stream/streams.js'
export type { CrossOrigin, CrossOriginOptions } from './wire/cors.js'
export { createLog, logAll, logFaults, logLevels, type Log, type LogEntry, type LogLevel } from './log.js'
export type { RequestBegun, RequestEnded, RequestObserver, RequestWatch, ServerLoad, TraceHeaders } from './observe.js'
// For servers that speak in other terms.
export { createRest } from './handle.js'
export type { BodySender, RequestContext, Rest, RestRequest, RestResponse } from './request.js'
export { bodyAlreadyRead, bodyBrokeOff, bodyTooLarge } from './wire/body.js'
export { namesCaller } from './wire/credentials.js'
export { WireError } from './wire/errors.js'
export { logEntry, tell } from './log.js'
export { followRequest } from './observe.js'
export { localTarget } from './wire/target.js'
export {
  checkHeaders,
  checkTarget,
  headerOf,
  peekHeader,
  requestLimits,
  type Beyond,
  type HeaderLimit,
  type HeaderName,
} from './wire/request-limits.js'
// For those who count: which errors are about wrong credentials.
export { isGuessCode } from './attempts.js'
// For the command: what its processes share, inputs as text, what they mean, and answers as JSON.
export { defaultFailures } from './attempts.js'
export { defaultRates } from './rate-limits.js'
export { createOriginRules } from './wire/cors.js'
export { inputFields, type InputField } from './openapi/input-fields.js'
export { coerce, type InputSchema } from './wire/coerce.js'
export { toJson } from './wire/encode.js'
