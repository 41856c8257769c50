// The REST API of a tracker on node:http.
export { createNodeHandler, type NodeHandler } from './handler.js'
export { toNodeHandler, type ToNodeOptions } from './fetch.js'
export { trackerPlugin, type FastifyScope, type TrackerPluginOptions } from './fastify.js'
export { serve, type RunningServer, type ServeOptions } from './serve.js'
// What options are made of.
export { logAll, logFaults, type Log, type LogEntry, type RestOptions } from '@trackerkit/rest'
export type { AttemptLimit, CrossOrigin, Identify } from '@trackerkit/rest'
