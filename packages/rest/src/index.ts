// The REST API of a tracker as a function from request to response.
export { createRestHandler, toRestHandler, type RestHandler } from './fetch.js'
export type { Identify } from './identify.js'
export { trustedHeaders, type TrustedHeaders } from './trusted-headers.js'
export type { RestOptions } from './options.js'
export type { AttemptLimit } from './attempts.js'
export type { CrossOrigin, CrossOriginOptions } from './wire/cors.js'
export { logAll, logFaults, type Log, type LogEntry } from './log.js'
// For servers that speak in other terms.
export { createRest } from './handle.js'
export type { RequestContext, Rest, RestRequest, RestResponse } from './request.js'
export { bodyAlreadyRead, bodyBrokeOff, bodyTooLarge } from './wire/body.js'
export { logEntry, tell } from './log.js'
export { localTarget } from './wire/target.js'
// For the command: what its processes share, inputs as text, what they mean, and answers as JSON.
export { defaultFailures } from './attempts.js'
export { inputFields, type InputField } from './openapi/input-fields.js'
export { coerce, type InputSchema } from './wire/coerce.js'
export { toJson } from './wire/encode.js'
