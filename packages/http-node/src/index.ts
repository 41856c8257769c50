// The REST API of a tracker on node:http.
export { logAll, logFaults, type AttemptLimit, type CrossOrigin, type Log, type LogEntry } from '@trackerkit/rest'
export type { RestOptions } from '@trackerkit/rest'
export { createHandler, type Handler, type HandlerOptions } from './handler.js'
export { serve, type RunningServer, type ServeOptions } from './serve.js'
