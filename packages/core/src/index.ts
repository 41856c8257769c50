// An issue tracker that other programs embed.
export { createTracker, type Tracker, type TrackerOptions } from './tracker.js'
export type { Claim, Identity } from './identity.js'
export type { Operations } from './face.js'
export { operations } from './operations.js'
export type { Access, AnyOperation } from './operation.js'
export { isTrackerError, TrackerError, type ErrorCode, type ErrorData } from './errors.js'
export type { Change, EventName, Listener, TrackerEvents } from './events.js'
export type { Environment, Logger } from './environment.js'
