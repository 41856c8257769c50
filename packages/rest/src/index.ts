// The REST API of a tracker as a function from request to response.
export { createRestHandler, toRestHandler, type RestHandler } from './handler/fetch.js'
export type { Identify } from './callers/identify.js'
export { trustedHeaders, type TrustedHeaders } from './callers/trusted-headers.js'
export { restLimitNames, restOptionNames, type RestLimits, type RestOptions } from './answer/options.js'
export type { AttemptLimit } from './callers/attempts.js'
export type { RateLimits } from './callers/rate-limits.js'
export type { StreamLimits } from './stream/streams.js'
export type { CrossOrigin, CrossOriginOptions } from './http/response/cors.js'
export { createLog, logAll, logFaults, logLevels, type Log, type LogEntry, type LogLevel } from './observe/log.js'
export type {
  RequestBegun,
  RequestEnded,
  RequestObserver,
  RequestWatch,
  ServerLoad,
  TraceHeaders,
} from './observe/observe.js'
// For servers that speak in other terms.
export { createRest } from './handler/handle.js'
export type { BodySender, Refusal, RequestContext, Rest, RestRequest, RestResponse } from './http/messages.js'
export { bodyAlreadyRead, bodyBrokeOff, bodyInTinyPieces, bodyTooLarge } from './http/request/body.js'
export { namesCaller } from './callers/credentials.js'
export { refusing, WireError } from './http/errors.js'
export { logEntry, tell } from './observe/log.js'
export { followRequest } from './observe/observe.js'
export { localTarget } from './http/request/target.js'
export {
  checkHeaders,
  checkTarget,
  headerOf,
  peekHeader,
  requestLimits,
  type Beyond,
  type HeaderLimit,
  type HeaderName,
} from './http/request/request-limits.js'
// For metrics: errors about wrong credentials.
export { isGuessCode } from './callers/attempts.js'
// For the command: state that its processes share, parsing of text inputs, and responses as JSON.
export { defaultFailures } from './callers/attempts.js'
export { defaultRates } from './callers/rate-limits.js'
export { createOriginRules } from './http/response/cors.js'
export { inputFields, type InputField } from './openapi/input-fields.js'
export { coerce, type InputSchema } from './http/request/coerce.js'
export { toJson } from './http/response/encode.js'
