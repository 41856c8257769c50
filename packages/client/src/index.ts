// The operations of a tracker over HTTP, for browsers, Node, Bun and Deno.
export { connect, type Client, type ClientAttachments } from './connect.js'
export type { ChangesOptions, FollowChanges } from './follow.js'
export type { ClientOptions } from './options.js'
export {
  isTrackerError,
  TrackerError,
  type ClientErrorCode,
  type TrackerErrorData,
  type TrackerErrorOf,
} from './errors.js'
export { eachBug } from './each-bug.js'
export type { ErrorCode } from '@trackerkit/core'
export type { AnswerOf, CallOptions, InputOf, Operations } from '@trackerkit/client/types'
export type * from '@trackerkit/types/objects'
