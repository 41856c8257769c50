// Readers of other trackers.
export { createAsker, type Asker, type AskOptions, type Patience, type Query } from './bugzilla/ask.js'
export { AskError, type AskErrorDetails, type AskErrorKind } from './bugzilla/ask-error.js'
export { verify, type Verification, type VerifyOptions } from './verify/verify.js'
export type { Difference } from './verify/compare.js'
export { allowedDifferences, type AllowedDifference, type Knowledge, type Told } from './verify/allowed.js'
export type { Item, Side } from './verify/read-bugs.js'
