// The REST API of a tracker on node:http.
export { createNodeHandler, type NodeHandler } from './handler.js'
export { toNodeHandler, type FetchContext, type FetchHandler, type ToNodeOptions } from './fetch.js'
export { trackerPlugin, type FastifyScope, type TrackerPluginOptions } from './fastify.js'
export {
  createAdminHandler,
  serveAdmin,
  type AdminHandler,
  type AdminOptions,
  type AdminServer,
  type Metrics,
} from './admin.js'
export { serve, type RunningServer } from './serve.js'
export type { ServeAdmin, ServeLimits, ServeOptions, ServeTimeouts } from './serve-options.js'
// For the command, which checks settings before it serves.
export { createHostCheck } from './hosts.js'
// Types of options.
export { createLog, logAll, logFaults, logLevels, type Log, type LogEntry, type LogLevel } from '@trackerkit/rest'
export type { RequestBegun, RequestEnded, RequestObserver, RequestWatch, TraceHeaders } from '@trackerkit/rest'
export type { AttemptLimit, CrossOrigin, Identify, RestOptions } from '@trackerkit/rest'
