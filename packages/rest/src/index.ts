// The REST API of a tracker as a function from request to response.
export { createRest, type RestOptions } from './handle.js'
export type { AttemptLimit } from './attempts.js'
export type { CrossOrigin } from './wire/cors.js'
export { headerOf, type RestRequest, type RestResponse } from './request.js'
export { logAll, logEntry, logFaults, type Log, type LogEntry } from './log.js'
// For servers.
export { readSettings } from './settings.js'
export { compress } from './wire/compress.js'
export { WireError } from './wire/errors.js'
// For the command: inputs as text, and answers as JSON.
export { coerce, namesOf, type InputSchema } from './wire/coerce.js'
export { toJson } from './wire/encode.js'
