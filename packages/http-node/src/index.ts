// The REST API of a tracker on node:http.
export { createHandler, type Handler, type HandlerOptions } from './handler.js'
export { serve, type RunningServer, type ServeOptions } from './serve.js'
export type { RestOptions } from './rest.js'
export type { AttemptLimit } from './attempts.js'
export type { CrossOrigin } from './wire/cors.js'
export { logAll, logFaults, type Log, type LogEntry } from './log.js'
